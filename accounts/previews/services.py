"""Record who looked at what somebody else sees."""

from uuid import UUID

from accounts.audit.api import write_audit_entry
from accounts.audit.models import Trace

MODEL = "apercu"


def record_preview(*, kind: str, identity: UUID) -> None:
    """Write into the history that what this user or role sees was looked at."""
    write_audit_entry(action=Trace.Action.LECTURE, model=MODEL, object_id=identity, details={"de": kind})
