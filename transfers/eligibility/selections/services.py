"""Make selections."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid
from registry.households.api import tune_transaction
from registry.households.models import Household
from transfers.eligibility.conditions.compiler import compile_households
from transfers.eligibility.laboratory.api import LEVELS, Design, mark_households
from transfers.eligibility.selections.models import TargetingSelection
from transfers.eligibility.selections.queries import SQL
from transfers.programmes.models import Programme


@transaction.atomic
def create_selection(
    *,
    programme: Programme,
    nom: str,
    design: Design,
    contenu: dict[str, Any],
    rows: QuerySet[Household],
    user: Caller,
) -> TargetingSelection:
    """Keep whom a design takes of `rows`, and the reserve of each area. Raises VALIDATION_ERROR when it takes nobody."""
    if design.selection is None:
        raise ValueError("a selection needs places")
    tune_transaction()
    mark_households([design], compile_households(rows))
    selection = TargetingSelection.objects.create(
        programme=programme,
        nom=nom,
        par=design.selection.level,
        repartition=design.selection.sharing,
        contenu=contenu,
        cree_par_id=user.id,
    )
    if not SQL.execute("insert_households", {"selection": selection.id}, area=LEVELS[design.selection.level]):
        raise invalid({"scenario": [_("Ce ciblage ne retient aucun ménage.")]})
    return selection
