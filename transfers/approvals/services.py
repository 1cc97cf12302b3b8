"""Submit, validate, reject and reset cycles.

Submission freezes the list of payments under a hash, and every validation binds that hash. Each transition is made
under the cycle's lock and written in its history; the database holds that nobody validates twice, or what they
submitted or calculated.
"""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from accounts.notifications.api import notify, settle_notifications
from accounts.webhooks.api import publish_event
from config.caller import Caller
from config.errors.problems import conflict, forbidden, invalid_status
from config.locks import Lock, lock_row
from config.text import format_amount
from registry.projects.api import require_writable
from transfers.approvals.models import Approval
from transfers.approvals.queries import (
    find_own_part,
    hash_list,
    is_begun,
    list_cycle_regions,
    list_next_validators,
    require_unchanged_list,
    sum_adjacent_cycles,
)
from transfers.approvals.rules import count_required_levels, describe_level, get_level_permission, is_validator
from transfers.approvals.states import REJECT, RESET, STATUS_LABELS, SUBMIT, VALIDATE, Transition
from transfers.approvals.types import ListHash
from transfers.conditionality.api import count_changed_effects
from transfers.cycles.api import reopen_cycle, require_cycle_reach
from transfers.cycles.models import Cycle, StatutValidation
from transfers.payments.api import count_departed, count_graduated, count_readdressed
from transfers.programmes.api import PAYING_STATUSES
from transfers.programmes.models import Programme

VALIDATED_EVENT: Final = "cycle.valide"
STATE_FIELDS: Final = ("statut_validation", "niveau_validation", "niveaux_requis", "empreinte", "soumis_par")
Require = Callable[[Cycle], None]


def _lock_for_transition(transition: Transition, cycle_id: UUID, user: Caller, require: Require) -> Cycle:
    """Lock a cycle for a transition of its validation.

    Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS (also when the programme is not active).
    """
    cycle = lock_row(Lock.CYCLES, Cycle.objects.filter(id=cycle_id).select_related("programme__projet"))
    require(cycle)
    require_cycle_reach(cycle, user)
    require_writable(cycle.programme.projet)
    if cycle.statut_validation not in transition.sources:
        state = STATUS_LABELS[StatutValidation(cycle.statut_validation)]
        raise invalid_status(_("Cela n'est pas possible : le cycle est %(state)s.") % {"state": state})
    if transition.requires_active and cycle.programme.statut not in PAYING_STATUSES:
        raise invalid_status(_("Le programme de ce cycle n'est pas actif."))
    return cycle


def _write_history(
    transition: Transition,
    cycle: Cycle,
    user: Caller,
    level: int,
    comment: str | None = None,
    found: ListHash | None = None,
) -> None:
    """Write a transition into the history, with the hash of the list that it concerns."""
    Approval.objects.create(
        cycle=cycle,
        tour=cycle.tour_validation,
        action=transition.action,
        niveau=level,
        user_id=user.id,
        commentaire=comment,
        empreinte=found.empreinte if found else cycle.empreinte,
        nombre=found.nombre if found else None,
        montant=found.montant if found else None,
    )


def _save_state(cycle: Cycle, status: StatutValidation) -> None:
    _settle_request(cycle)
    cycle.statut_validation = status
    cycle.save(update_fields=[*STATE_FIELDS, "updated_at"])


@transaction.atomic
def submit_cycle(*, cycle_id: UUID, user: Caller, require: Require) -> Cycle:
    """Freeze the list of payments of a draft under its hash, and ask the first level to validate it.

    Raises NOT_FOUND, FORBIDDEN, READ_ONLY_PROJECT, INVALID_STATUS (no draft, nothing to pay, programme not active),
    CONFLICT (somebody on the list was suspended or has left, or a conditionality does something else, since it was
    calculated).
    """
    # Cycles of one programme are submitted one after the other: each counts those before it.
    lock_row(Lock.PROGRAMMES, Programme.objects.filter(cycles=cycle_id))
    cycle = _lock_for_transition(SUBMIT, cycle_id, user, require)
    found = hash_list(cycle.id)
    if not found.nombre:
        raise invalid_status(_("Ce cycle n'a aucun paiement : calculez-le d'abord."))
    _refuse_departed(cycle)
    _refuse_changed_effects(cycle)
    _refuse_readdressed(cycle)
    cycle.niveau_validation, cycle.empreinte, cycle.soumis_par_id = 0, found.empreinte, user.id
    amount = found.montant + sum_adjacent_cycles(cycle)
    cycle.niveaux_requis = count_required_levels(cycle.programme, cycle.niveaux_requis, amount)
    _write_history(SUBMIT, cycle, user, 0, found=found)
    _save_state(cycle, SUBMIT.target)
    _notify_next_validators(cycle, found)
    return cycle


