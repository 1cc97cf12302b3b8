"""Query selections, their areas and their households."""

from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from config.caller import Caller
from config.paging import Page
from config.sql import Queries
from geo.scope.api import compile_visible_subquery
from registry.households.models import Household
from transfers.eligibility.selections.models import TargetingSelection
from transfers.eligibility.selections.types import SelectionArea, SelectionHousehold

SQL = Queries(__file__, "selections.sql")
CHOSEN: Final = "retenu"
RESERVE: Final = "reserve"


def filter_selections(programme_id: UUID | None = None) -> QuerySet[TargetingSelection]:
    """Return selections, of one programme where it is given, with what their responses name."""
    rows = TargetingSelection.objects.select_related("programme", "cree_par")
    return rows if programme_id is None else rows.filter(programme=programme_id)


def list_areas(selection: TargetingSelection, user: Caller) -> list[SelectionArea]:
    """Return the areas of a selection, with the households in them that `user` sees."""
    households, params = compile_visible_subquery(Household, user, "menages", "id")
    params |= {"selection": selection.id, "programme": selection.programme_id}
    return SQL.fetch_objects(SelectionArea, "list_areas", params, households=households)


def list_selected_households(selection: TargetingSelection, query: dict[str, Any], user: Caller) -> Page:
    """Return one page of the households of a selection that `user` sees, the chosen ones or the reserve with `statut`."""
    households, params = compile_visible_subquery(Household, user, "menages", "id", "code_menage", "score_pmt")
    page, limit = query["page"], query["limit"]
    status = query.get("statut")
    params |= {
        "selection": selection.id,
        "programme": selection.programme_id,
        "reserve": None if not status else status == RESERVE,
        "limit": limit,
        "offset": (page - 1) * limit,
    }
    rows = SQL.fetch_rows("list_households", params, households=households)
    # A page past the end has the number of all, and one row without a household.
    total = rows[0]["total"]
    found = [
        SelectionHousehold(**{name: row[name] for name in row if name != "total"})
        for row in rows
        if row["menage_id"] is not None
    ]
    return Page(found, page, limit, total)
