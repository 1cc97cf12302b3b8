"""Pay the cycles of the demonstration, through the services by which everybody pays."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from accounts.files.api import deposit_file
from accounts.users.models import User
from analysis.demo.payments.rules import (
    ABSENCE,
    OPERATOR_NAMES,
    PAST_PERIODS,
    PAYERS,
    PREPARER,
    PROGRAMMES,
    SCHEDULES,
    TRANCHES,
    PaidProgramme,
    PlannedCycle,
    Stage,
)
from analysis.demo.rules import DOMAIN
from config.postgis.base import get_connection
from config.sql import Queries
from registry.projects.models import Project
from transfers.approvals.api import reject_cycle, submit_cycle, validate_cycle
from transfers.cycles.api import add_months, create_cycle, set_recurrence
from transfers.cycles.models import Cycle
from transfers.execution.api import (
    ReturnedLine,
    RunOptions,
    SheetOptions,
    SheetReturn,
    announce_end,
    begin_runs,
    deposit_returned_cash,
    hand_out_cash,
    issue_sheets,
    lock_runs,
    settle_selected_outcomes,
    suspend_execution,
    take_return,
)
from transfers.execution.models import Provider, Run
from transfers.execution.sheets.models import Sheet
from transfers.operators.api import change_account, create_account, deposit_amount
from transfers.operators.fees.api import create_tranche
from transfers.operators.models import Operator, OperatorAccount
from transfers.payments.api import apply_cycle_fees, calculate_payments, exclude_payment
from transfers.payments.models import Payment, PaymentStatus
from transfers.programmes.models import Programme

SQL: Final = Queries(__file__, "payments.sql")
PREPARED_FIRST: Final = timedelta(days=2)
EXCLUSIONS: Final = ("Décès signalé, à vérifier.", "Bénéficiaire absent lors de la visite.")
VOUCHER: Final = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"
)
# Deposits are of whole millions, with one to spare.
MILLION: Final = 1_000_000
# People of so many villages are paid in cash, so many on a sheet; of the first sheets so many came back.
CASH_VILLAGES: Final = 6
SHEET_LINES: Final = 20
RETURNED_SHEETS: Final = 3


def accept_any_version(row: Any) -> None:
    """Check nothing: nobody else works while the demonstration loads."""


def begin_step() -> None:
    """Let the next service take its locks in their order.

    The load is one transaction, so that it is there as a whole or not at all. To its services each step is a
    transaction of its own; nobody else works while the country loads.
    """
    get_connection().forget_locks()


def seed_payments(params: dict[str, Any], report: Callable[[str], None]) -> None:
    """Create programmes, accounts, fees and cycles in all their states, relative to today. Needs the country's areas."""
    users = {user.email.partition("@")[0]: user for user in User.objects.filter(email__endswith=f"@{DOMAIN}")}
    SQL.execute("add_programme", params | {"jour": timezone.localdate(), "periodes": PAST_PERIODS})
    SQL.execute("give_accounts")
    SQL.execute("add_exceptions")
    _add_tranches(users[PREPARER])
    paid = Programme.objects.filter(code__in=[planned.code for planned in PROGRAMMES]).select_related("projet")
    first = min(paid, key=lambda programme: programme.date_debut)
    _name_operators()
    accounts = _add_accounts(first.projet, first.date_debut, users[PREPARER])
    for planned in PROGRAMMES:
        programme = Programme.objects.get(code=planned.code)
        for cycle in planned.cycles:
            _add_cycle(programme, planned, cycle, accounts[planned.operateur], users)
        _set_recurrence(programme, planned, users[PREPARER])
        report(f"{len(planned.cycles)} cycles of {planned.code}")
    begin_step()


def _name_operators() -> None:
    for code, label in OPERATOR_NAMES.items():
        Operator.objects.filter(code=code).update(label=label)


def _add_tranches(user: User) -> None:
    for operator, percent in SCHEDULES.items():
        for number, (first, last, tax, fee) in enumerate(TRANCHES, 1):
            begin_step()
            values = {
                "numero_tranche": number,
                "montant_min": first,
                "montant_max": last,
                "taxe_administrative": tax * percent // 100,
                "frais_retrait": fee * percent // 100,
            }
            create_tranche(operator_code=operator, values=values, user=user)


