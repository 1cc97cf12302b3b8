"""Choose what an instruction file holds."""

from uuid import UUID

from django.utils.translation import gettext as _

from config.errors.problems import invalid, invalid_status
from transfers.cycles.models import Cycle
from transfers.execution.instructions.queries import list_open_runs
from transfers.execution.rules import require_paying_cycle
from transfers.operators.models import Operator


def choose_operator_runs(cycle: Cycle, operator: str | None) -> tuple[Operator, list[UUID]]:
    """Return an operator and its runs by file that wait for results; without `operator` the only one that has any.

    Raises INVALID_STATUS when the execution is suspended or the programme is not active, since whoever gets the file pays
    it, and when nothing waits; VALIDATION_ERROR when several operators wait and none is named.
    """
    require_paying_cycle(cycle)
    found = list_open_runs(cycle)
    if operator is None and len(found) > 1:
        names = ", ".join(sorted(found))
        raise invalid({"operateur": [_("Plusieurs opérateurs attendent un fichier : %(names)s.") % {"names": names}]})
    code = operator or next(iter(found), None)
    if code not in found:
        raise invalid_status(_("Aucun paiement par fichier n'attend de résultat chez cet opérateur."))
    return Operator.objects.get(code=code), found[code]
