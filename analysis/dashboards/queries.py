"""Compute the figures of dashboards from the sums by day, within the regions of the caller."""

from collections import Counter
from typing import Any, Final

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.utils import timezone

from analysis.dashboards.filters import PaymentChartFilters
from analysis.dashboards.models import SUM_FIELDS, DailyTotal, Subject
from analysis.dashboards.rules import (
    DAYS_PER_MONTH,
    Periode,
    compute_percentage,
    compute_variation,
    cover_period,
    list_intervals,
    resolve_period,
)
from analysis.dashboards.types import (
    ComplaintGroup,
    ComplaintSums,
    Interval,
    PaymentChart,
    PaymentSums,
    Period,
    RegionShare,
)
from config.caller import Caller
from config.days import find_moments
from config.sql import Queries
from geo.areas.models import Region
from geo.scope.api import compile_subquery
from transfers.complaints.api import KEPT_TERM
from transfers.complaints.models import OPEN_STATUSES, Complaint, ComplaintStatus, Priority, list_hidden_categories
from transfers.complaints.teams.models import Category
from transfers.complaints.totals.models import SUM_FIELDS as COMPLAINT_SUM_FIELDS
from transfers.complaints.totals.models import ComplaintTotal
from transfers.payments.api import PARTIAL, sum_received_amount
from transfers.payments.models import Payment, PaymentStatus
from transfers.programmes.api import filter_programmes
from transfers.programmes.models import Statut

SQL = Queries(__file__, "dashboards.sql")
# The permission that a subject is read with.
READ_PERMISSIONS: Final = {
    Subject.MENAGE: "registre.lire",
    Subject.BENEFICIAIRE: "transferts.lire",
    Subject.PAIEMENT: "transferts.lire",
}
# Whoever is told of the households of a programme reads both.
ENROLLED: Final = (READ_PERMISSIONS[Subject.MENAGE], READ_PERMISSIONS[Subject.BENEFICIAIRE])
COMPLAINTS: Final = "plaintes.lire"
SECONDS_PER_DAY: Final = 86_400
SUCCEEDED, FAILED = Q(statut=PaymentStatus.REUSSI), Q(statut=PaymentStatus.ECHOUE)


def filter_visible_totals(user: Caller) -> QuerySet[DailyTotal]:
    """Return the sums by day of the caller's regions, of the subjects that they may read."""
    subjects = [subject for subject, permission in READ_PERMISSIONS.items() if user.holds(permission)]
    subjects += [Subject.INSCRIT] if all(map(user.holds, ENROLLED)) else []
    return DailyTotal.objects.visible_to(user).filter(sujet__in=subjects)


def _sum(column: str, condition: Q) -> Sum:
    return Sum(column, filter=condition, default=0)


def compute_figures(user: Caller, query: dict[str, Any]) -> tuple[Period, dict[str, dict[str, Any]]]:
    """Return the period and the figures of households, beneficiaries and payments, in one query, and one for partial ones.

    Households and beneficiaries are all of them, with those who came in the period; those of a programme came by their
    enrolment. Payments are all, or those of the period when it was given. Variations compare the period with the one
    before, in percent.

    Raises VALIDATION_ERROR for a period that is turned round or too long.
    """
    period = resolve_period(query.get("dateDebut"), query.get("dateFin"), timezone.localdate())
    is_limited = bool(query.get("dateDebut") or query.get("dateFin"))
    rows = PaymentChartFilters.filter_rows(filter_visible_totals(user), query)
    totals, params = compile_subquery(rows, "totals", "sujet", "jour", "programme_id", "statut", *SUM_FIELDS)
    params |= {
        "programme": query.get("programme"),
        "is_limited": is_limited,
        **{name: getattr(period, name) for name in ("debut", "fin", "debut_precedent", "fin_precedente")},
    }
    sums = SQL.fetch_one("sum_figures", params, totals=totals)
    values = {name: int(value or 0) for name, value in sums.items()}
    return period, {
        "menages": {
            "total": values["menages"],
            "nouveaux": values["menages_now"],
            "variation": compute_variation(values["menages_now"], values["menages_before"]),
        },
        "beneficiaires": {
            "total": values["people"],
            "actifs": values["people_active"],
            "variation": compute_variation(values["people_now"], values["people_before"]),
        },
        "paiements": {
            "totalMontant": values["amount"],
            "nombrePaiements": values["succeeded"],
            "nombreEchoues": values["failed"],
            "montantEchoue": values["amount_failed"],
            **_sum_partial(user, query, period if is_limited else None),
            "tauxReussite": compute_percentage(values["succeeded"], values["succeeded"] + values["failed"]),
            "variation": compute_variation(values["amount_now"], values["amount_before"]),
        },
    }


