"""What a colleague of who pays has done."""

from typing import Any

from django.db.models import QuerySet

from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary


def correct_accounts(rows: QuerySet[Beneficiary], **values: Any) -> None:
    """Correct how people are paid, as another person than who tries again."""
    ids = list(rows.values_list("id", flat=True))
    Beneficiary.objects.filter(id__in=ids).update(**values)
    Beneficiary.objects.filter(id__in=ids).update(compte_modifie_par=make_user("ROLE_ADMIN"))
