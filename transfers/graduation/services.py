"""Propose, evaluate and cancel graduations: one or thousands, by the same statements."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.erasure.api import ErasureSubject
from config.caller import Caller
from config.errors.problems import Problem, conflict, invalid, invalid_status, not_found
from config.locks import Lock, lock_rows
from transfers.beneficiaries.api import (
    GRADUATE,
    RESTORE,
    LockedBeneficiary,
    Transition,
    find_transition_refusals,
    lock_beneficiaries,
    transition_locked_beneficiaries,
)
from transfers.beneficiaries.models import StatutEnrolement, Type
from transfers.graduation.criteria.models import GraduationCriterion
from transfers.graduation.models import OPEN_STATUSES, Graduation, GraduationResult, GraduationStatus
from transfers.graduation.queries import NAMED, SQL, build_verdicts, list_verdicts
from transfers.graduation.rules import MEASURED_TYPES
from transfers.graduation.states import CANCEL, EVALUATE, Move
from transfers.graduation.types import CriterionVerdict, LockedGraduations, Refusals, StatedEvaluation, StatedResult

Require = Callable[[Graduation], None]
STATUS_LABELS: Final = {
    GraduationStatus.PROPOSEE: gettext_lazy("proposée"),
    GraduationStatus.EVALUEE: gettext_lazy("évaluée"),
    GraduationStatus.APPROUVEE: gettext_lazy("approuvée"),
    GraduationStatus.REJETEE: gettext_lazy("rejetée"),
    GraduationStatus.ANNULEE: gettext_lazy("annulée"),
}
# What an evaluator or a person who decides wrote; erased with the household.
TEXTS: Final = ("motif", "commentaire", "commentaire_evaluation", "commentaire_decision", "motif_annulation")


def lock_graduations(ids: list[UUID], user: Caller) -> LockedGraduations:
    """Lock the graduations of `ids` which `user` sees, after their households and beneficiaries."""
    found = Graduation.objects.visible_to(user).filter(id__in=ids).order_by()
    people = lock_beneficiaries(list(found.values_list("beneficiaire_id", flat=True).distinct()), GRADUATE, user)
    beneficiaries = {row.id: row for row in people}
    rows = lock_rows(Lock.GRADUATIONS, Graduation.objects.filter(id__in=ids, beneficiaire_id__in=beneficiaries))
    return LockedGraduations(list(rows), beneficiaries)


def find_refusals(locked: LockedGraduations, move: Move, *, graduates: bool = True) -> dict[UUID, Problem | None]:
    """Return why each graduation may not make a move, by id. With `graduates`, its beneficiary must be able to graduate.

    A status that forbids the move is told before what its beneficiary forbids.
    """
    people = list(locked.beneficiaries.values())
    barred = find_transition_refusals(people, GRADUATE if graduates else None)
    refusals: dict[UUID, Problem | None] = {}
    for row in locked.rows:
        refusals[row.id] = barred[row.beneficiaire_id]
        if row.statut not in move.sources:
            state = STATUS_LABELS[GraduationStatus(row.statut)]
            refusals[row.id] = invalid_status(
                _("Ce changement n'est pas possible : la graduation est %(state)s.") % {"state": state}
            )
    return refusals


def require_one(refusals: Refusals) -> None:
    """Raise the problem of a refusal. Raises NOT_FOUND when nothing was found at all."""
    if not refusals:
        raise not_found()
    for problem in refusals.values():
        if problem is not None:
            raise problem


def move_graduations(rows: list[Graduation], move: Move, **values: Any) -> None:
    """Set the target status, and further columns, of locked graduations. Raises CONFLICT when one has another status."""
    waiting = Graduation.objects.filter(id__in=[row.id for row in rows], statut__in=move.sources)
    if waiting.update(statut=move.target, updated_at=timezone.now(), **values) != len(rows):
        raise conflict()


def transition_graduated(rows: list[Graduation], locked: LockedGraduations, transition: Transition) -> None:
    """Make a transition with the beneficiaries of locked graduations. Raises the problem of one who cannot make it."""
    verdicts = transition_locked_beneficiaries(locked.list_beneficiaries(rows), transition, None)
    require_one({key: verdict.problem for key, verdict in verdicts.items()})


@transaction.atomic
def propose_graduations(
    *, beneficiary_ids: list[UUID], motif: str | None, commentaire: str | None, user: Caller
) -> tuple[Refusals, list[Graduation]]:
    """Propose those of these beneficiaries whom `user` sees and who may graduate.

    Return why each beneficiary found was refused, or None, and the new graduations.
    """
    locked = lock_beneficiaries(beneficiary_ids, GRADUATE, user)
    refusals = find_transition_refusals(locked, GRADUATE)
    waiting = Graduation.objects.filter(beneficiaire_id__in=list(refusals), statut__in=OPEN_STATUSES)
    proposed = set(waiting.values_list("beneficiaire_id", flat=True))
    for row in locked:
        if refusals[row.id] is None:
            refusals[row.id] = _refuse_proposal(row, row.id in proposed)
    today = timezone.localdate()
    rows = [
        Graduation(
            beneficiaire_id=row.id,
            menage_id=row.menage_id,
            motif=motif,
            commentaire=commentaire,
            date_proposition=today,
            propose_par_id=user.id,
        )
        for row in locked
        if refusals[row.id] is None
    ]
    return refusals, Graduation.objects.bulk_create(rows)


def _refuse_proposal(row: LockedBeneficiary, is_proposed: bool) -> Problem | None:
    if row.type != Type.PRINCIPAL:
        return invalid({"beneficiaire": [_("Seul un bénéficiaire principal est proposé à la graduation.")]})
    if is_proposed:
        return conflict(_("Une graduation est déjà en cours pour ce bénéficiaire."))
    return None


def propose_graduation(*, beneficiary_id: UUID, motif: str | None, commentaire: str | None, user: Caller) -> Graduation:
    """Propose one beneficiary.

    Raises NOT_FOUND, READ_ONLY_PROJECT, VALIDATION_ERROR for a substitute, INVALID_STATUS unless the beneficiary is
    active, CONFLICT when a graduation is open.
    """
    refusals, rows = propose_graduations(
        beneficiary_ids=[beneficiary_id], motif=motif, commentaire=commentaire, user=user
    )
    require_one(refusals)
    return rows[0]


@transaction.atomic
def evaluate_graduation(
    *, graduation: Graduation, evaluation: StatedEvaluation, user: Caller, require: Require
) -> Graduation:
    """Store what an evaluator found; what an evaluation before found is replaced.

    `require` checks the row under its lock. Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS, VALIDATION_ERROR for
    results of other criteria, or without an obligatory one.
    """
    locked = lock_graduations([graduation.id], user)
    require_one(find_refusals(locked, EVALUATE))
    [row] = locked.rows
    require(row)
    results = _build_results(row, evaluation)
    GraduationResult.objects.filter(graduation=row).delete()
    GraduationResult.objects.bulk_create(results)
    _finish_evaluations([row.id], user, evaluation)
    row.refresh_from_db()
    return row


def _build_results(row: Graduation, evaluation: StatedEvaluation) -> list[GraduationResult]:
    """Return a result for each active criterion, as stated, beside what the rows say. Raises VALIDATION_ERROR.

    Of what an evaluation does not state, the rows decide where they can; else it is not met. So leaving a criterion out
    raises no score.
    """
    verdicts = {verdict.critere_id: verdict for verdict in list_verdicts([row.beneficiaire_id])}
    stated = {result.critere_id: result for result in evaluation.resultats}
    if len(stated) < len(evaluation.resultats):
        raise _refuse_results(_("Un critère est répété."))
    if stated.keys() - verdicts.keys():
        raise _refuse_results(_("Un critère n'est pas un critère actif du programme."))
    missing = [v.nom for v in verdicts.values() if v.obligatoire and v.critere_id not in stated]
    if missing:
        raise _refuse_results(_("Critères obligatoires sans résultat : %(names)s.") % {"names": ", ".join(missing)})
    return [_build_result(row, verdict, stated.get(key)) for key, verdict in verdicts.items()]


def _build_result(row: Graduation, verdict: CriterionVerdict, stated: StatedResult | None) -> GraduationResult:
    return GraduationResult(
        graduation=row,
        valide=stated.valide if stated else verdict.valide,
        valeur=stated.valeur if stated else verdict.valeur,
        valeur_calculee=verdict.valeur,
        **_copy_criterion(verdict),
    )


def _refuse_results(message: str) -> Problem:
    return invalid({"evaluation.criteresValides": [message]})


def _copy_criterion(verdict: CriterionVerdict) -> dict[str, Any]:
    copied = ("critere_id", "nom", "type", "operateur", "valeur_seuil", "poids", "obligatoire", "ordre")
    return {name: getattr(verdict, name) for name in copied}


def _finish_evaluations(ids: list[UUID], user: Caller, stated: StatedEvaluation | None = None) -> None:
    """Move locked graduations to evaluated by their results. Raises CONFLICT when one of them is decided."""
    params = {
        "graduations": ids,
        "target": str(EVALUATE.target),
        "sources": list(EVALUATE.sources),
        "today": timezone.localdate(),
        "user": user.id,
        "score": stated.score_global if stated else None,
        "recommendation": stated.recommandation if stated else None,
        "comment": stated.commentaire if stated else None,
    }
    if SQL.execute("evaluate", params, score=SQL["score"]) != len(ids):
        raise conflict()


@transaction.atomic
def evaluate_graduations(*, ids: list[UUID], user: Caller) -> Refusals:
    """Evaluate those of these graduations which `user` sees, by what the rows of the registry say.

    Return why each one found was refused, or None. One whose programme has an obligatory criterion that only an
    evaluator can state is refused. Some ten statements, whatever their number.
    """
    locked = lock_graduations(ids, user)
    refusals = find_refusals(locked, EVALUATE)
    unsettled = _find_unsettled_programmes({row.programme_id for row in locked.beneficiaries.values()})
    for row in locked.rows:
        programme_id = locked.beneficiaries[row.beneficiaire_id].programme_id
        refusals[row.id] = refusals[row.id] or unsettled.get(programme_id)
    accepted = [row for row in locked.rows if refusals[row.id] is None]
    if not accepted:
        return refusals
    wanted = [row.id for row in accepted]
    GraduationResult.objects.filter(graduation_id__in=wanted).delete()
    params = {"graduations": wanted, "beneficiaries": [row.beneficiaire_id for row in accepted]}
    SQL.execute("insert_results", params, verdicts=build_verdicts(NAMED))
    _finish_evaluations(wanted, user)
    return refusals


def _find_unsettled_programmes(programme_ids: set[UUID]) -> dict[UUID, Problem]:
    """Map the programmes whose graduations cannot be evaluated by the rows alone to the reason."""
    rows = GraduationCriterion.objects.filter(programme_id__in=programme_ids, actif=True)
    names: dict[UUID, list[str]] = {}
    for row in rows:
        stated = names.setdefault(row.programme_id, [])
        if row.obligatoire and row.type not in MEASURED_TYPES:
            stated.append(row.nom)
    problems = {
        each: invalid({}, _("Ce programme n'a pas de critère de graduation.")) for each in programme_ids - set(names)
    }
    for programme_id, stated in names.items():
        if stated:
            text = _("À constater sur place : %(names)s.") % {"names": ", ".join(stated)}
            problems[programme_id] = invalid({}, text)
    return problems


@transaction.atomic
def cancel_graduation(*, graduation: Graduation, motif: str, user: Caller, require: Require) -> Graduation:
    """Cancel a graduation. A beneficiary who is graduated by it becomes active again, and is paid from the next list.

    `require` checks the row under its lock. Raises NOT_FOUND, READ_ONLY_PROJECT, INVALID_STATUS.
    """
    locked = lock_graduations([graduation.id], user)
    require_one(find_refusals(locked, CANCEL, graduates=False))
    [row] = locked.rows
    require(row)
    has_graduated = _is_graduated_by(row, locked.beneficiaries[row.beneficiaire_id])
    move_graduations(
        [row],
        CANCEL,
        motif_annulation=motif,
        date_annulation=timezone.localdate(),
        annule_par_id=user.id,
        # Nothing of it has an effect any more; the history tells what it had.
        date_effective=None,
        suivi_post_graduation_actif=False,
        fin_post_suivi=None,
    )
    row.visites.filter(suivi__isnull=True).delete()
    if has_graduated:
        transition_graduated([row], locked, RESTORE)
    row.refresh_from_db()
    return row


def _is_graduated_by(row: Graduation, beneficiary: LockedBeneficiary) -> bool:
    """Return whether the beneficiary is out of the programme by this graduation, not by a later one."""
    if row.statut != GraduationStatus.APPROUVEE or beneficiary.statut_enrolement != StatutEnrolement.GRADUE:
        return False
    approved = Graduation.objects.filter(beneficiaire_id=beneficiary.id, statut=GraduationStatus.APPROUVEE)
    return not approved.filter(id__gt=row.id).exists()


def erase_graduations(subject: ErasureSubject) -> int:
    """Erase what was written about a household's graduations; keep when and how they were decided."""
    return Graduation.objects.filter(menage_id=subject.id).update(**dict.fromkeys(TEXTS))
