"""Build the response bodies of the proximity endpoints from rows."""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from analysis.proximity.kinds import KINDS

SHOWN = {"urgences_24h": "urgences24h", "secteur_nom": "secteur", "region_nom": "region", "code_menage": "codeMenage"}
SHOWN |= {"categorie_pauvrete": "categoriePauvrete", "niveaux_enseignes": "niveauxEnseignes"}
NEAR_HOUSEHOLD = ("id", "code_menage", "latitude", "longitude", "categorie_pauvrete")
NEAR_PLACE = ("id", "nom", "type", "typeLabel", "latitude", "longitude")
SCHOOL = ("id", "nom", "code", "type", "secteur_nom", "region_nom", "prescolaire", "niveaux_enseignes")
LOCALITY = {
    "ecole": ("id", "nom", "type", "secteur_nom", "region_nom"),
    "pointEau": ("id", "nom", "type", "typeLabel", "secteur_nom", "region_nom", "fonctionnel"),
    "serviceSante": (
        "id", "nom", "type", "typeLabel", "secteur_nom", "region_nom", "statut", "telephone", "urgences_24h", "maternite",
    ),
}  # fmt: skip


def describe_distance(metres: float) -> str:
    """Format a distance as `450 m` or `2,3 km` in the active language."""
    if round(metres) < 1000:
        return _("%(metres)d m") % {"metres": round(metres)}
    return _("%(kilometres)s km") % {"kilometres": number_format(round(metres / 1000, 1), 1)}


def _pick_columns(row: dict[str, Any], columns: tuple[str, ...]) -> dict[str, Any]:
    return {SHOWN.get(name, name): row[name] for name in columns}


def _serialize_distance(metres: float) -> dict[str, Any]:
    return {"distance": round(metres, 1), "distanceFormattee": describe_distance(metres)}


def build_around_response(name: str, count: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Build the entry of one requested type in the response of proximite."""
    columns = NEAR_HOUSEHOLD if name == "menages" else NEAR_PLACE
    return {
        "count": count,
        "items": [_pick_columns(row, columns) | {"distance": round(row["distance"], 1)} for row in rows],
    }


def serialize_nearest_service(row: dict[str, Any] | None) -> dict[str, Any] | None:
    return (
        None
        if row is None
        else {"id": row["id"], "nom": row["nom"], "region": row["region"], **_serialize_distance(row["metres"])}
    )


def serialize_school(row: dict[str, Any]) -> dict[str, Any]:
    """Build a school with its distance. Nobody is enrolled: no register of school enrolment exists yet."""
    shown = _pick_columns(row, SCHOOL) | {"type": KINDS["ecoles"].type_of(row["type"])[0]}
    return {"ecole": shown, **_serialize_distance(row["distance"]), "estInscrit": False, "nbEnfantsInscrits": 0}


def serialize_locality_service(name: str, row: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if row is None else _pick_columns(row, LOCALITY[name]) | _serialize_distance(row["distance"])
