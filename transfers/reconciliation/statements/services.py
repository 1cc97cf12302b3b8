"""Store statements: read each in the sandbox, keep each line of an operator once, and compare balances with the lines."""

import datetime
import hashlib
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.files.api import build_file_path
from accounts.files.models import StoredFile
from config.caller import Caller
from config.locks import Lock, lock_name
from config.sql import Queries
from config.text import format_amount
from geo.import_engine import staging
from geo.import_engine.progress import ReportProgress, RowProgress, ignore_progress
from geo.import_engine.reader import build_file_problem, convert_unreadable_file, iterate_output
from geo.tables.launcher import FOLDER_PREFIX, run_reader_child
from geo.tables.sandbox import UnreadableFile
from registry.households.api import tune_transaction
from transfers.operators.models import Operator
from transfers.reconciliation.models import Statement, StatementFormat
from transfers.reconciliation.statements.queries import check_accounts, find_layout_owner, name_account
from transfers.reconciliation.statements.reader.messages import FILE_MESSAGES, describe_fault
from transfers.reconciliation.statements.reader.movements import COLUMNS, FACTS_NAME
from transfers.reconciliation.statements.templates.queries import read_template
from transfers.reconciliation.statements.types import LineFault, LineSums

SQL: Final = Queries(__file__, "statements.sql")
CHILD: Final = "transfers.reconciliation.statements.reader.statement_child"
# Bytes of a line, for the progress, before the file was read.
LINE_BYTES: Final = 60
# Of all lines together: far above all money of the country, and far below what the sums of sessions can hold.
MAX_SUM_DIGITS: Final = 16
# Faults that are stored with a statement; all are counted.
MAX_LISTED: Final = 1_000


@transaction.atomic
def store_statement(
    *,
    stored: StoredFile,
    operator: Operator,
    user: Caller,
    report: ReportProgress = ignore_progress,
    awaited_rows: int | None = None,
) -> Statement:
    """Read a file as a statement of an operator, and store it with its lines.

    A content that is known, read by the same template, is the statement that was stored then, with its own file. Lines
    with a fault are left out and reported. Raises VALIDATION_ERROR for what is no statement of this operator or has no line
    that can be read, TooManyRows for more than `awaited_rows` rows: then nothing is stored.
    """
    lock_name(Lock.STATEMENTS, operator.code)
    operator.refresh_from_db(fields=["modele_releve"])
    path = build_file_path(stored)
    digest = compute_digest(path, operator.modele_releve)
    known = Statement.objects.filter(operateur=operator, empreinte=digest).first()
    if known is not None:
        return known
    tune_transaction()
    progress = RowProgress(report)
    facts = _stage_lines(path, operator, progress.report_reading, awaited_rows, is_job=report is not ignore_progress)
    statement = _store_lines(
        Statement(
            operateur=operator,
            fichier=stored,
            nom=stored.nom,
            taille=stored.taille,
            empreinte=digest,
            auteur_id=user.id,
        ),
        facts,
    )
    progress.report_share(1)
    staging.drop_tables()
    return statement


