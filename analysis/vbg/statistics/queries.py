"""Count cases: every count of cases that anybody is told comes from here.

`count_cases` and its two sisters for services and statuses answer from sums of cells by `vbg.publier` (migration 0012)
alone; what they answer is the same for everybody, until the sums are published again.
"""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from analysis.vbg.cases.api import RUBRIQUE_LABELS, become_case_role, find_publication, shift_month
from analysis.vbg.cases.models import AgeBand, SurvivorSex
from analysis.vbg.directory.api import CaseCounts
from analysis.vbg.statistics.rules import (
    FIRST_MONTH,
    RISE_LEAST,
    RISE_RATE,
    find_last_day,
    find_previous_period,
    list_months,
    split_blocks,
    widen_period,
    widen_to_years,
)
from analysis.vbg.statistics.types import Counts, Period, Selection, Unit
from config.caller import Caller
from config.errors.problems import invalid
from config.sql import Queries
from geo.areas.models import Region, Sector

SQL: Final = Queries(__file__, "statistics.sql")


def list_units(caller: Caller, regions: Collection[UUID] | None, sectors: Collection[UUID] | None = None) -> list[Unit]:
    """Return what is asked about, as far as the caller sees it: sectors, else regions, else the country.

    All regions are the country.
    """
    seen: Any = Region.objects.visible_to(caller)
    if sectors is not None:
        rows: Any = Sector.objects.visible_to(caller).filter(id__in=sectors)
        rows = rows if regions is None else rows.filter(region_id__in=regions)
        return [Unit(secteur_id=identity) for identity in rows.order_by("id").values_list("id", flat=True)]
    if regions is None and caller.region_ids is None:
        return [Unit()]
    seen = seen if regions is None else seen.filter(id__in=regions)
    found = list(seen.order_by("id").values_list("id", flat=True))
    if found and len(found) == Region.objects.count():
        # The same cases: of many parts most are hidden, and their sum says little.
        return [Unit()]
    return [Unit(region_id=identity) for identity in found]


def count_cases(selection: Selection, periods: Sequence[Period]) -> list[Counts]:
    """Return the counts of each period."""
    blocks = [(number, *block) for number, period in enumerate(periods) for block in split_blocks(period)]
    params = {
        "regions": [unit.region_id for unit in selection.units],
        "secteurs": [unit.secteur_id for unit in selection.units],
        "series": [block[0] for block in blocks],
        "debuts": [block[1] for block in blocks],
        "fins": [block[2] for block in blocks],
        "rubrique": selection.rubrique,
    }
    counts = [Counts() for _period in periods]
    with become_case_role():
        rows = SQL.fetch_rows("count_cells", params)
    for row in rows:
        found = counts[row["serie"]]
        if row["rubrique"] is None:
            found.total = row["nombre"]
        elif row["region_id"] is None:
            found.by_rubrique[row["rubrique"]] = row["nombre"]
        else:
            found.by_region[row["rubrique"], row["region_id"]] = row["nombre"]
    return counts


def count_cases_of_services(_caller: Caller, services: Collection[UUID]) -> dict[UUID, CaseCounts]:
    """Return the counts of cases of services that the caller sees, of all whole months."""
    params = {"services": list(services), "fin": shift_month(timezone.localdate(), -1)}
    with become_case_role():
        found = {row.pop("service_id"): CaseCounts(**row) for row in SQL.fetch_rows("count_services", params)}
    return {identity: found.get(identity, CaseCounts(0, 0, 0)) for identity in services}


def count_totals(caller: Caller, regions: Collection[UUID] | None, first: date | None, last: date | None) -> CaseCounts:
    """Return the counts of cases by status in regions that the caller sees, of the whole months of a period."""
    blocks = split_blocks(widen_period(first or FIRST_MONTH, last, timezone.localdate()))
    if not blocks:
        return CaseCounts()
    params = {
        "regions": [unit.region_id for unit in list_units(caller, regions)],
        "debuts": [block[0] for block in blocks],
        "fins": [block[1] for block in blocks],
    }
    with become_case_role():
        found = SQL.fetch_mapping("count_totals", params)
    return CaseCounts(*(found.get(name, 0) for name in CaseCounts.__dataclass_fields__))


def analyse_rubriques(caller: Caller, query: dict[str, Any]) -> dict[str, Any]:
    """Return the counts by rubrique of a period, with those of each region and month, and how they have changed.

    Raises VALIDATION_ERROR when the last day is before the first.
    """
    first, last = query.get("dateDebut"), query.get("dateFin")
    _check_order(first, last)
    period = widen_period(first, last, timezone.localdate())
    selection = Selection(
        units=list_units(caller, query.get("region"), query.get("secteur")),
        rubrique=query.get("rubrique"),
    )
    months = list_months(period)
    if months:
        periods = [period, find_previous_period(period), *(Period(month, month) for month in months)]
        now, before, *series = count_cases(selection, periods)
    else:
        now, before, series = Counts(total=None, by_rubrique=dict.fromkeys(RUBRIQUE_LABELS)), Counts(), []
    shown = [selection.rubrique] if selection.rubrique else list(RUBRIQUE_LABELS)
    names = dict(Region.objects.filter(id__in={region for _each, region in now.by_region}).values_list("id", "nom"))
    return {
        "periode": {
            "debut": period.begin,
            "fin": find_last_day(period.end),
            "elargie": first not in (None, period.begin) or last not in (None, find_last_day(period.end)),
        },
        "arreteLe": find_publication(),
        "totalCas": now.total,
        "masque": now.total is None,
        "parRubrique": [_describe_rubrique(rubrique, now, before, names) for rubrique in shown],
        "tendance": {
            "mois": [f"{month:%Y-%m}" for month in months],
            "donnees": [
                {"rubrique": rubrique, "valeurs": [one.by_rubrique.get(rubrique, 0) for one in series]}
                for rubrique in shown
            ],
        },
        "alertes": list_alerts(now, before, names),
    }


