"""Query the validation of cycles, and hash their lists of payments."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.users.api import list_user_ids_with_reach
from accounts.users.models import User
from config.caller import Caller, has_reach
from config.errors.problems import conflict, invalid_status
from config.sql import Queries
from transfers.approvals.models import Approval, ApprovalAction
from transfers.approvals.rules import get_level_permission, list_validated_levels
from transfers.approvals.types import ListHash, NextStep
from transfers.cycles.api import MONTHS, describe_future_period, list_paid_regions
from transfers.cycles.models import Cycle, PaymentTotal, StatutValidation
from transfers.payments.api import count_unpriced_payments, has_edited_list
from transfers.payments.models import Payment, PaymentStatus
from transfers.programmes.api import PAYING_STATUSES
from transfers.programmes.models import Frequence, ProgrammeRegion

SQL = Queries(__file__, "approvals.sql")
# How many of those who may validate next are named.
SHOWN_VALIDATORS: Final = 5
PAY: Final = "transferts.executer"
BEGUN_STATUSES: Final = (PaymentStatus.EN_COURS, PaymentStatus.REUSSI, PaymentStatus.ECHOUE)


def hash_list(cycle_id: UUID) -> ListHash:
    """Hash the payments of a cycle, without the excluded ones; an empty list has a hash, too."""
    row = SQL.fetch_one("hash_list", {"cycle": cycle_id})
    return ListHash(bytes(row["empreinte"]), row["nombre"], row["montant"])


def sum_adjacent_cycles(cycle: Cycle) -> int:
    """Return the total (XOF) of the other submitted and validated cycles of a programme within one period of this one.

    A payment that is cut into several cycles needs the levels of the whole.
    """
    months = MONTHS[Frequence(cycle.programme.frequence_paiement or Frequence.MENSUEL)]
    params = {"cycle": cycle.id, "programme": cycle.programme_id, "debut": cycle.date_debut, "months": months}
    return int(SQL.fetch_value("sum_adjacent_cycles", params))


def compute_list_hash(cycle_id: UUID) -> bytes:
    """Return the hash of a cycle's list of payments, as it is now (32 bytes)."""
    return hash_list(cycle_id).empreinte


def require_unchanged_list(cycle: Cycle) -> ListHash:
    """Return the hash of the list, which is the submitted one. Raises CONFLICT when the list has changed since."""
    found = hash_list(cycle.id)
    if found.empreinte != bytes(cycle.empreinte or b""):
        raise conflict(
            _("La liste des paiements n'est plus celle qui a été soumise : réinitialisez la validation du cycle.")
        )
    return found


def require_approved_list(cycle: Cycle) -> ListHash:
    """Return the hash of the list of a locked cycle, which every required level has validated.

    Raises INVALID_STATUS when validations are missing, CONFLICT when the list is not the validated one.
    """
    refusal = invalid_status(_("Ce cycle n'a pas toutes les validations qu'il lui faut."))
    if cycle.statut_validation != StatutValidation.VALIDE:
        raise refusal
    found = require_unchanged_list(cycle)
    validations = filter_round(cycle).filter(action=ApprovalAction.VALIDATION, empreinte=found.empreinte)
    if set(validations.values_list("niveau", flat=True)) != set(range(1, cycle.niveaux_requis + 1)):
        raise refusal
    return found


def filter_round(cycle: Cycle) -> QuerySet[Approval]:
    """Return the transitions of the present round of validation of a cycle."""
    return Approval.objects.filter(cycle=cycle, tour=cycle.tour_validation).order_by()


def list_history(cycle: Cycle, user: Caller) -> list[Approval]:
    """Return all transitions of a cycle in chronological order, with who made them.

    Numbers and amounts are those of the whole list: without them for who sees a part of it.
    """
    rows = list(Approval.objects.filter(cycle=cycle).select_related("user").order_by("date", "id"))
    if user.region_ids is not None and not has_reach(user, list_paid_regions(cycle)):
        for row in rows:
            row.nombre = row.montant = None
    return rows


def is_begun(cycle: Cycle) -> bool:
    """Return whether the execution of a cycle has begun: a payment was sent, or is about to be."""
    return Payment.objects.filter(cycle=cycle, statut__in=BEGUN_STATUSES).exists()


