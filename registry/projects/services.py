"""Write projects, campaigns and organisations."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from config.deletion import delete_unreferenced_row
from config.errors.problems import invalid
from config.errors.uniqueness import raise_duplicate_code
from registry.projects.hooks import project_dependencies
from registry.projects.locks import Row, lock_project_row
from registry.projects.models import Project
from registry.projects.rules import CAPABILITY_FLAGS


def create_row(*, model: type[Row], values: dict[str, Any]) -> Row:
    """Create a project, campaign or organisation. Raises DUPLICATE_CODE (409)."""
    manager: Any = model._default_manager
    with raise_duplicate_code("code", _("Ce code de projet est déjà utilisé.")):
        row: Row = manager.create(**values)
        return row


@transaction.atomic
def update_row(*, row: Row, values: dict[str, Any], require: Callable[[Row], None]) -> Row:
    """Update the fields in `values`; `require(row)` is called once the lock is held (If-Match).

    A read-only project itself may be changed: that is how it is opened again. Raises NOT_FOUND when it was deleted
    meanwhile, DUPLICATE_CODE (409), VALIDATION_ERROR when its end date precedes its start date.
    """
    current = lock_project_row(row, require, no_key=True)
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
    current = lock_project_row(row, require, no_key=False)
    counters = project_dependencies if isinstance(row, Project) else {}
    delete_unreferenced_row(current, {name: count_rows(row.id) for name, count_rows in counters.items()})


def archive_project(*, row: Project, require: Callable[[Project], None]) -> Project:
    """Archive a project: it stays visible with its change history, but accepts no changes and has no capabilities."""
    archived = {"actif": True, "lecture_seule": True}
    return update_row(row=row, values=archived | dict.fromkeys(CAPABILITY_FLAGS, False), require=require)
