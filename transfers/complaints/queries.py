"""Query complaints: the list, the detail, and what other features show of them."""

from datetime import date
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, Max, QuerySet, Sum

from config.caller import Caller
from config.paging import Page, limit_search_time, paginate, paginate_ids
from config.sql import Queries
from registry.households.models import Household
from registry.scoring.api import explain_score
from transfers.beneficiaries.models import Beneficiary
from transfers.complaints.filters import (
    CONTACTS,
    ComplaintFilters,
    SummedComplaintFilters,
    filter_complaints,
    sort_complaints,
)
from transfers.complaints.models import CATEGORY_PERMISSIONS, OPEN_STATUSES, Complaint, list_hidden_categories
from transfers.complaints.teams.models import Category
from transfers.complaints.totals.models import ComplaintTotal
from transfers.complaints.types import ComplaintRecord, ComplaintSubject, ComplaintSummary
from transfers.cycles.models import Cycle
from transfers.holidays.api import add_working_days
from transfers.payments.models import Payment

SQL = Queries(__file__, "complaints.sql")
# More than so many complaints that a search found are not sorted, unless the page is beyond this share of them.
MANY_FOUND: Final = 1_000
WALKED_SHARE: Final = 0.1
# A check of a conditionality that an open complaint contests.
OPEN_COMPLAINT: Final = (
    "EXISTS (SELECT FROM transfers_plainte AS plainte WHERE plainte.verification_id = latest.verification_id"
    f" AND plainte.statut IN ({', '.join(repr(str(status)) for status in OPEN_STATUSES)}))"
)


def compute_deadline(start: date, priority: str, suspended: int = 0) -> date:
    """Return the last day on which a complaint of `start` is resolved in time: working days after it, by priority.

    `suspended` is how many working days did not count.
    """
    return add_working_days(start, settings.COMPLAINT_DAYS[priority] + suspended)


def fetch_complaints() -> QuerySet[Complaint]:
    """Return complaints with what an answer shows of each, newest first; areas without their boundaries."""
    related = Complaint.objects.select_related("region", "secteur", "equipe", "membre__user", "confidentiel")
    return related.defer("objet_normalise", "region__geom", "secteur__geom")


def paginate_complaints(query: dict[str, Any], user: Caller) -> Page:
    """Return one page of the complaints that `user` sees under the filters of the list, in its order or newest first.

    The ids are found first, by indexes alone: with the related rows, planning the query took longer than its execution. The
    rows are plain data: as models and by a serializer they cost more than all the rest of the request.
    """
    page, limit, order = query["page"], query["limit"], query.get("tri")
    rows = filter_complaints(query, user)
    if order:
        rows = sort_complaints(rows, order)
    if query.get("search"):
        found = paginate_ids(rows, page, limit) if order else _paginate_found(rows, page, limit)
    else:
        found = paginate(rows.values_list("id", flat=True), page, limit, count_complaints(user, query))
    return found.replace_items(_list_summaries(found.items, user))


def _list_summaries(ids: list[UUID], user: Caller) -> list[ComplaintSummary]:
    """Return the list rows of these complaints, in their order."""
    if not ids:
        return []
    params = {"ids": ids, "contacts": user.holds(CONTACTS), "hidden": list_hidden_categories(user)}
    return SQL.fetch_objects(ComplaintSummary, "list_summaries", params)


def _paginate_found(rows: QuerySet[Complaint], page: int, limit: int) -> Page:
    """Return one page of the ids of what a search found.

    What is found costs a page of the table for each row. Of many, only the total needs them all: the page is at the newest
    one, and a walk from there by their order soon has it. Few are read twice, which is less than what such a walk may read.
    """
    with limit_search_time():
        found = rows.order_by().aggregate(total=Count("*"), newest=Max("date_creation"))
        if found["total"] > MANY_FOUND and page * limit < found["total"] * WALKED_SHARE:
            ids = rows.filter(date_creation__lte=found["newest"]).values_list("id", flat=True)
            return paginate(ids, page, limit, found["total"])
        return paginate_ids(rows, page, limit, is_searched=False)