def list_cycle_regions(cycle: Cycle) -> list[UUID]:
    """Return the regions of a calculated cycle: those of its programme and payments; none means the whole country."""
    named = set(cycle.programme.regions_eligibles.order_by().values_list("region_id", flat=True))
    paid = list_paid_regions(cycle)
    return [*named.union(paid)] if named and paid else []


def list_next_validators(cycle: Cycle, regions: list[UUID]) -> list[UUID]:
    """Return the ids of those who may validate the next level: who see all its regions (none: the country).

    Who calculated, edited, submitted or validated the list is not among them.
    """
    permission = get_level_permission(cycle.niveau_validation + 1)
    done = {*list_preparers(cycle), *filter_round(cycle).values_list("user_id", flat=True)}
    return [user_id for user_id in list_user_ids_with_reach(permission, regions) if user_id not in done]


def find_own_part(cycle: Cycle, user: Caller) -> str | None:
    """Return the sentence for who calculated, edited, submitted or validated the list in this round: who may not validate it."""
    if has_prepared_list(cycle, user.id):
        return _("Qui a calculé ou soumis un cycle ne le valide pas.")
    if has_edited_list(cycle.id, user):
        return _("Qui a exclu des paiements de la liste ne la valide pas.")
    if has_validated(cycle, user):
        return _("Vous avez déjà validé ce cycle : un autre niveau revient à une autre personne.")
    return None


def has_validated(cycle: Cycle, user: Caller) -> bool:
    """Return whether `user` has validated a level of the list in this round."""
    return filter_round(cycle).filter(action=ApprovalAction.VALIDATION, user_id=user.id).exists()


def find_paying_obstacle(cycle: Cycle, user: Caller) -> str | None:
    """Return the sentence for who may not pay a list since they validated it (setting PAYMENT_FOUR_EYES)."""
    if settings.PAYMENT_FOUR_EYES and has_validated(cycle, user):
        return _("Vous avez validé cette liste : une autre personne la paie.")
    return None


def has_prepared_list(cycle: Cycle, user_id: UUID) -> bool:
    """Return whether a user calculated or submitted the present list of a cycle."""
    return user_id in (cycle.calcule_par_id, cycle.soumis_par_id)


def list_preparers(cycle: Cycle) -> set[UUID | None]:
    """Return the ids of those who prepared the list of a cycle: who calculated, edited or submitted it."""
    editors = Payment.objects.filter(cycle=cycle, exclu_par__isnull=False).order_by()
    return {cycle.calcule_par_id, cycle.soumis_par_id, *editors.values_list("exclu_par_id", flat=True).distinct()}


def describe_own_preparation(cycle: Cycle, user: Caller) -> str | None:
    """Warn who prepared a list, and may pay it all the same: that another account should, and which may."""
    if user.id not in list_preparers(cycle):
        return None
    if not has_prepared_list(cycle, user.id):
        text = _("Vous avez aussi exclu des paiements de cette liste : un autre compte devrait la payer.")
    elif cycle.calcule_par_id == cycle.soumis_par_id:
        text = _("Vous avez aussi calculé et soumis cette liste : un autre compte devrait la payer.")
    elif user.id == cycle.calcule_par_id:
        text = _("Vous avez aussi calculé cette liste : un autre compte devrait la payer.")
    else:
        text = _("Vous avez aussi soumis cette liste : un autre compte devrait la payer.")
    return f"{text} {describe_other_payers(cycle, user)}"


def _list_names(ids: Iterable[UUID]) -> list[str]:
    """Return the names of some of these users."""
    rows = User.objects.filter(id__in=ids).order_by("nom", "prenom", "id")[:SHOWN_VALIDATORS]
    return [row.nom_complet or row.email for row in rows]


