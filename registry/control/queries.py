"""Who sends what: the dashboard of quality, and the counts by rule."""

from typing import Any, Final

from django.utils.translation import gettext as _

from config.sql import Queries
from geo.scope.sets import subquery
from registry.households.models import Household
from registry.quality.rules import BY_CODE, MAX_PRECISION, OUTSIDE

SQL = Queries(__file__, "control.sql")
# What is suspect: minutes between two interviews, km/h between two households, households on one position.
LIMITS: Final = {
    "minutes": "5", "speed": "120", "shared": "3", "precision": str(MAX_PRECISION), "outside": OUTSIDE,
}  # fmt: skip
COLUMNS: Final = (
    "id", "region_id", "campagne_id", "enqueteur_id", "date_collecte", "geom", "precision_gps", "score_qualite",
    "problemes_qualite",
)  # fmt: skip
LOOKUPS: Final = {
    "region": "region_id__in", "secteur": "secteur_id__in", "campagne": "campagne_id__in",
    "enqueteur": "enqueteur_id__in", "projet": "projet_id__in", "dateDebut": "date_collecte__date__gte",
    "dateFin": "date_collecte__date__lte",
}  # fmt: skip
# PostgreSQL's grouping() has a bit set for each column that is NOT grouped by, first column highest.
AXES: Final = {0b011: "parRegion", 0b101: "parCampagne", 0b110: "parEnqueteur"}
TOTAL: Final = 0b111
SHARES: Final = ("sansGps", "gpsImprecis", "horsSecteur", "entretiensTropProches", "deplacementsImpossibles",
                 "positionsPartagees")  # fmt: skip
MAX_SURVEYORS: Final = 500
ROUND_EXPECTED: Final = 5  # one age in five ends in 0 or 5
Row = dict[str, Any]


def _menages(query: dict[str, Any], user: Any) -> tuple[str, dict[str, Any]]:
    rows = Household.objects.filter(
        **{lookup: query[name] for name, lookup in LOOKUPS.items() if query.get(name) is not None}
    )
    return subquery(rows.visible_to(user), "menages", *COLUMNS)


def _shown(row: Row) -> Row:
    """A group with its shares (percent) and Whipple's index: 100 is no heaping, 500 all ages round."""
    total, ages = row["total"], row["agesConnus"]
    counts = {name: row[name] for name in SHARES}
    return {
        "total": total,
        "qualiteMoyenne": row["qualiteMoyenne"],
        **counts,
        "taux": {name: round(100 * count / total, 1) if total else 0.0 for name, count in counts.items()},
        "agesConnus": ages,
        "agesRonds": row["agesRonds"],
        "indiceWhipple": round(100 * ROUND_EXPECTED * row["agesRonds"] / ages, 1) if ages else None,
    }


def _suspicion(row: Row) -> float:
    """The most suspect groups stand first: the mean of their shares."""
    return sum(row["taux"].values())


def dashboard(query: dict[str, Any], user: Any) -> dict[str, Any]:
    """Quality in all, by region, campaign and surveyor, of the households that `user` sees under the filters."""
    menages, params = _menages(query, user)
    found = SQL.rows("dashboard", params, menages=menages, **LIMITS)
    ids = list({row["id"] for row in found if row["id"]})
    names = {row["id"]: row["nom"] for row in SQL.rows("names", {"ids": ids})}
    groups: dict[str, list[Row]] = {name: [] for name in AXES.values()}
    total: Row = {}
    for row in found:
        if row["axe"] == TOTAL:
            total = _shown(row)
        else:
            nom = names.get(row["id"]) if row["id"] else _("Sans objet")
            groups[AXES[row["axe"]]].append({"id": row["id"], "nom": nom, **_shown(row)})
    ordered = {name: sorted(rows, key=_suspicion, reverse=True) for name, rows in groups.items()}
    ordered["parEnqueteur"] = ordered["parEnqueteur"][:MAX_SURVEYORS]
    return {"total": total, **ordered, "parRegle": by_rule(menages, params)}


def by_rule(menages: str, params: dict[str, Any]) -> list[Row]:
    """How many households break each rule, the most frequent first."""
    return [
        {
            "code": rule.code,
            "gravite": rule.severity,
            "champ": rule.field,
            "message": str(rule.message),
            "total": row["n"],
        }
        for row in SQL.rows("by_rule", params, menages=menages)
        if (rule := BY_CODE.get(row["code"]))
    ]
