"""Find the projects that accept changes."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from config.errors.problems import Problem
from registry.projects.models import Project
from registry.projects.rules import require_writable


def find_closed_projects(capability: str | None = None) -> dict[UUID | None, Problem]:
    """Map the ids of all projects that refuse changes to the reason; rows without a project are never refused.

    Lock the rows to change first. One query.
    """
    closed: dict[UUID | None, Problem] = {}
    for project in Project.objects.all():
        try:
            require_writable(project, capability)
        except Problem as problem:
            closed[project.id] = problem
    return closed


def filter_open_projects(rows: QuerySet[Any], capability: str | None = None) -> QuerySet[Any]:
    """Filter `rows` to those whose project accepts changes and has the capability. Lock the rows first."""
    closed = find_closed_projects(capability)
    return rows.exclude(projet_id__in=list(closed)) if closed else rows