def describe_other_payers(cycle: Cycle, user: Caller) -> str:
    """Say who besides `user` may pay a list: some of those who hold the permission and see all its regions.

    Who prepared it may pay it, too: they are named, as such, where nobody else may.
    """
    able = set(list_user_ids_with_reach(PAY, list_cycle_regions(cycle))) - {user.id}
    if settings.PAYMENT_FOUR_EYES:
        validations = filter_round(cycle).filter(action=ApprovalAction.VALIDATION)
        able -= set(validations.values_list("user_id", flat=True))
    if names := _list_names(able - list_preparers(cycle)):
        return _("Peut le faire : %(names)s.") % {"names": ", ".join(names)}
    if names := _list_names(able):
        return _("Peut le faire, mais a préparé la liste : %(names)s.") % {"names": ", ".join(names)}
    return _("Personne d'autre n'en a le droit : un administrateur l'attribue.")


def find_next_step(cycle: Cycle, user: Caller) -> NextStep:
    """Return whether `user` may validate the next level of a cycle, and who may."""
    if cycle.statut_validation != StatutValidation.EN_ATTENTE:
        is_payable = cycle.statut_validation == StatutValidation.VALIDE and user.holds(PAY)
        obstacle = find_paying_obstacle(cycle, user) if is_payable else None
        caution = describe_own_preparation(cycle, user) if is_payable and obstacle is None else None
        return NextStep(False, None, [], obstacle and f"{obstacle} {describe_other_payers(cycle, user)}", caution)
    ids = list_next_validators(cycle, list_cycle_regions(cycle))
    is_holder = user.holds(get_level_permission(cycle.niveau_validation + 1))
    reason = find_own_part(cycle, user) if is_holder else None
    return NextStep(user.id in ids, reason, _list_names(ids), None, None)


def build_awaiting_condition(user: Any) -> Q:
    """Return the condition that a cycle waits for a validation which `user` may give.

    It is what `validate_cycle` requires, except that the list is still the submitted one.
    """
    waiting = Q(
        statut_validation=StatutValidation.EN_ATTENTE,
        niveau_validation__in=[level - 1 for level in list_validated_levels(user)],
        programme__statut__in=PAYING_STATUSES,
    )
    mine = Approval.objects.filter(
        cycle=OuterRef("pk"), tour=OuterRef("tour_validation"), action=ApprovalAction.VALIDATION, user=user.id
    )
    edited = Payment.objects.filter(cycle=OuterRef("pk"), exclu_par=user.id)
    own = Q(calcule_par=user.id) | Q(soumis_par=user.id) | Exists(mine) | Exists(edited)
    if user.region_ids is None:
        return waiting & ~own
    return waiting & ~own & _build_reach_condition(user.region_ids)


def _build_reach_condition(regions: Iterable[UUID]) -> Q:
    """Return the condition that a cycle pays, and its programme concerns, no other regions than these."""
    named = ProgrammeRegion.objects.filter(programme=OuterRef("programme"))
    paid = PaymentTotal.objects.filter(cycle=OuterRef("pk"), nombre__gt=0)
    beyond = paid.filter(Q(region_id=None) | ~Q(region_id__in=regions))
    return Q(Exists(named)) & ~Exists(named.exclude(region__in=regions)) & ~Exists(beyond)


def find_wrong_approvals() -> list[str]:
    """Return the codes of validated cycles whose validations do not hold (see `approvals.sql`)."""
    return SQL.fetch_column("find_wrong_approvals")


def find_funding_needs(account_ids: Iterable[UUID], other_than: Cycle | None = None) -> dict[UUID, int]:
    """Return what validated cycles will take from these accounts and no run has reserved yet (whole XOF), by account.

    `other_than` is a cycle that is left out.
    """
    params = {"comptes": list(account_ids), "sauf": other_than and other_than.id}
    return SQL.fetch_mapping("find_funding_needs", params)


def list_submission_warnings(cycle: Cycle) -> list[str]:
    """Return sentences about what whoever submits a list may have forgotten: fees, and a period that has not begun."""
    warnings = []
    if unpriced := count_unpriced_payments(cycle):
        text = ngettext(
            "%(n)d paiement n'a pas de frais, bien que son opérateur ait une grille : appliquez-la avant de valider.",
            "%(n)d paiements n'ont pas de frais, bien que leur opérateur ait une grille : appliquez-la avant de valider.",
            unpriced,
        )
        warnings.append(text % {"n": unpriced})
    if early := describe_future_period(cycle.date_debut):
        warnings.append(early)
    return warnings
