"""Lock projects, campaigns and organisations."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection

from config.locks import Lock, claim_lock, lock_row
from registry.projects.models import Named, Project
from registry.projects.rules import require_writable

Row = TypeVar("Row", bound=Named)


def lock_open_projects(ids: Iterable[UUID], collecting_id: UUID | None = None) -> None:
    """Lock projects FOR SHARE and check again that they accept changes, at the end of long work, before its commit.

    The project `collecting_id` must also allow data collection. An archiving waits for the commit, and only that long,
    because the locks are taken last. Raises READ_ONLY_PROJECT, FORBIDDEN.
    """
    wanted = {*ids, *([collecting_id] if collecting_id else [])}
    if not wanted:
        return
    claim_lock(Lock.PROJECTS)
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM registry_projet WHERE id = ANY(%s) ORDER BY id FOR SHARE", [list(wanted)])
    for project in Project.objects.filter(id__in=wanted):
        require_writable(project, "collecter" if project.id == collecting_id else None)


def lock_project_row(row: Row, require: Callable[[Row], None], no_key: bool) -> Row:
    """Lock a row and return it as it is now, after `require(row)`. Raises NOT_FOUND when it was deleted."""
    manager: Any = type(row)._default_manager
    current: Row = lock_row(Lock.PROJECTS, manager.filter(pk=row.pk), no_key=no_key)
    require(current)
    return current