def count_complaints(user: Caller, query: dict[str, Any]) -> int:
    """Return how many complaints `user` sees under the filters of the list: by their sums, where these know all filters."""
    if ComplaintFilters.select_values(query).keys() <= SummedComplaintFilters.base_filters.keys():
        sums = SummedComplaintFilters.filter_rows(ComplaintTotal.objects.visible_to(user), query)
        return sums.aggregate(total=Sum("nombre"))["total"] or 0
    return filter_complaints(query, user).order_by().count()


def find_first_deadline(user: Caller, query: dict[str, Any]) -> date | None:
    """Return the earliest deadline of the complaints that `user` sees under the filters of the list; None without any."""
    return filter_complaints(query, user).order_by("echeance").values_list("echeance", flat=True).first()


def list_beneficiary_complaints(beneficiary_id: UUID, user: Caller) -> list[ComplaintRecord]:
    """Return the complaints about a beneficiary that `user` may read, newest first, in one query."""
    if not user.holds("plaintes.lire"):
        return []
    rows = Complaint.objects.visible_to(user).filter(beneficiaire=beneficiary_id).select_related("confidentiel")
    return [
        ComplaintRecord(
            id=row.id,
            reference=row.reference,
            categorie=row.categorie,
            description=row.texts.description,
            statut=row.statut,
            priorite=row.priorite,
            date_creation=row.date_creation,
            date_resolution=row.date_resolution,
            resolution=row.texts.resolution,
        )
        for row in rows
    ]


def explain_targeting(complaint: Complaint, user: Caller) -> dict[str, Any] | None:
    """Return the score, with its terms, of the household of a complaint about targeting, for who may read it.

    None when there is no household, or nothing by which it was scored.
    """
    if complaint.categorie != Category.CIBLAGE or complaint.menage_id is None or not user.holds("registre.lire"):
        return None
    household = Household.objects.visible_to(user).filter(id=complaint.menage_id).first()
    if household is None or household.methode_pmt is None:
        return None
    return explain_score(household)


def describe_subject(complaint: Complaint, user: Caller) -> ComplaintSubject:
    """Return what a complaint is about, each for who may read it: the household, person, cycle and payment."""
    household: dict[str, Any] | None = None
    person: dict[str, Any] | None = None
    cycle: dict[str, Any] | None = None
    payment: dict[str, Any] | None = None
    if user.holds("registre.lire") and complaint.menage_id:
        rows: Any = Household.objects.visible_to(user).filter(id=complaint.menage_id)
        household = rows.values("id", code=F("code_menage")).first()
    if user.holds("transferts.lire") and complaint.beneficiaire_id:
        rows = Beneficiary.objects.visible_to(user).filter(id=complaint.beneficiaire_id)
        person = rows.values("id", "code").first()
    cycle_id = complaint.cycle_id or (complaint.paiement.cycle_id if complaint.paiement else None)
    if user.holds("transferts.lire") and cycle_id:
        rows = Cycle.objects.visible_to(user).filter(id=cycle_id)
        cycle = rows.values("id", "nom").first()
    if user.holds("transferts.lire") and complaint.paiement_id:
        rows = Payment.objects.visible_to(user).filter(id=complaint.paiement_id)
        payment = rows.values("id", "reference", "statut", "montant").first()
    return ComplaintSubject(menage=household, beneficiaire=person, cycle=cycle, paiement=payment)


def count_by_household(ids: list[UUID]) -> dict[UUID, int]:
    """Return the number of complaints about each household which has any, without those that few may read."""
    return _count_rows(Complaint.objects.exclude(categorie__in=CATEGORY_PERMISSIONS), ids)


def count_withheld_by_household(ids: list[UUID]) -> dict[UUID, int]:
    """Return the number of complaints about each household of which few may read; one about violence names none.

    They hold the household as all others do: who deletes it is told that something does, without what.
    """
    return _count_rows(Complaint.objects.filter(categorie__in=CATEGORY_PERMISSIONS), ids)


def _count_rows(rows: QuerySet[Complaint], ids: list[UUID]) -> dict[UUID, int]:
    return dict(rows.filter(menage_id__in=ids).order_by().values_list("menage_id").annotate(n=Count("id")))
