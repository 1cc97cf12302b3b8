"""Query operators."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.errors.problems import invalid
from transfers.operators.models import Operator


def filter_account_operators() -> QuerySet[Operator]:
    """Return the operators at which projects hold accounts, in their order."""
    return Operator.objects.filter(tient_comptes=True)


def find_account_operator(code: str) -> Operator:
    """Return an operator at which accounts are opened now. Raises VALIDATION_ERROR."""
    operator = filter_account_operators().filter(code=code, actif=True).first()
    if operator is None:
        raise invalid({"operateur": [_("Cet opérateur n'est pas connu.")]})
    return operator