def _add_accounts(project: Project, day: date, user: User) -> dict[str, OperatorAccount]:
    """Open four accounts with what they held on a day: two pay, one is low, and one is inactive. Return them by operator."""
    found = {}
    for number, (operator, opening, threshold) in enumerate(
        (
            ("operator_a_money", 500_000, 5_000_000),
            ("operator_b_money", 250_000, 1_000_000),
            ("operator_c", 120_000, 500_000),
            ("operator_d_money", 0, None),
        ),
        1,
    ):
        begin_step()
        row = Operator.objects.get(code=operator)
        values = {
            "numero_compte": f"DEMO-{number:04d}",
            "nom_compte": f"Compte {row.label} de démonstration",
            "seuil_alerte": threshold,
            "contact_responsable": "Nhima Sanca",
        }
        found[operator] = create_account(
            operator=row, project=project, opening=opening, opening_day=day, values=values, user=user
        )
    begin_step()
    inactive = found["operator_d_money"]
    change_account(account=inactive, values={"actif": False}, require=accept_any_version)
    return found


def _set_recurrence(programme: Programme, planned: PaidProgramme, user: User) -> None:
    begin_step()
    values = {
        "active": True,
        "mode_generation": planned.recurrence,
        "frequence_paiement": programme.frequence_paiement,
        "jour_generation": 31,
        "parametres_heritables": ["montantParBeneficiaire", "niveauxRequis"],
    }
    set_recurrence(programme_id=programme.id, values=values, user=user, require=accept_any_version)


def _add_cycle(
    programme: Programme, planned: PaidProgramme, plan: PlannedCycle, account: OperatorAccount, users: dict[str, User]
) -> None:
    """Create a cycle and move it up to its stage: each step by who does it."""
    user = users[PREPARER]
    cycle = _create_cycle(programme, planned, plan, user)
    if plan.stage == Stage.BROUILLON:
        return
    paid_at = timezone.make_aware(datetime.combine(cycle.date_debut, time(9))) + timedelta(days=12)
    paid_at = min(paid_at, timezone.now() - PREPARED_FIRST)
    if plan.has_cash:
        SQL.execute("give_cash", {"programme": programme.id, "villages": CASH_VILLAGES})
    if plan.has_changes:
        SQL.execute("change_people", {"programme": programme.id, "place": plan.place})
    _calculate(cycle, plan, account.operateur, user)
    if plan.stage >= Stage.SOUMIS:
        _validate(cycle, plan, [users[name] for name in planned.validateurs], user)
    if plan.stage >= Stage.VALIDE:
        _deposit(cycle, account, paid_at, user)
    if plan.stage == Stage.EXECUTE:
        _execute(cycle, plan, paid_at, user)


def _create_cycle(programme: Programme, planned: PaidProgramme, plan: PlannedCycle, user: User) -> Cycle:
    begin_step()
    first = add_months(programme.date_debut, planned.mois * (PAST_PERIODS - plan.place))
    values = {"date_debut": first, "montant_par_beneficiaire": plan.montant}
    # Its amount was raised on the way: the programme says what it pays now.
    Programme.objects.filter(id=programme.id).update(montant_par_beneficiaire=plan.montant)
    return create_cycle(programme_id=programme.id, values=values, supplementary=plan.is_supplementary, user=user)


def _calculate(cycle: Cycle, plan: PlannedCycle, operator: Operator, user: User) -> None:
    """Calculate the list with its fees, and exclude somebody from it."""
    begin_step()
    calculate_payments(cycle_id=cycle.id, operator=operator.code, user=user)
    begin_step()
    apply_cycle_fees(cycle=cycle, operator=operator, query={"page": 1, "limit": 1}, user=user)
    chosen = Payment.objects.filter(cycle=cycle).order_by("reference")[2:4] if plan.has_exclusions else []
    for payment, reason in zip(chosen, EXCLUSIONS, strict=False):
        begin_step()
        exclude_payment(payment=payment, reason=reason, user=user, require=accept_any_version)


def _validate(cycle: Cycle, plan: PlannedCycle, validators: list[User], user: User) -> None:
    begin_step()
    submit_cycle(cycle_id=cycle.id, user=user, require=accept_any_version)
    if plan.stage == Stage.REJETE:
        begin_step()
        reason = "Trop de comptes ont changé : vérifiez-les au village."
        reject_cycle(cycle_id=cycle.id, reason=reason, user=validators[0], require=accept_any_version)
    levels = {Stage.VALIDE_EN_PARTIE: 1, Stage.VALIDE: len(validators), Stage.EXECUTE: len(validators)}
    for validator in validators[: levels.get(plan.stage, 0)]:
        begin_step()
        validate_cycle(cycle_id=cycle.id, comment=None, user=validator, require=accept_any_version)


