"""Cases for tests, written as the role that may."""

from datetime import date
from typing import Any
from uuid import uuid4

from django.db import connection
from django.utils import timezone

from analysis.vbg.cases.api import become_case_role, publish_sums
from analysis.vbg.cases.models import Case


def add_cases(count: int, region: Any, **fields: Any) -> None:
    """Write cases of one cell, and publish the counts; without `cle` the keys are random."""
    row = {
        "service_id": None,
        "region_id": region.id,
        "secteur_id": None,
        "mois": date(2025, 3, 1),
        "rubrique": "violence_physique",
        "tranche_age": "18+",
        "sexe": "F",
        "statut": "en_cours",
    } | fields
    names = ", ".join(row)
    places = ", ".join(f"%({name})s" for name in row)
    with become_case_role(), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO vbg.cas ({names}) SELECT {places} FROM generate_series(1, %(count)s)",
            row | {"count": count},
        )
    publish_sums(timezone.now())


def file_case(region: Any, secteur: Any) -> Case:
    """Write one case of a sector, and return it."""
    row = Case(id=uuid4(), region_id=region.id, secteur_id=secteur.id, mois=date(2025, 3, 1), cle=1)
    row.rubrique, row.tranche_age, row.sexe, row.statut = "autre", "18+", "F", "en_cours"
    with become_case_role():
        row.save(force_insert=True)
    return row
