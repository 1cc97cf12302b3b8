"""Writing projects, campaigns and organisations, and the one guard of what belongs to a project."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.api.problems import Problem, forbidden, invalid, not_found
from config.api.removal import remove
from config.api.uniqueness import unique
from registry.projects.models import Named, Project

Row = TypeVar("Row", bound=Named)

CAPABILITIES = {
    "collecter": gettext_lazy("La collecte n'est pas permise dans ce projet."),
    "scorer": gettext_lazy("Le calcul des scores n'est pas permis dans ce projet."),
    "enroler": gettext_lazy("L'enrôlement n'est pas permis dans ce projet."),
}

FLAGS: Final = tuple(f"peut_{capability}" for capability in CAPABILITIES)


def require_writable(project: Project | None, capability: str | None = None) -> None:
    """Raise READ_ONLY_PROJECT when the project takes no change, FORBIDDEN when it lacks the capability.

    A row without a project is free. Ask with the row's lock held, of a project that was read after it was taken: one
    that was archived while the caller waited takes nothing any more.
    """
    if project is None:
        return
    if not project.peut_modifier:
        raise Problem("READ_ONLY_PROJECT")
    if capability and not getattr(project, f"peut_{capability}"):
        raise forbidden(CAPABILITIES[capability])


def hold_open(ids: Iterable[UUID], collecting: UUID | None = None) -> None:
    """The guard at the end of long work, just before its commit: these projects still take changes, and `collecting`
    households. Their rows stay locked until the commit: who archives one meanwhile waits for it, and not longer.

    Raises READ_ONLY_PROJECT and FORBIDDEN.
    """
    wanted = {*ids, *([collecting] if collecting else [])}
    if not wanted:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM registry_projet WHERE id = ANY(%s) ORDER BY id FOR SHARE", [list(wanted)])
    for project in Project.objects.filter(id__in=wanted):
        require_writable(project, "collecter" if project.id == collecting else None)


def closed_projects(capability: str | None = None) -> dict[UUID, Problem]:
    """The guard for sets of rows: each project that would refuse, with what it would say. Ask once they are locked."""
    closed = {}
    for project in Project.objects.all():
        try:
            require_writable(project, capability)
        except Problem as problem:
            closed[project.id] = problem
    return closed


# What hangs on a project by way of something else, by the name that a refused deletion shows.
_beyond: dict[str, Callable[[UUID], int]] = {}


def register_beyond(name: str, count: Callable[[UUID], int]) -> None:
    """Declare rows of an upper app that hang on a project not by a key of their own (from its `hooks.py`)."""
    _beyond[name] = count


def in_open_projects(rows: QuerySet, capability: str | None = None) -> QuerySet:
    """The guard for a statement: those of the rows whose project would not refuse. Ask once they are locked."""
    closed = closed_projects(capability)
    return rows.exclude(projet_id__in=list(closed)) if closed else rows


def create_row(*, model: type[Row], values: dict[str, Any]) -> Row:
    """A new project, campaign or organisation. Raises DUPLICATE_CODE (409)."""
    manager: Any = model._default_manager
    with unique("code", _("Ce code de projet est déjà utilisé.")):
        return manager.create(**values)


def _locked(row: Row, require: Callable[[Row], None], no_key: bool) -> Row:
    """The row as it is now, under its lock."""
    rows: Any = type(row)._default_manager.select_for_update(no_key=no_key)
    current = rows.filter(pk=row.pk).first()
    if current is None:
        raise not_found()
    require(current)
    return current


@transaction.atomic
def change_row(*, row: Row, values: dict[str, Any], require: Callable[[Row], None]) -> Row:
    """Change the fields that were sent; `require` looks at the row under its lock (If-Match).

    A read-only project itself may be changed: that is how it is opened again. Raises NOT_FOUND when another deleted
    it, DUPLICATE_CODE (409), VALIDATION_ERROR when its dates no longer fit.
    """
    current = _locked(row, require, no_key=True)
    for name, value in values.items():
        setattr(current, name, value)
    start, end = getattr(current, "date_debut", None), getattr(current, "date_fin", None)
    if start and end and end < start:
        raise invalid({"dateFin": [_("La date de fin précède la date de début.")]})
    with unique("code", _("Ce code de projet est déjà utilisé.")):
        current.save(update_fields={*values, "updated_at"})
    return current


@transaction.atomic
def delete_row(*, row: Row, require: Callable[[Row], None]) -> None:
    """Delete a row that nothing refers to. Raises NOT_FOUND, HAS_DEPENDENCIES naming the counts."""
    current = _locked(row, require, no_key=False)
    remove(current, {name: count(row.id) for name, count in _beyond.items()} if isinstance(row, Project) else {})


def archive(*, row: Project, require: Callable[[Project], None]) -> Project:
    """Archive a project: it stays visible, keeps its history and accepts nothing any more."""
    closed = {"actif": True, "lecture_seule": True}
    return change_row(row=row, values=closed | dict.fromkeys(FLAGS, False), require=require)