def compute_digest(path: Path, template: Any) -> bytes:
    """Return the SHA-256 of a content and of the template it is read by: a changed template reads it otherwise."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    if template is not None:
        digest.update(json.dumps(template, sort_keys=True).encode())
    return digest.digest()


@contextmanager
def _make_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX) as name:
        yield Path(name)


def _stage_lines(
    path: Path, operator: Operator, report: ReportProgress, awaited_rows: int | None, *, is_job: bool
) -> dict[str, Any]:
    """Copy the lines of a file to `import_raw`, as a confined child process reads them, and return its facts."""
    options = {
        "awaited_rows": awaited_rows,
        "last_day": (timezone.localdate() + datetime.timedelta(days=1)).isoformat(),
        "max_columns": settings.UPLOAD_MAX_TITLES,
        "max_rows": settings.STATEMENT_MAX_LINES,
        "template": operator.modele_releve,
    }
    read_template(operator)
    with (
        convert_unreadable_file(FILE_MESSAGES),
        _recognise_layout(operator),
        _make_folder() as folder,
        run_reader_child(CHILD, path, options, patient=is_job, folder=folder) as process,
    ):
        staging.create_tables(COLUMNS)
        staging.copy_blocks(list(COLUMNS), iterate_output(process, path.stat().st_size // LINE_BYTES + 1, report))
        facts: dict[str, Any] = json.loads((folder / FACTS_NAME).read_text(encoding="utf-8"))
    return facts


@contextmanager
def _recognise_layout(operator: Operator) -> Iterator[None]:
    """Say of titles that are not those of the operator whose they are, if that is known."""
    try:
        # A failed copy ends its transaction.
        with transaction.atomic():
            yield
    except UnreadableFile as error:
        other = find_layout_owner(operator, error.details["entete"]) if error.code == "titres" else None
        if other is None:
            raise
        raise UnreadableFile("autre_operateur", operateur=other.label) from error


def _store_lines(statement: Statement, facts: dict[str, Any]) -> Statement:
    params: dict[str, Any] = {"operator": statement.operateur_id, "statement": statement.id}
    steps = staging.Statements(params)
    steps.run(SQL, "analyse_raw", "turn_signs", "find_returns", "identify_lines")
    sums = SQL.fetch_object(LineSums, "sum_lines")
    faults = _list_faults(facts)
    if not sums.lignes:
        first = faults[0]
        raise build_file_problem(FILE_MESSAGES, "aucune_ligne", {"ligne": first.ligne, "faute": first.message})
    if sums.total >= 10**MAX_SUM_DIGITS:
        raise build_file_problem(FILE_MESSAGES, "somme", {"montant": format_amount(int(sums.total))})
    statement.format = StatementFormat(facts["format"])
    with convert_unreadable_file(FILE_MESSAGES):
        statement.numero_compte = check_accounts(statement.operateur, facts["comptes"])
    names = name_account(statement.operateur_id, statement.numero_compte)
    params |= {"compte": names[0], "comptes": names}
    steps = staging.Statements(params)
    steps.run(SQL, "find_known_lines", "find_unnamed_lines", "name_accounts", "name_returns")
    _compare_balances(statement, facts, sums)
    statement.periode_debut, statement.periode_fin = sums.debut, sums.fin
    _set_announced_days(statement, facts)
    statement.nb_lignes, statement.nb_erreurs = sums.lignes, sums.fautes
    statement.erreurs = [asdict(fault) for fault in faults]
    statement.nb_connues = sums.lignes - SQL.execute("store_lines", params)
    statement.save(force_insert=True)
    steps.run(SQL, "store_places")
    return statement


def _set_announced_days(statement: Statement, facts: dict[str, Any]) -> None:
    """Set the days that a message says it is about: those of its period, else those of its balances."""
    days = (
        facts[name] or (facts[balance] or {}).get("jour")
        for name, balance in (("debut", "ouverture"), ("fin", "cloture"))
    )
    statement.annonce_debut, statement.annonce_fin = (day and datetime.date.fromisoformat(day) for day in days)


def _compare_balances(statement: Statement, facts: dict[str, Any], sums: LineSums) -> None:
    """Set the balances of a file, and by how much the closing one is not the opening one and all lines."""
    opening, closing = ((facts[name] or {}).get("montant") for name in ("ouverture", "cloture"))
    statement.solde_ouverture, statement.solde_cloture = opening, closing
    if opening is not None and closing is not None:
        statement.ecart_solde = closing - opening - int(sums.mouvement)


def _list_faults(facts: dict[str, Any]) -> list[LineFault]:
    return [
        LineFault(**row, feuille=facts["feuille"], message=describe_fault(row["code"], row["valeur"]))
        for row in SQL.fetch_rows("list_faults", {"limit": MAX_LISTED})
    ]
