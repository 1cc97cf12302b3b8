"""Hold which objects files are attached to."""

from collections.abc import Callable

from django.db.models import QuerySet

from config.caller import Scope
from config.hooks import Hook

# By kind of object; a holder returns the ids of files attached to objects that the caller may see.
file_holders = Hook[Callable[[Scope], QuerySet]]("holders of files")
