"""Made data of payments: a programme of half of all households, with ten ended cycles of everybody in it.

It is made once, set by set. What measures changes rolls them back.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone

from accounts.users.models import User
from accounts.users.queries import find_active_user
from config.ids import uuid7
from config.postgis.base import get_connection
from config.sql import Queries
from registry.projects.models import Project
from transfers.approvals.models import Approval
from transfers.approvals.queries import compute_list_hash
from transfers.cycles.models import Cycle
from transfers.execution.models import Run
from transfers.execution.services import begin_runs
from transfers.execution.types import RunOptions
from transfers.ledger.api import check_ledger
from transfers.operators.accounts.services import create_account, deposit_amount
from transfers.operators.models import FeeTranche, Operator, OperatorAccount
from transfers.programmes.models import Programme

SQL: Final = Queries(__file__, "payments.sql")
OPERATOR: Final = "operator_a_money"
AMOUNT: Final = 15_000
FEES: Final = 250
# Ended cycles of all beneficiaries.
ENDED: Final = 10


def find_admin() -> Any:
    return find_active_user(User.objects.filter(role__code="ROLE_ADMIN", is_active=True).earliest("id").id)


def forget_locks() -> None:
    """Forget the order of locks: what is measured after each other in one transaction are transactions of their own."""
    get_connection().forget_locks()


def find_programme(code: str, numbers: str, count: int) -> Programme:
    """Return a programme of the first `count` households, which is made once with its funded account."""
    found = Programme.objects.filter(code=code).first()
    return found or make_programme(code, numbers, count)


@transaction.atomic
def make_programme(code: str, numbers: str, count: int) -> Programme:
    admin = find_admin()
    project = Project.objects.create(code=code, nom=f"Mesure {code}")
    programme = Programme.objects.create(
        code=code, nom=f"Mesure {code}", statut="actif", projet=project, date_debut="2015-01-01"
    )
    account = create_account(
        operator=Operator.objects.get(code=OPERATOR),
        project=project,
        opening=0,
        values={"numero_compte": f"{numbers}000", "nom_compte": f"Compte {code}"},
        user=admin,
    )
    forget_locks()
    fund(account, 100 * count * (AMOUNT + FEES), admin)
    params = {"programme": programme.id, "prefix": code, "numbers": numbers, "count": count}
    SQL.execute("insert_beneficiaries", params)
    return programme


def fund(account: OperatorAccount, amount: int, user: Any) -> None:
    deposit_amount(
        account_id=account.compte_id,
        amount=amount,
        reference=f"MESURE-{uuid7()}",
        day=timezone.localdate(),
        source=None,
        notes=None,
        voucher=None,
        user=user,
    )
    forget_locks()


def make_cycle(programme: Programme, year: int, month: int) -> Cycle:
    number = year * 100 + month
    return Cycle.objects.create(
        code=f"{programme.code}-{number}",
        nom=f"Mesure {number}",
        programme=programme,
        numero_sequence=number,
        date_debut=f"{year}-{month:02d}-01",
        date_fin=f"{year}-{month:02d}-28",
        montant_par_beneficiaire=AMOUNT,
        niveaux_requis=2,
    )


def find_tranche() -> FeeTranche:
    """Return the tranche of the amount that everybody receives: that of the demonstration, or one for it."""
    rows = FeeTranche.objects.filter(operateur_id=OPERATOR, actif=True)
    found = rows.filter(montant_min__lte=AMOUNT, montant_max__gte=AMOUNT).first()
    return found or FeeTranche.objects.create(
        operateur_id=OPERATOR,
        numero_tranche=999,
        montant_min=AMOUNT,
        montant_max=AMOUNT,
        taxe_administrative=100,
        frais_retrait=150,
    )


def fill_by_hand(cycle: Cycle) -> int:
    params = {"cycle": cycle.id, "code": cycle.code, "programme": cycle.programme_id}
    return SQL.execute("insert_by_hand", params | {"operateur": OPERATOR, "montant": AMOUNT})


def find_paid_programme() -> Programme:
    """Return the programme that pays half of the households, with its ended cycles."""
    count = fetch_value("SELECT count(*) FROM registry_menage") // 2
    programme = find_programme("MESURE-P", "+24577", count)
    if not Cycle.objects.filter(programme=programme).exists():
        with transaction.atomic():
            for month in range(1, ENDED + 1):
                cycle = make_cycle(programme, 2024, month)
                fill_by_hand(cycle)
                SQL.execute("end_payments", {"cycle": cycle.id, "day": f"2024-{month:02d}-20T12:00:00Z"})
                Cycle.objects.filter(id=cycle.id).update(calcule_le=timezone.now())
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE transfers_paiement, transfers_beneficiaire")
    return programme


def find_sent_run(programme: Programme) -> Run:
    """Return a run of everybody in a programme, by file, whose results are awaited: it is made once, and committed.

    A row that is changed in the transaction that inserted it has all its foreign keys checked again, as rows of a list
    that was committed days before have not.
    """
    code = f"{programme.code}-202502"
    found = Run.objects.filter(cycle__code=code).select_related("cycle__programme").first()
    if found:
        return found
    with transaction.atomic():
        cycle = make_cycle(programme, 2025, 2)
        fill_by_hand(cycle)
        approve(cycle)
        (run,) = begin_runs(cycle=cycle, options=RunOptions("fichier", OPERATOR), user=find_admin())
    with transaction.atomic():
        SQL.execute("mark_attempts_sent", {"runs": [run.id], "moment": None})
    forget_locks()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE transfers_paiement, transfers_tentative")
    return run


def find_draft_list(programme: Programme) -> Cycle:
    """Return a cycle with a list of everybody in a programme, not submitted yet: it is made once, and committed.

    A list is priced after it was calculated, in another transaction (see `find_sent_run`).
    """
    found = Cycle.objects.filter(code=f"{programme.code}-202504").first()
    if found:
        return found
    with transaction.atomic():
        cycle = make_cycle(programme, 2025, 4)
        fill_by_hand(cycle)
    forget_locks()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE transfers_paiement")
    return cycle


def fetch_value(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def approve(cycle: Cycle) -> None:
    """Approve the list of a cycle as two others would."""
    validators = list(User.objects.exclude(role__code="ROLE_ADMIN").order_by("id")[:2])
    cycle.empreinte = compute_list_hash(cycle.id)
    cycle.statut_validation, cycle.niveau_validation = "valide", 2
    cycle.save()
    Approval.objects.bulk_create(
        Approval(cycle=cycle, tour=1, action="validation", niveau=level, user=user, empreinte=cycle.empreinte)
        for level, user in enumerate(validators, 1)
    )


def seconds(work: Callable[[], Any]) -> float:
    """Return how long a work takes, with the foreign keys that its commit would check."""
    began = time.perf_counter()
    work()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    return time.perf_counter() - began


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll everything back, and sweep the dead rows away."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget_locks()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM transfers_paiement, transfers_tentative, transfers_mouvement")


def require_exact_ledger() -> None:
    """Raise RuntimeError unless the invariants hold, but the sixth: the ended cycles here were never really sent."""
    faults = [fault for fault in check_ledger() if not fault.invariant.startswith("6 a payment")]
    if faults:
        raise RuntimeError(f"ledger: {faults}")
