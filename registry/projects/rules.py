"""Decide whether the rows of a project may be changed."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from config.errors.problems import Problem, forbidden
from registry.projects.models import Project

CAPABILITIES: Final = {
    "collecter": _("La collecte n'est pas permise dans ce projet."),
    "scorer": _("Le calcul des scores n'est pas permis dans ce projet."),
    "enroler": _("L'enrôlement n'est pas permis dans ce projet."),
}
CAPABILITY_FLAGS: Final = tuple(f"peut_{capability}" for capability in CAPABILITIES)


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
