"""Build the responses about pairs and merges."""

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from registry.duplicates.models import Merge, Pair
from registry.duplicates.queries import CERTAIN, REVIEW, list_compared_values
from registry.duplicates.weights import COMPARISONS, Comparison, Level
from registry.households.api import list_household_summaries
from registry.households.serializers import serialize_household_summary

CONTACTS: Final = {"telephone", "numeroMobileMoney"}


def find_level(comparison: Comparison, levels: dict[str, str]) -> Level | None:
    """Return the level of a pair in a comparison, or None when the value is missing on one side."""
    return next((level for level in comparison.levels if level.code == levels.get(comparison.code)), None)


def describe_levels(levels: dict[str, str]) -> tuple[list[str], list[str]]:
    """Describe the levels of a pair: the reasons in favour of one household, and those against."""
    in_favour: list[str] = []
    against: list[str] = []
    for comparison in COMPARISONS:
        level = find_level(comparison, levels)
        if level and level.reason:
            (against if level is comparison.levels[-1] else in_favour).append(str(level.reason))
    return in_favour, against


def build_pair_response(pair: Pair, sides: dict[UUID, dict[str, Any]]) -> dict[str, Any]:
    """Build the response of a pair in a list; `sides` maps household ids to household summaries."""
    in_favour, against = describe_levels(pair.niveaux)
    return {
        "id": pair.id,
        "score": float(pair.score),
        "niveau": CERTAIN if pair.score >= settings.DUPLICATE_CERTAIN else REVIEW,
        "raisons": in_favour,
        "contre": against,
        "decision": pair.decision,
        "motif": pair.motif,
        "decideLe": pair.decide_le,
        "detecteLe": pair.detecte_le,
        "menageA": sides[pair.menage_a_id],
        "menageB": sides[pair.menage_b_id],
    }


def build_pair_responses(found: list[Pair]) -> list[dict[str, Any]]:
    """Build the responses of pairs with the summaries of their households."""
    ids = dict.fromkeys(identity for pair in found for identity in (pair.menage_a_id, pair.menage_b_id))
    sides = {row["id"]: serialize_household_summary(row) for row in list_household_summaries(ids)}
    return [build_pair_response(pair, sides) for pair in found]


def build_household_duplicates_response(household_id: UUID, found: list[Pair]) -> list[dict[str, Any]]:
    """Build the responses of the pairs of one household, each with the other household."""
    rows = build_pair_responses(found)
    return [
        {
            "id": row["id"],
            "menage": row["menageB"] if row["menageA"]["id"] == household_id else row["menageA"],
            **{name: row[name] for name in ("score", "niveau", "raisons", "contre", "decision", "detecteLe")},
        }
        for row in rows
    ]


def build_comparison_response(pair: Pair, contacts: bool) -> dict[str, Any]:
    """Build the response of a pair side by side: for each comparison its level, reason and the values of both sides.

    Without `contacts`, telephone numbers are left out (their level is not).
    """
    values = list_compared_values(pair)
    a, b = values[pair.menage_a_id], values[pair.menage_b_id]
    lines = []
    for one in COMPARISONS:
        level = find_level(one, pair.niveaux)
        fields = [name for name in one.fields if contacts or name not in CONTACTS]
        lines.append(
            {
                "code": one.code,
                "libelle": str(one.label),
                "niveau": level.code if level else None,
                "raison": str(level.reason) if level and level.reason else None,
                "favorable": None if level is None else level.code != one.levels[-1].code,
                "valeurs": [{"champ": name, "a": a[name], "b": b[name]} for name in fields],
            }
        )
    return build_pair_responses([pair])[0] | {"comparaison": lines}


def describe_analysis(counts: dict[str, Any]) -> str:
    """Describe the result of an analysis, in one sentence."""
    return _("%(pairs)d paires : %(certain)d certaines, %(review)d à vérifier.") % {
        "pairs": counts["paires"], "certain": counts["certaines"], "review": counts["aVerifier"],
    }  # fmt: skip


def _serialize_user(user: Any) -> dict[str, Any] | None:
    return {"id": user.id, "nomComplet": user.nom_complet} if user else None


def build_merge_response(record: Merge) -> dict[str, Any]:
    """Build the response of a merge in a list."""
    return {
        "id": record.id,
        "menageConserveId": record.conserve,
        "codeConserve": record.code_conserve,
        "menageAbsorbeId": record.absorbe,
        "codeAbsorbe": record.code_absorbe,
        "score": float(record.score),
        "raisons": describe_levels(record.niveaux)[0],
        "motif": record.motif,
        "deplaces": {place.split(".")[0]: len(keys) for place, keys in record.deplaces.items()},
        "fusionneLe": record.fusionne_le,
        "fusionnePar": _serialize_user(record.fusionne_par),
        "annuleLe": record.annule_le,
        "annulePar": _serialize_user(record.annule_par),
    }
