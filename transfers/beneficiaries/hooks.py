"""Collect the records of one beneficiary for the beneficiary's detail.

Upper features register theirs from their app's `hooks.py`.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import Any
from uuid import UUID

from config.caller import Caller
from config.hooks import Hook
from transfers.beneficiaries.types import BeneficiaryRecords

# The readers of records by kind, a field of `BeneficiaryRecords`: each maps the id of a visible beneficiary and the
# caller to the records, newest first.
beneficiary_records = Hook[Callable[[UUID, Caller], list[Any]]]("records of a beneficiary")


def read_records(beneficiary_id: UUID, user: Caller) -> BeneficiaryRecords:
    """Return the records of a beneficiary which `user` may see, by kind: one query per kind.

    The feature which has the table of a kind registers its reader.
    """
    readers = beneficiary_records
    kinds = [field.name for field in fields(BeneficiaryRecords)]
    return BeneficiaryRecords(
        **{kind: readers[kind](beneficiary_id, user) if kind in readers else [] for kind in kinds}
    )
