"""Seal audit entries periodically."""

from procrastinate.contrib.django import app

from accounts.audit.services import seal_audit_entries


@app.periodic(cron="* * * * *")
@app.task(name="seal_audit", queue="upkeep", queueing_lock="seal_audit")
def seal_audit(timestamp: int) -> None:
    """Seal, every minute, the audit entries of committed transactions."""
    seal_audit_entries()
