"""List all locks in the order in which a transaction takes them, and take them in that order or refuse.

Two transactions that wait for each other's locks deadlock: PostgreSQL ends one of them after a second. They cannot when
all take locks in one order. Code locks rows and names through the functions below, which remember what the transaction
holds. SQL that locks by itself is announced by `claim_lock`. Triggers take the last locks of each group; foreign keys
share the row that they refer to (FOR KEY SHARE), which waits only for deletions.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final, TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

from config.errors.problems import not_found
from config.postgis.base import get_connection

Row = TypeVar("Row", bound=Model)


class LockOrderError(Exception):
    """Report that code takes a lock too late, or twice: an error of the program."""


class Lock(Enum):
    """Name what is locked, in the order of locking. The value is a table, or the name of an advisory lock.

    Rows of one table are locked by one statement, in the order of their ids.
    """

    # A synchronisation of a form of a survey platform: first of all, for it is long.
    FORM_CURSORS = "registry_collecte_curseur"
    # Names, before any row: who gets a mobile account, who chooses households for a programme, who writes pairs.
    MOBILE_ACCOUNTS = "transfers.compte_mobile"
    ENROLMENT_CHOICES = "transfers.enrolment"
    DUPLICATE_ANALYSIS = "registry.doublons"
    # A household, then what belongs to it. Households before programmes: waiting for a household blocks no programme.
    MERGES = "registry_fusion"
    HOUSEHOLDS = "registry_menage"
    MEMBERS = "registry_membre_menage"
    HOUSEHOLD_RECORDS = "visits, measures, documents, follow-ups"
    DUPLICATE_PAIRS = "registry_doublon"
    BENEFICIARIES = "transfers_beneficiaire"
    PROGRAMMES = "transfers_programme"
    GRADUATIONS = "transfers_graduation"
    GRADUATION_VISITS = "transfers_graduation_visite"
    RULE_SETS = "transfers_jeu_regles"
    TARGETING_DESIGNS = "transfers_ciblage"
    PAY_POINTS = "transfers_point_paiement"
    # Money: a cycle, its sheets for cash, what is run of it, its payments, the accounts of operators, then their balances.
    CYCLES = "transfers_cycle"
    # Statements of one operator are stored one after the other, so that no line is stored twice.
    STATEMENTS = "transfers.releves.{}"
    RECONCILIATIONS = "transfers_rapprochement"
    SHEETS = "transfers_feuille"
    RUNS = "transfers_execution"
    PAYMENTS = "transfers_paiement"
    ATTEMPTS = "transfers_tentative"
    RECEIPT_ANSWERS = "transfers_verification_reponse"
    OPERATOR_ACCOUNTS = "transfers_compte_operateur"
    FEE_TRANCHES = "transfers_tranche"
    LEDGER_ACCOUNTS = "transfers_compte"
    # Runs of one cycle that end at once: the last of them publishes the end of the cycle.
    CYCLE_ENDS = "transfers.fin_cycle"
    # Messages of the gateway, which may bring the same one twice.
    GATEWAY = "transfers.complaints.gateway"
    # A complaint, the team that gets it, and the members whose open complaints are counted by triggers.
    COMPLAINTS = "transfers_plainte"
    TEAMS = "transfers_equipe"
    TEAM_MEMBERS = "transfers_equipe_membre"
    # The lists of the country.
    PMT_METHODS = "registry_pmt_methode"
    REFERENCES = "registry_reference"
    HOLIDAYS = "transfers_jour_ferie"
    AREA_NAMES = "geo.imports.{}"
    # The lines of the base map, which a file replaces as a whole.
    BASE_MAP = "geo.fond_carte"
    BOUNDARIES = "geo.boundaries"
    AREAS = "regions, sectors, communes, localities"
    # Cases are written one after the other: their triggers write the same sums. Before services, which cases refer to:
    # who deletes one keeps cases from being written meanwhile, and nobody who writes one waits for its row.
    VBG_CASES = "vbg.cas"
    # A service for survivors: its triggers write the table below.
    VBG_SERVICES = "geo_service_vbg"
    # A table that is derived from all households and services.
    NEAREST_SERVICES = "analysis_nearest_service"
    # Projects at the end of long work: closing one waits only for its commit.
    PROJECTS = "projects, campaigns, organisations"
    # Sums that have one writer.
    HOUSEHOLD_PROFILES = "transfers.profils"
    QUALITY_TALLIES = "registry.control.counts"
    TALLY_FOLD = "registry.fold_tallies"
    # Accounts.
    USERS = "accounts_user"
    AUTHENTICATORS = "accounts_authenticator"
    ACCESS_KEYS = "accounts.cles.{}"
    REFRESHES = "accounts_token_pair"
    # Entries into the administration from one session, of which one holds.
    HAND_OVERS = "accounts.entrees.{}"
    # Names of one user's views, then the view.
    SAVED_VIEWS = "accounts.vues.{}"
    SAVED_VIEW_ROWS = "accounts_saved_view"
    ROLES = "accounts_role"
    ADMINISTRATORS = "accounts_require_administrator"
    ROLE_INCOMPATIBILITIES = "accounts_role_incompatibility"
    NOTIFICATION_PREFERENCES = "accounts_notification_preference"
    WEBHOOK_ENDPOINTS = "accounts_webhook_endpoint"
    # Removals of files share this one; a backup takes it alone, in a session that holds nothing else.
    FILE_REMOVALS = "accounts.files"
    FILES = "accounts_stored_file"
    # Sealing waits for every transaction that has written: nothing may be locked after it.
    AUDIT_SEAL = "accounts_audit_seal"


_PLACES: Final = {lock: place for place, lock in enumerate(Lock)}


def claim_lock(lock: Lock, *, again: bool = False) -> None:
    """Record that the next statement of this transaction may wait for a lock.

    With `again`, the transaction may hold it already: the lock of a whole table, which each part of a load takes.
    Raises LockOrderError when the transaction already holds this lock or a later one.
    """
    held = get_connection().held_locks
    if again and lock in held:
        return
    if not connection.in_atomic_block:
        raise LockOrderError(f"{lock.name} is locked outside a transaction")
    if late := [other.name for other in held if _PLACES[other] >= _PLACES[lock]]:
        raise LockOrderError(f"{lock.name} is locked after {', '.join(late)}: see the order in config/locks.py")
    held.append(lock)


@contextmanager
def claim_statement(lock: Lock) -> Iterator[None]:
    """Run one statement that may wait for a lock as its last; outside a transaction it is one itself.

    Within a transaction it runs in a savepoint, which a refusal rolls back, and the lock is held until the end.
    """
    if connection.in_atomic_block:
        with transaction.atomic():
            claim_lock(lock)
            yield
    else:
        get_connection().count_commit()
        yield


def lock_rows(lock: Lock, rows: QuerySet[Row], *, no_key: bool = True) -> QuerySet[Row]:
    """Return `rows`, to be locked when they are read, in the order of their ids.

    Others may then neither change nor delete them. With `no_key=False` they may not insert references to them either
    (FOR UPDATE instead of FOR NO KEY UPDATE).
    """
    claim_lock(lock)
    return rows.order_by("pk").select_for_update(of=("self",), no_key=no_key)


def lock_row(lock: Lock, rows: QuerySet[Row], *, no_key: bool = True) -> Row:
    """Lock and return the only row of `rows`, as `lock_rows` does. Raises NOT_FOUND when there is none."""
    row = lock_rows(lock, rows, no_key=no_key).first()
    if row is None:
        raise not_found()
    return row


def lock_free_rows(lock: Lock, rows: QuerySet[Row]) -> QuerySet[Row]:
    """Return those of `rows` that nobody has locked, to be locked when they are read. Never waits."""
    record_lock(lock)
    return rows.select_for_update(of=("self",), skip_locked=True)


def lock_name(lock: Lock, name: str = "", *, shared: bool = False) -> None:
    """Lock a name that is no row, until the end of the transaction. Those who share it do not wait for each other."""
    claim_lock(lock)
    with connection.cursor() as cursor:
        cursor.execute(*_compose_advisory_lock(f"pg_advisory_xact_lock{'_shared' if shared else ''}", lock, name))


def try_lock_name(lock: Lock, *, shared: bool = False) -> bool:
    """Lock a name as `lock_name` does, and return True; return False when another transaction has it. Never waits."""
    with connection.cursor() as cursor:
        cursor.execute(*_compose_advisory_lock(f"pg_try_advisory_xact_lock{'_shared' if shared else ''}", lock, ""))
        is_locked: bool = cursor.fetchone()[0]
    if is_locked:
        record_lock(lock)
    return is_locked


def record_lock(lock: Lock) -> None:
    """Record a lock for which nobody waits (SKIP LOCKED): it may come late, but the order holds after it."""
    held = get_connection().held_locks
    if lock not in held:
        held.append(lock)


def _compose_advisory_lock(function: str, lock: Lock, name: str) -> tuple[str, list[str]]:
    """Return the statement that locks a name: its first key is the lock's, with `name` in it or as the second key."""
    if "{}" in lock.value or not name:
        return f"SELECT {function}(hashtext(%s))", [lock.value.format(name)]
    return f"SELECT {function}(hashtext(%s), hashtext(%s))", [lock.value, name]