def _sum_partial(user: Caller, query: dict[str, Any], period: Period | None) -> dict[str, int]:
    """Return how many payments arrived in part, and what of them did not: all, or those of a period."""
    if not user.holds(READ_PERMISSIONS[Subject.PAIEMENT]):
        return {"nombrePartiels": 0, "montantManquant": 0}
    rows = _filter_by_region(Payment.objects.visible_to(user), query)
    rows = rows.filter(PARTIAL, date_execution__isnull=False).order_by()
    if period is not None:
        rows = rows.filter(date_execution__range=find_moments(period.debut, period.fin))
    if "programme" in query:
        rows = rows.filter(cycle__programme=query["programme"])
    sums = rows.aggregate(number=Count("id"), lacking=Sum(F("montant") - F("montant_recu"), default=0))
    return {"nombrePartiels": sums["number"], "montantManquant": int(sums["lacking"])}


def list_unreadable_figures(user: Caller, query: dict[str, Any]) -> list[str]:
    """Return the names of the figures that `user` lacks the permission to read: they are 0."""
    permissions = {
        "menages": READ_PERMISSIONS[Subject.MENAGE],
        "beneficiaires": READ_PERMISSIONS[Subject.BENEFICIAIRE],
        "paiements": READ_PERMISSIONS[Subject.PAIEMENT],
        "plaintes": COMPLAINTS,
        "budget": READ_PERMISSIONS[Subject.PAIEMENT],
    }
    unreadable = [name for name, permission in permissions.items() if not user.holds(permission)]
    is_enrolled_hidden = "programme" in query and not all(map(user.holds, ENROLLED)) and "menages" not in unreadable
    return ["menages", *unreadable] if is_enrolled_hidden else unreadable


def _choose_intervals(user: Caller, query: dict[str, Any]) -> tuple[Periode, list[Interval]]:
    """Return the intervals of a chart and their length: at least the usual ones where no period was given."""
    length, period, today = Periode(query["periode"]), _find_period(query), timezone.localdate()
    if period is not None:
        return cover_period(length, period.debut, period.fin)
    usual = list_intervals(length, today)
    if not query["depuisDebut"]:
        return length, usual
    rows = filter_visible_totals(user).filter(SUCCEEDED | FAILED, sujet=Subject.PAIEMENT)
    days = PaymentChartFilters.filter_rows(rows, query).aggregate(first=Min("jour"), last=Max("jour"))
    first, last = min(usual[0].debut, days["first"] or today), max(today, days["last"] or today)
    return (length, usual) if (first, last) == (usual[0].debut, today) else cover_period(length, first, last)


def build_payment_chart(user: Caller, query: dict[str, Any]) -> PaymentChart:
    """Return the executed payments by week, month, quarter or year, oldest first, with their sums.

    Those of the last year or so, all of them with `depuisDebut`, or those of the period that was given. An interval
    without payments is there with zeros. The monthly mean is over the days of the whole chart.
    """
    length, intervals = _choose_intervals(user, query)
    first, last = intervals[0].debut, intervals[-1].fin
    rows = filter_visible_totals(user).filter(sujet=Subject.PAIEMENT, jour__gte=first, jour__lt=last)
    days = PaymentChartFilters.filter_rows(rows, query).values("jour").order_by("jour")
    found = {
        row["jour"]: PaymentSums(int(row["montant"]), row["reussis"], row["echoues"])
        for row in days.annotate(
            montant=_sum("montant", SUCCEEDED), reussis=_sum("nombre", SUCCEEDED), echoues=_sum("nombre", FAILED)
        )
    }
    bars = [[sums for day, sums in found.items() if interval.debut <= day < interval.fin] for interval in intervals]
    amounts = [sum(sums.montant for sums in bar) for bar in bars]
    succeeded = [sum(sums.reussis for sums in bar) for bar in bars]
    failed = [sum(sums.echoues for sums in bar) for bar in bars]
    total, months = sum(amounts), (last - first).days / DAYS_PER_MONTH
    return PaymentChart(
        length=length,
        labels=[interval.label for interval in intervals],
        intervals=intervals,
        amounts=amounts,
        succeeded=succeeded,
        failed=failed,
        summary={
            "totalMontant": total,
            "totalPaiements": sum(succeeded),
            "moyenneMensuelle": round(total / months, 2),
        },
    )


