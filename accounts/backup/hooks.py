"""Hold what each app promises about its data, and which schemas a backup encrypts with a key of their own."""

from collections.abc import Callable
from dataclasses import dataclass

from config.hooks import Hook


@dataclass(frozen=True, slots=True)
class SealedSchema:
    """Name a schema, the role that reads all of it, the setting that holds its key, and what to run once it is restored."""

    name: str
    role: str
    key_setting: str
    restored: str


# Under the name shown to the operator; a check returns the fault as a sentence, or None when it holds.
data_checks = Hook[Callable[[], str | None]]("checks of the data")
sealed_schemas = Hook[SealedSchema]("schemas that backups encrypt")