def _refuse_departed(cycle: Cycle) -> None:
    """Raise CONFLICT when people on the list were suspended, or have left, since it was calculated."""
    if departed := count_departed(cycle.id):
        raise conflict(
            ngettext(
                "%(n)d personne de la liste est suspendue ou sortie depuis le calcul : calculez à nouveau le cycle.",
                "%(n)d personnes de la liste sont suspendues ou sorties depuis le calcul : calculez à nouveau le cycle.",
                departed,
            )
            % {"n": departed}
        )


def _refuse_changed_effects(cycle: Cycle) -> None:
    """Raise CONFLICT when conditionalities would cut the amounts of the list otherwise than its calculation did."""
    if changed := count_changed_effects(cycle):
        raise conflict(
            ngettext(
                "Les conditionnalités ne retiennent plus le même montant à %(n)d personne depuis le calcul : calculez à"
                " nouveau le cycle.",
                "Les conditionnalités ne retiennent plus les mêmes montants à %(n)d personnes depuis le calcul : calculez"
                " à nouveau le cycle.",
                changed,
            )
            % {"n": changed}
        )


def _refuse_readdressed(cycle: Cycle) -> None:
    """Raise CONFLICT when accounts of people on the list, or how they are paid, were corrected since the calculation."""
    if moved := count_readdressed(cycle.id):
        raise conflict(
            ngettext(
                "Le compte de %(n)d personne de la liste a changé depuis le calcul : calculez à nouveau le cycle.",
                "Les comptes de %(n)d personnes de la liste ont changé depuis le calcul : calculez à nouveau le cycle.",
                moved,
            )
            % {"n": moved}
        )


def _refuse_graduated(cycle: Cycle) -> None:
    """Raise CONFLICT when people on a submitted list have graduated: whoever decided that was told that it is refused.

    Whoever was suspended or has left does not hold it up: a run leaves them out.
    """
    if graduated := count_graduated(cycle.id):
        raise conflict(
            ngettext(
                "%(n)d personne de la liste est graduée depuis le calcul : réinitialisez la validation du cycle, puis"
                " calculez-le à nouveau.",
                "%(n)d personnes de la liste sont graduées depuis le calcul : réinitialisez la validation du cycle, puis"
                " calculez-le à nouveau.",
                graduated,
            )
            % {"n": graduated}
        )


@transaction.atomic
def validate_cycle(*, cycle_id: UUID, comment: str | None, user: Caller, require: Require) -> Cycle:
    """Validate the next level of a submitted cycle; the last one publishes `cycle.valide`.

    Raises NOT_FOUND, FORBIDDEN (regions, level, or somebody who calculated, submitted or validated it), INVALID_STATUS,
    READ_ONLY_PROJECT, CONFLICT when the list is not the submitted one, or somebody on it has graduated.
    """
    _require_validator(user)
    cycle = _lock_for_transition(VALIDATE, cycle_id, user, require)
    level = cycle.niveau_validation + 1
    _require_level(user, level)
    _require_other_eyes(cycle, user)
    found = require_unchanged_list(cycle)
    _refuse_graduated(cycle)
    cycle.niveau_validation = level
    _write_history(VALIDATE, cycle, user, level, comment, found)
    if level == cycle.niveaux_requis:
        _save_state(cycle, StatutValidation.VALIDE)
        _announce_validation(cycle, found)
    else:
        _save_state(cycle, VALIDATE.target)
        _notify_next_validators(cycle, found)
    return cycle