def _deposit(cycle: Cycle, account: OperatorAccount, paid_at: datetime, user: User) -> None:
    """Deposit what a validated cycle takes, with its voucher, some days before it is paid."""
    begin_step()
    sums = cycle.sommes.filter(statut=PaymentStatus.PLANIFIE).values_list("montant", "frais")
    total = int(sum(amount + fees for amount, fees in sums))
    voucher = deposit_file(upload=SimpleUploadedFile(f"{cycle.code}.pdf", VOUCHER), caller=user)
    begin_step()
    deposit_amount(
        account_id=account.compte_id,
        amount=(total // MILLION + 2) * MILLION,
        reference=f"VIR-{cycle.code}",
        day=(paid_at - timedelta(days=4)).date(),
        source="Trésor public",
        notes=None,
        voucher=voucher.id,
        user=user,
    )


def _execute(cycle: Cycle, plan: PlannedCycle, paid_at: datetime, user: User) -> None:
    for run in _begin_runs(cycle, PaymentStatus.PLANIFIE, paid_at, user):
        _settle(run.id, plan.echecs, plan.inconnus, paid_at)
    if plan.is_repeated:
        repeated_at = min(paid_at + timedelta(days=9), timezone.now() - PREPARED_FIRST)
        for run in _begin_runs(cycle, PaymentStatus.ECHOUE, repeated_at, user):
            if plan.is_repeat_answered:
                _settle(run.id, 0, 0, repeated_at)
    if plan.has_cash:
        _begin_runs(cycle, PaymentStatus.PLANIFIE, paid_at, user, Provider.ESPECES)
        _carry_cash(cycle, paid_at, user)
    if plan.is_suspended:
        begin_step()
        suspend_execution(cycle=cycle)


def _carry_cash(cycle: Cycle, moment: datetime, user: User) -> None:
    """Issue the sheets of a cycle, and let payers bring back three of the four for which they got cash."""
    begin_step()
    issue_sheets(cycle=cycle, options=SheetOptions(SHEET_LINES), user=user)
    sheets = Sheet.objects.filter(cycle=cycle).order_by("-nombre", "numero")
    for place, (sheet, payer) in enumerate(zip(sheets, PAYERS, strict=False)):
        begin_step()
        SQL.execute("date_issue", {"feuille": sheet.id, "moment": moment})
        handed = hand_out_cash(sheet=sheet, payer=payer, moment=moment, user=user, require=accept_any_version)
        if place < RETURNED_SHEETS:
            _bring_back(handed, is_whole=place == 1, is_deposited=place == 0, moment=moment, user=user)
            SQL.execute("date_return", {"feuille": sheet.id, "moment": moment})


def _bring_back(sheet: Sheet, *, is_whole: bool, is_deposited: bool, moment: datetime, user: User) -> None:
    """Take the return of a sheet that all have signed, or all but the last, whose cash may be back on the account."""
    numbers = list(sheet.lignes.order_by("numero").values_list("numero", "tentative__montant"))
    signed = numbers if is_whole else numbers[:-1]
    absent = numbers[len(signed) :]
    lines = [ReturnedLine(number, "reussi") for number, _amount in signed]
    lines += [ReturnedLine(number, "echoue", motif=ABSENCE) for number, _amount in absent]
    left = sum(amount for _number, amount in absent)
    begin_step()
    brought = SheetReturn(tuple(lines), left, moment=moment + timedelta(hours=6))
    take_return(sheet=sheet, brought=brought, user=user, require=accept_any_version)
    if left and is_deposited:
        begin_step()
        reference = f"VERSEMENT-{sheet.reference}"
        deposited_at = moment + timedelta(hours=30)
        deposit_returned_cash(
            sheet=sheet, reference=reference, moment=deposited_at, user=user, require=accept_any_version
        )


def _begin_runs(
    cycle: Cycle, statut: PaymentStatus, moment: datetime, user: User, provider: Provider = Provider.FICHIER
) -> list[Run]:
    """Reserve, prepare and send the payments of a cycle, by default by an instruction file."""
    begin_step()
    runs = begin_runs(cycle=cycle, options=RunOptions(provider), user=user, statut=statut)
    for run in runs:
        SQL.execute("send_attempts", {"run": run.id, "moment": moment})
    return runs


def _settle(run_id: UUID, failed: int, unknown: int, moment: datetime) -> None:
    """Settle what the operator answered by percents; the rest stays unknown."""
    begin_step()
    runs = lock_runs([run_id])
    params = {"run": run_id, "echecs": failed, "inconnus": unknown, "moment": moment}
    settle_selected_outcomes(runs=runs, outcomes=SQL["drawn_outcomes"], params=params)
    SQL.execute("mark_unanswered_unknown", {"run": run_id})
    for run in runs:
        announce_end([run])