def list_region_shares(user: Caller, query: dict[str, Any]) -> list[RegionShare]:
    """Return the sums of each visible region by name, also of those without a household.

    Households and beneficiaries are all of them; payments are all, or those of the period when it was given.

    Raises VALIDATION_ERROR for a period that is turned round or too long.
    """
    paid = Q(sujet=Subject.PAIEMENT) & SUCCEEDED
    if (period := _find_period(query)) is not None:
        paid &= Q(jour__range=(period.debut, period.fin))
    sums = (
        filter_visible_totals(user)
        .values("region_id")
        .order_by()
        .annotate(
            menages=_sum("nombre", Q(sujet=Subject.MENAGE)),
            beneficiaires=_sum("nombre", Q(sujet=Subject.BENEFICIAIRE)),
            montant=_sum("montant", paid),
        )
    )
    found = {row["region_id"]: row for row in sums}
    whole = sum(row["menages"] for row in found.values())
    nothing = {"menages": 0, "beneficiaires": 0, "montant": 0}
    shares = []
    for region_id, name in Region.objects.visible_to(user).order_by("nom").values_list("id", "nom"):
        row = found.get(region_id, nothing)
        share = compute_percentage(row["menages"], whole) or 0.0
        shares.append(RegionShare(region_id, name, row["menages"], row["beneficiaires"], int(row["montant"]), share))
    return shares


def summarise_complaints(user: Caller, query: dict[str, Any]) -> dict[str, Any]:
    """Return how many visible complaints there are, are open and were resolved, and the mean days until they were.

    Without the permission there are none. With `dateDebut` or `dateFin`, they are those of the period.
    """
    sums = _sum_complaints(user, query) if user.holds(COMPLAINTS) else []
    resolved, seconds = sum(row.resolues for row in sums), sum(row.secondes for row in sums)
    return {
        "total": sum(row.nombre for row in sums),
        "ouvertes": sum(row.nombre for row in sums if row.statut in OPEN_STATUSES),
        "resolues": resolved,
        "delaiMoyenResolution": round(seconds / SECONDS_PER_DAY / resolved, 1) if resolved else None,
    }


def _sum_complaints(user: Caller, query: dict[str, Any]) -> list[ComplaintSums]:
    """Return the sums of complaints by status: those that triggers maintain where these know the filters, or of rows."""
    if _find_period(query) is None and "programme" not in query:
        totals = _filter_by_region(ComplaintTotal.objects.visible_to(user), query).order_by()
        return [ComplaintSums(*row) for row in totals.values_list("statut").annotate(*map(Sum, COMPLAINT_SUM_FIELDS))]
    rows = _filter_complaints(user, query)
    complaints, params = compile_subquery(rows, "complaints", "statut", "date_creation", "date_resolution")
    return SQL.fetch_objects(ComplaintSums, "sum_complaints", params, complaints=complaints)


def _find_period(query: dict[str, Any]) -> Period | None:
    """Return the period that was given, or None. Raises VALIDATION_ERROR for one that is turned round or too long."""
    if not (query.get("dateDebut") or query.get("dateFin")):
        return None
    return resolve_period(query.get("dateDebut"), query.get("dateFin"), timezone.localdate())


def _filter_complaints(user: Caller, query: dict[str, Any]) -> QuerySet[Complaint]:
    """Return the visible complaints of a region, of a programme, and those that came in within a period."""
    rows = _filter_by_region(Complaint.objects.visible_to(user), query)
    if (period := _find_period(query)) is not None:
        rows = rows.filter(date_creation__range=find_moments(period.debut, period.fin))
    if "programme" in query:
        rows = rows.filter(Q(cycle__programme=query["programme"]) | Q(beneficiaire__programme=query["programme"]))
    return rows


def _filter_by_region(rows: QuerySet[Any], query: dict[str, Any]) -> QuerySet[Any]:
    return rows.filter(region_id=query["region"]) if "region" in query else rows