@transaction.atomic
def reject_cycle(*, cycle_id: UUID, reason: str, user: Caller, require: Require) -> Cycle:
    """Reject a submitted cycle at the next level, whose permission that needs; its level stays.

    Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS, READ_ONLY_PROJECT.
    """
    _require_validator(user)
    cycle = _lock_for_transition(REJECT, cycle_id, user, require)
    level = cycle.niveau_validation + 1
    _require_level(user, level)
    _write_history(REJECT, cycle, user, level, reason)
    _save_state(cycle, REJECT.target)
    notify(
        title=lazy("Cycle %(code)s rejeté"),
        message=lazy("Le cycle %(code)s a été rejeté : consultez son historique."),
        params={"code": cycle.code},
        to=[cycle.calcule_par_id, cycle.soumis_par_id],
        category="paiement",
        link="/cycles",
        type="warning",
        data={"cycleId": str(cycle.id)},
    )
    return cycle


@transaction.atomic
def reset_validation(*, cycle_id: UUID, user: Caller, require: Require) -> Cycle:
    """Make a cycle a draft again, whatever its validation, as long as nothing of it was sent.

    Raises NOT_FOUND, FORBIDDEN, INVALID_STATUS (execution has begun), READ_ONLY_PROJECT.
    """
    cycle = _lock_for_transition(RESET, cycle_id, user, require)
    if is_begun(cycle):
        raise invalid_status(_("L'exécution de ce cycle a commencé : sa validation ne se réinitialise plus."))
    concerned = {cycle.calcule_par_id, cycle.soumis_par_id} - {user.id}
    _write_history(RESET, cycle, user, cycle.niveau_validation)
    reopen_cycle(cycle)
    _settle_request(cycle)
    notify(
        title=lazy("Cycle %(code)s : validation réinitialisée"),
        message=lazy("Le cycle %(code)s est de nouveau un brouillon."),
        params={"code": cycle.code},
        to=concerned,
        category="paiement",
        link="/cycles",
        data={"cycleId": str(cycle.id)},
    )
    return cycle


def _require_validator(user: Caller) -> None:
    """Raise FORBIDDEN unless the user may validate at some level."""
    if not is_validator(user):
        raise forbidden(_("Vous n'avez pas la permission de valider un cycle."))


def _require_level(user: Caller, level: int) -> None:
    """Raise FORBIDDEN unless the user may decide at a level."""
    if not user.holds(get_level_permission(level)):
        label = describe_level(level)
        raise forbidden(
            _("La prochaine validation est celle du niveau %(n)d : %(label)s.") % {"n": level, "label": label}
        )


def _require_other_eyes(cycle: Cycle, user: Caller) -> None:
    """Raise FORBIDDEN for who calculated, edited, submitted or validated the list in this round."""
    if reason := find_own_part(cycle, user):
        raise forbidden(reason)


def _settle_request(cycle: Cycle) -> None:
    """Mark what asked for the last validation of a cycle as read and settled: that was given, refused or taken back."""
    settle_notifications(
        category="paiement",
        data={"cycleId": str(cycle.id)},
        key="niveau",
        title=lazy("Cycle %(code)s : n'est plus à valider"),
        message=lazy("Réglé : le cycle %(code)s n'attend plus votre validation."),
    )


def _notify_next_validators(cycle: Cycle, found: ListHash) -> None:
    notify(
        title=lazy("Cycle %(code)s à valider"),
        message=lazy(
            "Le cycle %(code)s attend votre validation. Paiements : %(n)d ; frais compris : %(amount)s F CFA."
        ),
        params={"code": cycle.code, "n": found.nombre, "amount": format_amount(found.montant)},
        to=list_next_validators(cycle, list_cycle_regions(cycle)),
        category="paiement",
        link="/cycles",
        data={"cycleId": str(cycle.id), "niveau": cycle.niveau_validation + 1},
    )


def _announce_validation(cycle: Cycle, found: ListHash) -> None:
    """Tell those who prepared the cycle, and other systems, that it may be executed."""
    notify(
        title=lazy("Cycle %(code)s validé"),
        message=lazy("Le cycle %(code)s est entièrement validé : il peut être exécuté."),
        params={"code": cycle.code},
        to=[cycle.calcule_par_id, cycle.soumis_par_id],
        category="paiement",
        link="/cycles",
        type="success",
        data={"cycleId": str(cycle.id)},
    )
    data = {
        "cycleId": cycle.id,
        "programmeId": cycle.programme_id,
        "nbPaiements": found.nombre,
        "montantTotal": found.montant,
    }
    publish_event(VALIDATED_EVENT, data)