def count_profiles(regions: Collection[UUID] | None, period: Period) -> dict[tuple[str | None, str | None], int | None]:
    """Return the counts of whole years by age band and sex, and their sums by each alone (None); regions None are all."""
    params = {
        "debut": period.begin,
        "fin": period.end,
        "regions": None if regions is None else list(regions),
    }
    with become_case_role():
        rows = SQL.fetch_rows("count_profiles", params)
    return {(row["tranche_age"], row["sexe"]): row["nombre"] for row in rows}


def analyse_profiles(caller: Caller, query: dict[str, Any]) -> dict[str, Any]:
    """Return the counts of whole years by age band and sex. Raises VALIDATION_ERROR as `analyse_rubriques` does."""
    first, last = query.get("dateDebut"), query.get("dateFin")
    _check_order(first, last)
    period = widen_to_years(first, last, timezone.localdate())
    units = list_units(caller, query.get("region"))
    counts = count_profiles(None if units == [Unit()] else [unit.region_id for unit in units if unit.region_id], period)

    def describe(**of: str) -> dict[str, Any]:
        # Of no year at all nothing is known, rather than that there was nobody.
        told = counts.get((of.get("tranche_age"), of.get("sexe")), 0) if period.begin <= period.end else None
        return of | {"count": told, "masque": told is None}

    return {
        "periode": {
            "debut": period.begin,
            "fin": find_last_day(period.end),
            "elargie": first not in (None, period.begin) or last not in (None, find_last_day(period.end)),
        },
        "arrete_le": find_publication(),
        "profils": [describe(tranche_age=str(age), sexe=str(sex)) for age in AgeBand for sex in SurvivorSex],
        "par_tranche_age": [describe(tranche_age=str(age)) for age in AgeBand],
        "par_sexe": [describe(sexe=str(sex)) for sex in SurvivorSex],
    }


def _check_order(first: date | None, last: date | None) -> None:
    if first and last and last < first:
        raise invalid({"dateFin": [_("La date de fin précède la date de début.")]})


def _describe_rubrique(rubrique: str, now: Counts, before: Counts, names: dict[UUID, str]) -> dict[str, Any]:
    count = now.by_rubrique.get(rubrique, 0)
    regions = [(region, told) for (one, region), told in now.by_region.items() if one == rubrique]
    return {
        "rubrique": rubrique,
        "label": str(RUBRIQUE_LABELS[rubrique]),
        "count": count,
        "masque": count is None,
        "pourcentage": min(100.0, round(100 * count / now.total, 1)) if count is not None and now.total else None,
        "evolution": compute_change(count, before.by_rubrique.get(rubrique, 0)),
        "parRegion": [
            {"region": {"id": region, "nom": names[region]}, "count": told, "masque": told is None}
            for region, told in sorted(regions, key=lambda pair: names[pair[0]])
        ],
    }


def list_alerts(now: Counts, before: Counts, names: dict[UUID, str]) -> list[dict[str, Any]]:
    """Return the rubriques whose counts have risen by half and by more than noise, in all and by region."""
    places: list[tuple[str, str | None, int | None, int | None]] = [
        (rubrique, None, count, before.by_rubrique.get(rubrique, 0)) for rubrique, count in now.by_rubrique.items()
    ]
    places += [
        (rubrique, names[region], count, before.by_region.get((rubrique, region), 0))
        for (rubrique, region), count in now.by_region.items()
    ]
    alerts = []
    for rubrique, region, count, old in sorted(places, key=lambda place: (place[1] or "", place[0])):
        change = compute_change(count, old)
        if change is None or change < RISE_RATE or (count or 0) - (old or 0) < RISE_LEAST:
            continue
        values = {"rubrique": RUBRIQUE_LABELS[rubrique], "change": f"{change:.0f}", "region": region}
        sentence = (
            _("%(rubrique)s : %(change)s %% de plus, région %(region)s.")
            if region
            else _("%(rubrique)s : %(change)s %% de plus.")
        )
        alerts.append({"type": "hausse", "rubrique": rubrique, "region": region, "message": sentence % values})
    return alerts


def compute_change(count: int | None, before: int | None) -> float | None:
    """Return the change in percent of two counts that were told, or None when one is hidden or the first is 0."""
    return round(100 * (count - before) / before, 1) if count is not None and before else None
