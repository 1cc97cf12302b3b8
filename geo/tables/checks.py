"""What `manage.py check` says of the protections under which foreign files are read."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Warning

from geo.tables.confinement import PROTECTIONS, available_protections

HINT = "docs/howto/deploy.md, 'Reading files', says what the machine needs, and what TABANCA_READER_PROTECTIONS does."


def _named(names: list[str]) -> str:
    return ", ".join(names) or "none"


def check_protections(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Name the protections of this machine where one is missing: an error where it must hold, as no file is read then."""
    holds = available_protections()
    required: list[str] = settings.READER_PROTECTIONS
    unmet = [name for name in required if name not in holds]
    missing = [name for name in PROTECTIONS if name not in holds]
    told = f"Uploaded files are read under these protections of this machine: {_named(holds)}."
    if unmet:
        return [Error(f"{told} Without {_named(unmet)} no file is read.", hint=HINT, id="tabanca.E001")]
    if missing:
        return [Warning(f"{told} Missing: {_named(missing)}.", hint=HINT, id="tabanca.W001")]
    return []


def report_protections(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Say in `check --deploy` which protections hold and which must."""
    holds, required = _named(available_protections()), _named(settings.READER_PROTECTIONS)
    return [Info(f"Uploaded files are read under: {holds}; required: {required}.", id="tabanca.I001")]
