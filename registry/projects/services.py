"""Writing projects and campaigns, and the one guard of what belongs to a project."""

from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.api.problems import Problem, forbidden
from registry.projects.models import Campaign, Project

CAPABILITIES = {
    "collecter": gettext_lazy("La collecte n'est pas permise dans ce projet."),
    "scorer": gettext_lazy("Le calcul des scores n'est pas permis dans ce projet."),
    "enroler": gettext_lazy("L'enrôlement n'est pas permis dans ce projet."),
}


def require_writable(project: Project | None, capability: str | None = None) -> None:
    """Raise READ_ONLY_PROJECT when the project takes no change, FORBIDDEN when it lacks the capability.

    A row without a project is free.
    """
    if project is None:
        return
    if not project.peut_modifier:
        raise Problem("READ_ONLY_PROJECT")
    if capability and not getattr(project, f"peut_{capability}"):
        raise forbidden(CAPABILITIES[capability])


def closed_projects(capability: str | None = None) -> dict[UUID, Problem]:
    """The guard for sets of rows: each project that would refuse, with what it would say."""
    closed = {}
    for project in Project.objects.all():
        try:
            require_writable(project, capability)
        except Problem as problem:
            closed[project.id] = problem
    return closed


def create_project(*, values: dict[str, Any]) -> Project:
    """A new project. Raises DUPLICATE_CODE (409)."""
    try:
        with transaction.atomic():
            return Project.objects.create(**values)
    except IntegrityError as error:
        if "code" not in str(error):
            raise
        raise Problem("DUPLICATE_CODE", _("Ce code de projet est déjà utilisé.")) from error


def create_campaign(*, values: dict[str, Any]) -> Campaign:
    """A new campaign."""
    return Campaign.objects.create(**values)