def _group_complaints(user: Caller, query: dict[str, Any]) -> list[ComplaintGroup]:
    """Return the numbers of the complaints that the caller may read; without the permission there are none.

    Those of a period are counted; of all there are sums, without the open ones whose term is over by now.
    """
    if not user.holds(COMPLAINTS):
        return []
    if _find_period(query) is not None:
        rows = _filter_complaints(user, query).order_by().annotate(tenu=KEPT_TERM)
        found = rows.values_list("statut", "categorie", "priorite", "tenu").annotate(nombre=Count("id"))
        return [ComplaintGroup(*row) for row in found]
    unresolved = Complaint.objects.filter(date_resolution=None, suspendue_depuis=None).exclude(statut="rejetee")
    late = _filter_by_region(unresolved.filter(echeance__lt=timezone.localdate()).visible_to(user), query)
    totals = _filter_by_region(ComplaintTotal.objects.visible_to(user), query)
    sums, params = compile_subquery(totals, "totals", "statut", "categorie", "priorite", "respecte", "nombre")
    broken, others = compile_subquery(late, "late", "statut", "categorie", "priorite")
    return SQL.fetch_objects(ComplaintGroup, "group_complaints", params | others, totals=sums, late=broken)


def compute_complaint_overview(user: Caller, query: dict[str, Any]) -> dict[str, Any]:
    """Return the visible complaints by status, category and priority, and how many kept their term.

    With `dateDebut` or `dateFin`, they are those that came in within the period.
    """
    groups = _group_complaints(user, query)
    statuses, categories, priorities = Counter[str](), Counter[str](), Counter[str]()
    kept = broken = running = 0
    for group in groups:
        statuses[group.statut] += group.nombre
        categories[group.categorie] += group.nombre
        priorities[group.priorite] += group.nombre
        kept += group.nombre if group.respecte else 0
        broken += group.nombre if group.respecte is False else 0
        running += group.nombre if group.respecte is False and group.statut in OPEN_STATUSES else 0
    hidden = list_hidden_categories(user)
    return {
        "parStatut": {status: statuses[status] for status in ComplaintStatus.values},
        "parCategorie": {category: categories[category] for category in Category.values if category not in hidden},
        "parPriorite": {priority: priorities[priority] for priority in Priority.values},
        "slaMetrics": {
            "respecte": kept,
            "depasse": broken,
            "depasseOuvertes": running,
            "tauxRespect": compute_percentage(kept, kept + broken),
        },
    }


def compute_target(user: Caller, query: dict[str, Any]) -> dict[str, Any] | None:
    """Return how many beneficiaries the running programmes aim at, and how many of these programmes' are active.

    None when no programme says so, and where only a part of the country is meant: targets are national.
    """
    if user.region_ids is not None or "region" in query or not user.holds(READ_PERMISSIONS[Subject.BENEFICIAIRE]):
        return None
    programmes = filter_programmes({}).filter(statut=Statut.ACTIF, objectif_beneficiaires__gt=0)
    if "programme" in query:
        programmes = programmes.filter(id=query["programme"])
    targets = {one: target or 0 for one, target in programmes.order_by().values_list("id", "objectif_beneficiaires")}
    if not targets:
        return None
    people = filter_visible_totals(user).filter(sujet=Subject.BENEFICIAIRE, statut="actif", programme_id__in=targets)
    reached, target = int(people.aggregate(found=_sum("nombre", Q()))["found"]), sum(targets.values())
    return {"vises": target, "actifs": reached, "taux": compute_percentage(reached, target)}


def compute_budget(user: Caller, query: dict[str, Any]) -> dict[str, Any]:
    """Return budget and payments of the programmes, of one of them, or of those that work in a region.

    They are national, as a programme's own figures are (decision 0087).
    """
    if not user.holds(READ_PERMISSIONS[Subject.PAIEMENT]):
        return {"alloue": 0, "depense": 0, "tauxExecution": None}
    rows = filter_programmes({})
    if "programme" in query:
        rows = rows.filter(id=query["programme"])
    if "region" in query:
        rows = rows.filter(Q(regions_eligibles__region=query["region"]) | Q(regions_eligibles=None))
    budgets = dict(rows.order_by().values_list("id", "budget_total"))
    allocated, spent = int(sum(filter(None, budgets.values()))), sum_received_amount(budgets)
    return {"alloue": allocated, "depense": spent, "tauxExecution": compute_percentage(spent, allocated)}
