"""Declare what upper features add to the fields that rules compare."""

from typing import Final

from config.hooks import Hook
from transfers.eligibility.types import FieldSource

# Tables of upper features with at most one row a household; each is joined only where a rule compares its fields.
field_sources: Final = Hook[FieldSource]("sources of eligibility fields")
