"""Query the runs of a cycle, and its payments without a known end."""

from typing import Any

from config.caller import Caller
from config.paging import Page
from config.sql import Queries
from transfers.cycles.models import Cycle
from transfers.execution.models import Run
from transfers.execution.queries import IMMEDIATE
from transfers.execution.runs.types import RunProgress, UnknownPayment, UnknownTotals

SQL = Queries(__file__, "runs.sql")


def _build_params(cycle: Cycle, user: Caller, page: int, limit: int) -> dict[str, Any]:
    regions = None if user.region_ids is None else list(user.region_ids)
    return {"cycle": cycle.id, "regions": regions, "limit": limit, "start": (page - 1) * limit}


def list_runs(cycle: Cycle, *, user: Caller, page: int, limit: int) -> Page:
    """Return a page of the runs of a cycle, the latest first, with counts of the regions that `user` sees."""
    params = _build_params(cycle, user, page, limit) | {"immediate": IMMEDIATE}
    rows = SQL.fetch_objects(RunProgress, "list_runs", params)
    return Page(rows, page, limit, Run.objects.filter(cycle=cycle).count())


def list_unknown_payments(cycle: Cycle, *, user: Caller, page: int, limit: int) -> tuple[Page, UnknownTotals]:
    """Return a page of the payments that were sent without a known end, the oldest first, and their totals."""
    params = _build_params(cycle, user, page, limit)
    totals = SQL.fetch_object(UnknownTotals, "sum_unknown_payments", params)
    rows = SQL.fetch_objects(UnknownPayment, "list_unknown_payments", params)
    return Page(rows, page, limit, totals.nombre), totals
