"""Define the labels of the types of localities."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

LOCALITY_TYPE_LABELS: Final[Mapping[str, Any]] = {"village": _("Village"), "quartier": _("Quartier")}
