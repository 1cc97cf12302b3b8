"""Query the quality dashboard and the counts by quality rule."""

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from config.sql import Queries
from geo.scope.api import compile_subquery
from registry.control.models import COUNTS, KEYS, QualityTally
from registry.households.models import Household
from registry.quality.api import MAX_GPS_PRECISION_M, POINT_OUTSIDE_SECTOR, QUALITY_RULES_BY_CODE

SQL = Queries(__file__, "control.sql")
# Thresholds of suspicion: minutes between two interviews, km/h between two households, households at one position.
LIMITS: Final = {
    "minutes": "5", "speed": "120", "shared": "3", "precision": str(MAX_GPS_PRECISION_M), "outside": POINT_OUTSIDE_SECTOR,
}  # fmt: skip
COLUMNS: Final = (
    "id", "region_id", "secteur_id", "campagne_id", "enqueteur_id", "projet_id", "date_collecte", "geom",
    "precision_gps", "score_qualite", "problemes_qualite",
)  # fmt: skip
LOOKUPS: Final = {
    "region": "region_id__in", "secteur": "secteur_id__in", "campagne": "campagne_id__in",
    "enqueteur": "enqueteur_id__in", "projet": "projet_id__in",
}  # fmt: skip
# Bounds on the day of a household or of a tally row.
DAYS: Final = {"dateDebut": "gte", "dateFin": "lte"}
# PostgreSQL's grouping() sets a bit for each column that is NOT grouped by; the first column is the highest bit.
AXES: Final = {0b011: "parRegion", 0b101: "parCampagne", 0b110: "parEnqueteur"}
TOTAL: Final = 0b111
SHARES: Final = ("sansGps", "gpsImprecis", "horsSecteur", "entretiensTropProches", "deplacementsImpossibles",
                 "positionsPartagees")  # fmt: skip
MAX_SURVEYORS: Final = 500
# Names in the response of the counts of `models.COUNTS`.
SHOWN: Final = {
    "total": "total", "sans_gps": "sansGps", "gps_imprecis": "gpsImprecis", "hors_secteur": "horsSecteur",
    "entretiens_trop_proches": "entretiensTropProches", "deplacements_impossibles": "deplacementsImpossibles",
    "positions_partagees": "positionsPartagees", "ages_connus": "agesConnus", "ages_ronds": "agesRonds",
}  # fmt: skip
SUMS: Final = ", ".join(f'coalesce(sum({count}), 0)::bigint AS "{name}"' for count, name in SHOWN.items())
ROUND_EXPECTED: Final = 5  # one age in five ends in 0 or 5
Row = dict[str, Any]


def _filter_visible(rows: QuerySet, query: dict[str, Any], day: str, user: Any) -> QuerySet:
    names = LOOKUPS | {name: f"{day}__{bound}" for name, bound in DAYS.items()}
    wanted = {lookup: query[name] for name, lookup in names.items() if query.get(name) is not None}
    visible: QuerySet = rows.filter(**wanted).visible_to(user)  # type: ignore[attr-defined]
    return visible


def compose_counts_sql(rows: QuerySet) -> tuple[str, dict[str, Any]]:
    """Return the SELECT that computes the current counts of the given households, and its parameters.

    Its columns are `models.KEYS`, `COUNTS`, `somme_qualite` and `regles`.
    """
    menages, params = compile_subquery(rows, "menages", *COLUMNS)
    rules = ", ".join(
        f"'{code}', nullif(count(*) FILTER (WHERE problemes_qualite ? '{code}'), 0)" for code in QUALITY_RULES_BY_CODE
    )
    text = SQL["grain"].format(menages=menages, rules=f"jsonb_strip_nulls(jsonb_build_object({rules}))", **LIMITS)
    return text, params


def _compose_source_sql(query: dict[str, Any], user: Any) -> tuple[str, dict[str, Any], datetime]:
    """Return the SQL of the counts that the dashboard adds up, its parameters, and the time of the counts.

    Up to SYNCHRONOUS_MAX_ROWS households are counted now; for more, the stored tallies are used if there are any.
    """
    rows = _filter_visible(Household.objects.all(), query, "date_collecte__date", user)
    kept = QualityTally.objects.values_list("calcule_le", flat=True).first()
    most = settings.SYNCHRONOUS_MAX_ROWS
    if kept is None or rows.order_by()[: most + 1].count() <= most:
        return *compose_counts_sql(rows), timezone.now()
    tally = _filter_visible(QualityTally.objects.all(), query, "jour", user)
    return *compile_subquery(tally, "releves", *KEYS, *COUNTS, "somme_qualite", "regles"), kept


def _serialize_group(row: Row) -> Row:
    """Serialize a group with its shares in percent and Whipple's index.

    The index is 100 when ages do not heap on 0 and 5, and 500 when all ages end in 0 or 5.
    """
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


def _compute_suspicion(row: Row) -> float:
    """Return the sum of a group's shares, by which the most suspect groups sort first."""
    return sum(row["taux"].values())


def build_dashboard_response(query: dict[str, Any], user: Any) -> dict[str, Any]:
    """Return the quality in total and by region, campaign and surveyor of the households visible to `user`.

    `query` holds the filters. `calculeLe` is the time of the counts (decision 0020).
    """
    counts, params, when = _compose_source_sql(query, user)
    found = SQL.rows("dashboard", params, grain=counts, counts=SUMS)
    ids = list({row["id"] for row in found if row["id"]})
    names = {row["id"]: row["nom"] for row in SQL.rows("names", {"ids": ids})}
    groups: dict[str, list[Row]] = {name: [] for name in AXES.values()}
    total: Row = {}
    for row in found:
        if row["axe"] == TOTAL:
            total = _serialize_group(row)
        else:
            nom = names.get(row["id"]) if row["id"] else _("Sans objet")
            groups[AXES[row["axe"]]].append({"id": row["id"], "nom": nom, **_serialize_group(row)})
    ordered = {name: sorted(rows, key=_compute_suspicion, reverse=True) for name, rows in groups.items()}
    ordered["parEnqueteur"] = ordered["parEnqueteur"][:MAX_SURVEYORS]
    return {"calculeLe": when, "total": total, **ordered, "parRegle": _count_by_rule(counts, params)}


def _count_by_rule(counts: str, params: dict[str, Any]) -> list[Row]:
    """Return how many households break each quality rule, the most frequent first."""
    return [
        {
            "code": rule.code,
            "gravite": rule.severity,
            "champ": rule.field,
            "message": str(rule.message),
            "total": row["n"],
        }
        for row in SQL.rows("by_rule", params, grain=counts)
        if (rule := QUALITY_RULES_BY_CODE.get(row["code"]))
    ]
