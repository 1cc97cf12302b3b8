"""Write projects, campaigns and organisations, and check that the rows of a project may be changed."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.deletion import delete_unreferenced_row
from config.errors.problems import Problem, forbidden, invalid
from config.errors.uniqueness import raise_duplicate_code
from config.locks import Lock, claim_lock, lock_row
from registry.projects.models import Named, Project

Row = TypeVar("Row", bound=Named)

CAPABILITIES = {
    "collecter": gettext_lazy("La collecte n'est pas permise dans ce projet."),
    "scorer": gettext_lazy("Le calcul des scores n'est pas permis dans ce projet."),
    "enroler": gettext_lazy("L'enrôlement n'est pas permis dans ce projet."),
}

FLAGS: Final = tuple(f"peut_{capability}" for capability in CAPABILITIES)


def require_writable(project: Project | None, capability: str | None = None) -> None:
    """Raise READ_ONLY_PROJECT when the project accepts no changes, FORBIDDEN when it lacks the capability.

    A row without a project may always be changed. Lock the row first and read the project after that: it may have been
    archived while the transaction waited for the lock.
    """
    if project is None:
        return
    if not project.peut_modifier:
        raise Problem("READ_ONLY_PROJECT")
    if capability and not getattr(project, f"peut_{capability}"):
        raise forbidden(CAPABILITIES[capability])


def lock_open_projects(ids: Iterable[UUID], collecting: UUID | None = None) -> None:
    """Lock projects FOR SHARE and check again that they accept changes, at the end of long work, before its commit.

    The project `collecting` must also allow data collection. An archiving waits for the commit, and only that long,
    because the locks are taken last. Raises READ_ONLY_PROJECT, FORBIDDEN.
    """
    wanted = {*ids, *([collecting] if collecting else [])}
    if not wanted:
        return
    claim_lock(Lock.PROJECTS)
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM registry_projet WHERE id = ANY(%s) ORDER BY id FOR SHARE", [list(wanted)])
    for project in Project.objects.filter(id__in=wanted):
        require_writable(project, "collecter" if project.id == collecting else None)


def find_closed_projects(capability: str | None = None) -> dict[UUID, Problem]:
    """Map the ids of all projects that refuse changes to the reason. Lock the rows to change first. One query."""
    closed = {}
    for project in Project.objects.all():
        try:
            require_writable(project, capability)
        except Problem as problem:
            closed[project.id] = problem
    return closed


# Functions that count rows which refer to a project indirectly, by the name shown when a deletion is refused.
_beyond: dict[str, Callable[[UUID], int]] = {}


def register_indirect_dependency(name: str, count: Callable[[UUID], int]) -> None:
    """Register a count of an upper app's rows that refer to a project indirectly (from its `hooks.py`)."""
    _beyond[name] = count


def filter_open_projects(rows: QuerySet, capability: str | None = None) -> QuerySet:
    """Filter `rows` to those whose project accepts changes and has the capability. Lock the rows first."""
    closed = find_closed_projects(capability)
    return rows.exclude(projet_id__in=list(closed)) if closed else rows


def create_row(*, model: type[Row], values: dict[str, Any]) -> Row:
    """Create a project, campaign or organisation. Raises DUPLICATE_CODE (409)."""
    manager: Any = model._default_manager
    with raise_duplicate_code("code", _("Ce code de projet est déjà utilisé.")):
        return manager.create(**values)


def _lock_row(row: Row, require: Callable[[Row], None], no_key: bool) -> Row:
    """Lock a row and return it as it is now, after `require(row)`. Raises NOT_FOUND when it was deleted."""
    manager: Any = type(row)._default_manager
    current: Row = lock_row(Lock.PROJECTS, manager.filter(pk=row.pk), no_key=no_key)
    require(current)
    return current


@transaction.atomic
def update_row(*, row: Row, values: dict[str, Any], require: Callable[[Row], None]) -> Row:
    """Update the fields in `values`; `require(row)` is called once the lock is held (If-Match).

    A read-only project itself may be changed: that is how it is opened again. Raises NOT_FOUND when it was deleted
    meanwhile, DUPLICATE_CODE (409), VALIDATION_ERROR when its end date precedes its start date.
    """
    current = _lock_row(row, require, no_key=True)
    for name, value in values.items():
        setattr(current, name, value)
    start, end = getattr(current, "date_debut", None), getattr(current, "date_fin", None)
    if start and end and end < start:
        raise invalid({"dateFin": [_("La date de fin précède la date de début.")]})
    with raise_duplicate_code("code", _("Ce code de projet est déjà utilisé.")):
        current.save(update_fields={*values, "updated_at"})
    return current


@transaction.atomic
def delete_row(*, row: Row, require: Callable[[Row], None]) -> None:
    """Delete a row that nothing refers to, after `require(row)` under its lock (If-Match).

    Raises NOT_FOUND, HAS_DEPENDENCIES with the counts.
    """
    current = _lock_row(row, require, no_key=False)
    delete_unreferenced_row(
        current, {name: count(row.id) for name, count in _beyond.items()} if isinstance(row, Project) else {}
    )


def archive_project(*, row: Project, require: Callable[[Project], None]) -> Project:
    """Archive a project: it stays visible with its change history, but accepts no changes and has no capabilities."""
    closed = {"actif": True, "lecture_seule": True}
    return update_row(row=row, values=closed | dict.fromkeys(FLAGS, False), require=require)
