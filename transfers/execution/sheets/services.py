"""Issue sheets, hand out the cash for them, and take their returns.

The cash of a sheet leaves the operator's account when it is handed out, for the account of the cash in the hands of
payers; from there it is paid to those who signed, and the rest comes back. Until then it is reserved, as all that a run
may take.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.caller import Caller
from config.errors.problems import invalid, invalid_status
from config.locks import Lock, claim_lock, lock_row
from transfers.cycles.models import Cycle
from transfers.execution.models import Run
from transfers.execution.rules import require_paying_cycle
from transfers.execution.settlement.services import lock_runs
from transfers.execution.sheets.models import Sheet, SheetLine, SheetState
from transfers.execution.sheets.queries import SQL, list_places
from transfers.execution.sheets.rules import order_route
from transfers.execution.sheets.types import IssuedSheets, Place, Position, SheetOptions
from transfers.ledger.api import Line, find_project_accounts, lock_accounts, post_entry, reduce_reservation
from transfers.ledger.models import Entry, EntryNature, MovementType

NO_AREA: Final = UUID(int=0)
Require = Callable[[Sheet], None]


@transaction.atomic
def issue_sheets(*, cycle: Cycle, options: SheetOptions, user: Caller) -> IssuedSheets:
    """Put the open attempts in cash of a cycle that are on no sheet on new ones: each of one place, in a route's order.

    Raises NOT_FOUND, INVALID_STATUS when the execution is suspended, the programme is not active or nobody waits.
    """
    current = lock_row(Lock.CYCLES, Cycle.objects.filter(id=cycle.id).select_related("programme"))
    require_paying_cycle(current)
    claim_lock(Lock.SHEETS)
    places = list(_order_places(list_places(current), options.depart))
    last = current.feuilles.order_by("-numero").values_list("numero", flat=True).first()
    params = {
        "cycle": current.id,
        "executions": [place.execution_id for place in places],
        "regions": [place.region_id for place in places],
        "lieux": [place.lieu_id for place in places],
        "noms": [place.lieu for place in places],
        "points": [place.point_id for place in places],
        "by_code": options.is_by_code,
        "size": options.lignes,
        "last": last or 0,
        "none": NO_AREA,
        "auteur": user.id,
    }
    issued = SQL.fetch_object(IssuedSheets, "issue_sheets", params, waiting=SQL["waiting"])
    if not issued.feuilles:
        raise invalid_status(_("Aucun paiement en espèces n'attend de feuille : exécutez d'abord le cycle en espèces."))
    return issued


def _order_places(places: list[Place], start: Position | None) -> Iterator[Place]:
    """Yield places by run and region, within a region along a route; those without a position come last, by name."""
    for _region, group in groupby(places, key=lambda place: (place.execution_id, place.region_id)):
        found = list(group)
        located = [place for place in found if place.position]
        # Villages of one pay-point are one stop.
        stops = list(dict.fromkeys(place.position for place in located if place.position))
        order: dict[Position | None, int] = {}
        if stops:
            route = order_route(stops, start or located[0].start or stops[0])
            order = {stops[stop]: turn for turn, stop in enumerate(route)}
        yield from sorted(located, key=lambda place: order[place.position])
        yield from (place for place in found if not place.position)


def _lock_sheet(sheet: Sheet, user: Caller, require: Require) -> Sheet:
    """Lock a sheet that the caller sees, and check its version."""
    rows = Sheet.objects.visible_to(user).filter(id=sheet.id)
    current = lock_row(Lock.SHEETS, rows.select_related("cycle__programme", "execution"))
    require(current)
    return current


@transaction.atomic
def withdraw_sheet(*, sheet: Sheet, user: Caller, require: Require) -> Sheet:
    """Withdraw a sheet for which no cash was handed out: its people may be put on another one.

    `require` checks the row under its lock (If-Match). Raises NOT_FOUND, INVALID_STATUS.
    """
    current = _lock_sheet(sheet, user, require)
    require_state(current, SheetState.EMISE)
    SheetLine.objects.filter(feuille=current).delete()
    current.etat = SheetState.ANNULEE
    current.save(update_fields=["etat", "updated_at"])
    return current


def require_state(sheet: Sheet, state: SheetState) -> None:
    """Raise INVALID_STATUS unless a sheet is in a state."""
    if sheet.etat == state:
        return
    raise invalid_status(
        {
            SheetState.EMISE: _("Les espèces de cette feuille ne sont pas remises."),
            SheetState.REMISE: _("Les espèces de cette feuille sont déjà remises."),
            SheetState.RETOURNEE: _("Cette feuille est déjà retournée."),
            SheetState.ANNULEE: _("Cette feuille est annulée."),
        }[SheetState(sheet.etat)]
    )


@transaction.atomic
def hand_out_cash(*, sheet: Sheet, payer: str, user: Caller, require: Require, moment: datetime | None = None) -> Sheet:
    """Post the cash of a sheet from the account to the hands of a payer: for all who are still to be paid.

    `moment` is when the payer got it, by default now. `require` checks the row under its lock (If-Match). Raises NOT_FOUND,
    INVALID_STATUS when it was handed out already, nobody is to be paid any more, the execution is suspended or the
    programme is not active, VALIDATION_ERROR for a day before that of the sheet.
    """
    current = _lock_sheet(sheet, user, require)
    require_state(current, SheetState.EMISE)
    moment = moment or timezone.now()
    if timezone.localdate(moment) < timezone.localdate(current.created_at):
        raise invalid({"dateRemise": [_("La feuille n'existait pas encore ce jour-là.")]})
    require_paying_cycle(current.cycle)
    (run,) = lock_runs([current.execution_id])
    amount = SQL.fetch_one("sum_sheet", {"sheet": current.id})["ouvert"]
    if not amount:
        raise invalid_status(_("Personne n'est plus à payer sur cette feuille."))
    others = find_project_accounts(run.compte.projet_id)
    lock_accounts([run.compte_id, others.especes_remises])
    reduce_reservation(reservation_id=run.id, amount=amount)
    post_cash(current, run.compte_id, {others.especes_remises: amount}, _("Espèces remises"), user, moment)
    current.etat, current.payeur, current.montant_remis = SheetState.REMISE, payer, amount
    current.remise_le, current.remise_par_id = moment, user.id
    current.save(update_fields=["etat", "payeur", "montant_remis", "remise_le", "remise_par", "updated_at"])
    return current


@transaction.atomic
def deposit_returned_cash(
    *, sheet: Sheet, reference: str, user: Caller, require: Require, moment: datetime | None = None
) -> Sheet:
    """Post the cash that a sheet brought back to the operator's account, once, under the reference of a voucher.

    `moment` is that of the voucher, by default now. Raises NOT_FOUND, INVALID_STATUS when none came back, or it was
    deposited already, VALIDATION_ERROR for a day before the cash had left.
    """
    current = _lock_sheet(sheet, user, require)
    if not current.montant_rendu:
        raise invalid_status(_("Cette feuille n'a pas rendu d'espèces."))
    if current.versement_le:
        raise invalid_status(_("Les espèces rendues de cette feuille sont déjà versées sur le compte."))
    moment = moment or timezone.now()
    if current.remise_le and timezone.localdate(moment) < timezone.localdate(current.remise_le):
        raise invalid({"dateVersement": [_("Les espèces n'étaient pas encore remises ce jour-là.")]})
    run = Run.objects.select_related("compte").get(id=current.execution_id)
    others = find_project_accounts(run.compte.projet_id)
    lock_accounts([run.compte_id, others.especes_rendues])
    amounts = {run.compte_id: current.montant_rendu}
    post_cash(current, others.especes_rendues, amounts, _("Espèces versées, pièce %s") % reference, user, moment)
    current.versement_le, current.versement_reference = moment, reference
    current.save(update_fields=["versement_le", "versement_reference", "updated_at"])
    return current


def post_cash(
    sheet: Sheet,
    source: UUID,
    amounts: dict[UUID, int],
    description: str,
    user: Caller,
    moment: datetime | None = None,
) -> None:
    """Post cash of a sheet from an account to others, all of them locked, valued on the day of `moment` (by default today).

    Amounts are whole XOF; nothing posts nothing.
    """
    total = sum(amounts.values())
    if not total:
        return
    moved = {source: -total, **{account: amount for account, amount in amounts.items() if amount}}
    entry = Entry(
        nature=EntryNature.AJUSTEMENT,
        date_valeur=timezone.localdate(moment),
        description=f"{description} : {sheet.reference}",
        auteur_id=user.id,
    )
    kind = MovementType.AJUSTEMENT
    lines = [
        Line(account, kind, amount, sheet.reference, sheet.id, sheet.cycle_id) for account, amount in moved.items()
    ]
    post_entry(entry=entry, lines=lines)
