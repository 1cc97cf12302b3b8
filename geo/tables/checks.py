"""Check the protections under which uploaded files are read (`manage.py check`)."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning

from geo.tables.confinement import PROTECTIONS, list_available_protections

HINT = "docs/howto/deploy.md, 'Reading files', says what the machine needs, and what TABANCA_READER_PROTECTIONS does."


def _join_names(names: list[str]) -> str:
    return ", ".join(names) or "none"


def _find_unmet(holds: list[str]) -> list[str]:
    return [name for name in settings.READER_PROTECTIONS if name not in holds]


def check_protections(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn about protections that this machine lacks, and list those that it has.

    Only a warning, even where a protection is required and no file is read without it: a backup must still run.
    """
    holds = list_available_protections()
    missing = [name for name in PROTECTIONS if name not in holds]
    sentence = f"Uploaded files are read under these protections of this machine: {_join_names(holds)}."
    if unmet := _find_unmet(holds):
        return [Warning(f"{sentence} Without {_join_names(unmet)} no file is read.", hint=HINT, id="tabanca.W002")]
    if missing:
        return [Warning(f"{sentence} Missing: {_join_names(missing)}.", hint=HINT, id="tabanca.W001")]
    return []


def check_required_protections(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Fail `check --deploy` where a required protection is missing."""
    if unmet := _find_unmet(list_available_protections()):
        return [Error(f"Required for reading files, and missing: {_join_names(unmet)}.", hint=HINT, id="tabanca.E001")]
    return []
