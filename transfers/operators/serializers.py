"""Define the fields of amounts."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from config.api.fields import StrictIntegerField
from transfers.operators.rules import MAX_AMOUNT


class WholeAmountField(StrictIntegerField):
    """Validate a whole amount of XOF: the currency has no minor unit."""

    default_error_messages = {"fraction": _("Un montant n'a pas de décimales.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"min_value": 0, "max_value": MAX_AMOUNT} | kwargs))

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, float) and data % 1:
            self.fail("fraction")
        return super().to_internal_value(data)
