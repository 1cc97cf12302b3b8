"""Enrol the families of a made-up registry, and count who would be refused: doubles, and families for whom another is taken."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from config.caller import ALL_REGIONS
from registry.projects.models import Project
from tests.bench.field.load import name_id
from tests.bench.field.records import Record
from transfers.beneficiaries.duplicates.queries import find_duplicates
from transfers.beneficiaries.duplicates.types import CERTAIN, PersonSearch
from transfers.beneficiaries.models import Beneficiary
from transfers.programmes.models import Programme


@dataclass
class Refusals:
    """Of some families that come for the first time, how many are refused, or shown another; of doubles, the same of their own."""

    families: int = 0
    refused: int = 0
    shown: int = 0
    doubles: int = 0
    doubles_refused: int = 0
    doubles_shown: int = 0

    def __iadd__(self, other: "Refusals") -> "Refusals":
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self

    def __str__(self) -> str:
        return (
            f"{self.refused} of {self.families} families refused and {self.shown} shown somebody else;"
            f" {self.doubles_refused} of {self.doubles} doubles refused and {self.doubles_shown} shown"
        )


def _enrol(records: Sequence[Record]) -> Programme:
    """Enrol who was interviewed first, all in one programme."""
    programme = Programme.objects.create(
        code="FIELD", nom="Champ", projet=Project.objects.create(code="FIELD", nom="Champ"), date_debut="2024-01-01"
    )
    Beneficiary.objects.bulk_create(
        Beneficiary(
            id=name_id("b", n),
            code=f"FIELD-{n:06}",
            menage_id=name_id("h", n),
            programme=programme,
            nom_complet=record.nom,
            telephone=record.telephone,
        )
        for n, record in enumerate(records)
        if record.kind is None
    )
    return programme


def count_refusals(records: Sequence[Record], households: dict[Any, Any], most: int) -> Refusals:
    """Ask for at most `most` families, and as many doubles, whether they could be enrolled.

    `households` has those of the registry by id.
    """
    programme, found = _enrol(records), Refusals()
    truths = {name_id("b", n): record.truth for n, record in enumerate(records)}
    firsts = [n for n, record in enumerate(records) if record.kind is None]
    seconds = [n for n, record in enumerate(records) if record.kind is not None]
    for asked in (firsts, seconds):
        for n in asked[:: max(len(asked) // most, 1)]:
            record = records[n]
            person = PersonSearch(
                name=record.nom,
                phone=record.telephone,
                household=households[name_id("h", n)],
                programme_id=programme.id,
                excluded_id=name_id("b", n) if record.kind is None else None,
            )
            rows = find_duplicates(person, ALL_REGIONS, contacts=False).visible
            if record.kind is None:
                others = [row["score"] for row in rows if truths[row["id"]] != record.truth]
                found.families += 1
                found.refused += max(others, default=0) >= CERTAIN
                found.shown += bool(others)
            else:
                own = [row["score"] for row in rows if truths[row["id"]] == record.truth]
                found.doubles += 1
                found.doubles_refused += max(own, default=0) >= CERTAIN
                found.doubles_shown += bool(own)
    return found
