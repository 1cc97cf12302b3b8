"""What a colleague of who pays has done."""

from typing import Any

from django.db.models import QuerySet

from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary


def correct_accounts(rows: QuerySet[Beneficiary], **values: Any) -> None:
    """Correct how people are paid, as another person than who tries again."""
    ids = list(rows.values_list("id", flat=True))
    Beneficiary.objects.filter(id__in=ids).update(**values)
    authors = dict.fromkeys(values, str(make_user("ROLE_ADMIN").id))
    for person in Beneficiary.objects.filter(id__in=ids):
        Beneficiary.objects.filter(id=person.id).update(auteurs_comptes=person.auteurs_comptes | authors)
