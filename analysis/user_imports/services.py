"""Open the accounts of a file, each by the same door as one that is typed; a dry run goes through it and comes back."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from accounts.directory.api import create_user
from accounts.files.api import build_file_path, remove_file, store_file
from accounts.roles.models import Role
from analysis.user_imports.rules import (
    FILE,
    LINE_MESSAGES,
    split_cell,
)
from analysis.user_imports.types import LineFault, UserFileSummary
from config.caller import Caller
from config.errors.problems import Problem
from geo.areas.models import Region
from geo.import_engine.deposits import RETENTION
from geo.import_engine.lines import read_lines
from geo.tables.column_titles import build_title_key

# Returns the values of a user, or the sentences by refused field.
ParseLine = Callable[[dict[str, Any]], tuple[dict[str, Any], dict[str, list[str]]]]
Faults = Mapping[str, Iterable[Any]]
# By code and by name, what is meant.
Known = Mapping[str, UUID]
# Stands for a role that is not known, so that the other faults of a line are told with it.
NOBODY: Final = UUID(int=0)


def import_users(*, upload: Any, parse: ParseLine, caller: Caller, is_dry_run: bool) -> UserFileSummary:
    """Open the accounts of an uploaded file; who is named without a fault is invited by mail.

    A dry run opens nothing and invites nobody, and finds the same faults. Raises VALIDATION_ERROR when the file cannot
    be read.
    """
    stored = store_file(upload, caller, RETENTION)
    try:
        with transaction.atomic():
            lines = read_lines(build_file_path(stored), FILE)
    finally:
        remove_file(stored)
    roles = _index(Role.objects.filter(is_active=True).values_list("id", "code", "nom"))
    regions = _index(Region.objects.visible_to(caller).values_list("id", "code", "nom"))
    repeated = Counter(_fold_address(line) for line in lines)
    faults: list[LineFault] = []
    created = 0
    for line in lines:
        is_repeated = repeated[_fold_address(line)] > 1
        refused = _take_line(line, is_repeated, (roles, regions), parse, caller, is_dry_run)
        faults += [LineFault(line["ligne"], name, str(next(iter(texts)))) for name, texts in refused.items()]
        created += not refused
    return UserFileSummary(is_dry_run, len(lines), created, len(lines) - created, faults)


def _index(rows: Iterable[tuple[UUID, str | None, str]]) -> dict[str, UUID]:
    return {build_title_key(word): identity for identity, *words in rows for word in words if word}


def _fold_address(line: dict[str, Any]) -> str:
    return (line["email"] or "").strip().lower()


def _take_line(
    line: dict[str, Any],
    is_repeated: bool,
    known: tuple[Known, Known],
    parse: ParseLine,
    caller: Caller,
    is_dry_run: bool,
) -> Faults:
    """Open the account of a line, and return the sentences by column for which it is refused."""
    if line["faute"] not in (None, "courte"):
        return {"ligne": [LINE_MESSAGES[line["faute"]]]}
    if is_repeated and line["email"]:
        return {"email": [LINE_MESSAGES["adresse"]]}
    roles, refused_roles = _look_up(line, "role", known[0])
    regions, refused_regions = _look_up(line, "regions", known[1])
    names = {name: line[name] for name in ("email", "nom", "prenom", "telephone") if line[name] is not None}
    values, refused = parse({**names, "role_id": roles[0] if roles else NOBODY, "regions": regions})
    if not roles and not refused_roles:
        refused_roles = {"role": [LINE_MESSAGES["roles"]]}
    found = {**refused, **refused_roles, **refused_regions}
    return found or _open_account(values, roles[1:], caller, is_dry_run)


def _look_up(line: dict[str, Any], column: str, known: Known) -> tuple[list[UUID], Faults]:
    """Return what the names in a cell mean, and a sentence about the first that means nothing."""
    names = split_cell(line[column])
    found = [known.get(build_title_key(name)) for name in names]
    if None in found:
        return [], {column: [LINE_MESSAGES[column] % {"name": names[found.index(None)]}]}
    return [identity for identity in found if identity], {}


def _open_account(values: dict[str, Any], further: Sequence[UUID], caller: Caller, is_dry_run: bool) -> Faults:
    """Open one account in a transaction of its own: those before it stay whatever becomes of it."""
    try:
        with transaction.atomic():
            create_user(values=values, caller=caller, further_roles=further)
            if is_dry_run:
                transaction.set_rollback(True)
    except Problem as problem:
        return problem.details or {_find_column(problem.code): [problem.message]}
    return {}


def _find_column(code: str) -> str:
    return {"DUPLICATE_CODE": "email", "FORBIDDEN": "role", "CONFLICT": "role"}.get(code, "ligne")
