"""What accounts hands out at start-up."""

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.audit.checks import describe_seal_faults
from accounts.audited_tables import AUDITED_TABLES, UNAUDITED_TABLES
from accounts.backup.invariants import register_check
from accounts.files import queries as file_queries
from accounts.jobs import queries as job_queries
from accounts.jobs.api import job_end_listeners
from accounts.mails import services as mails
from accounts.notifications import digests, occasions
from accounts.passwords import mails as texts
from accounts.second_factor import services as second_factor
from accounts.webhooks import occasions as webhook_occasions
from accounts.webhooks import queries as webhook_queries
from config.api.faults import register_lock_explainer
from config.metrics import register_gauge

for _table in AUDITED_TABLES:
    audited_tables.register(_table.model, _table)
for _name, _reason in UNAUDITED_TABLES.items():
    unaudited_tables.register(_name, _reason)
register_check("audit", describe_seal_faults)
register_lock_explainer(job_queries.describe_lock_holder)
job_end_listeners.register("notifications", occasions.notify_job_end)
job_end_listeners.register("webhooks", webhook_occasions.publish_job_end)
mails.set_failure_listener(occasions.notify_mail_failure)
mails.register_mail_kind(digests.KIND, digests.compose_digest, once=True)
texts.register_password_mails()
register_check("files", file_queries.find_lost_files)
register_check("authenticators", second_factor.describe_unreadable_authenticators)
register_gauge("tabanca_jobs", "Jobs, by kind and state.", ("kind", "state"), job_queries.count_jobs_by_state)
register_gauge(
    "tabanca_mails", "Mails of the last week, by kind and state.", ("kind", "state"), mails.count_mails_by_state
)
register_gauge(
    "tabanca_webhook_deliveries",
    "Deliveries of webhooks, by state.",
    ("state",),
    webhook_queries.count_deliveries_by_state,
)
