"""A deep page holds the same rows as a plain slice."""

import pytest

from config import paging
from geo.areas.models import Locality
from tests.registry.conftest import household
from tests.transfers.conftest import programme
from transfers.beneficiaries.models import Beneficiary

__all__ = ["household", "programme"]

pytestmark = pytest.mark.django_db


def test_deep_pages_hold_the_rows_of_the_slice(country, monkeypatch):
    sector = Locality.objects.first().secteur
    Locality.objects.bulk_create([Locality(nom=f"Tabanca {n % 3}", secteur=sector) for n in range(9)])
    rows = Locality.objects.filter(nom__startswith="Tabanca").select_related("secteur").order_by("-nom", "id")
    monkeypatch.setattr(paging, "DEEP", 4)
    pages = [paging.paginate(rows, page, 4) for page in (1, 2, 3, 4)]
    assert [row.pk for page in pages for row in page.items] == [row.pk for row in rows]
    assert [len(page.items) for page in pages] == [4, 4, 1, 0]
    assert {page.total for page in pages} == {9}


def test_what_is_dear_to_find_is_asked_once_in_the_order_of_the_model(country, programme, household):
    rows = [
        Beneficiary(code=f"TM-P{n}", menage=household, programme=programme, nom_complet="P", type="substitut")
        for n in range(5)
    ]
    Beneficiary.objects.bulk_create(rows)
    found = Beneficiary.objects.filter(code__startswith="TM-P").values_list("code", flat=True)
    pages = [paging.paginate_search(found, page, 2) for page in (1, 3, 4)]
    assert [page.items for page in pages] == [["TM-P4", "TM-P3"], ["TM-P0"], []]
    assert {page.total for page in pages} == {5}
