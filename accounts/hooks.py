"""What accounts hands out at start-up."""

from django.utils.translation import ngettext_lazy

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.audit.checks import describe_seal_faults
from accounts.audited_tables import AUDITED_TABLES, UNAUDITED_TABLES
from accounts.backup.api import data_checks
from accounts.files import queries as file_queries
from accounts.jobs import queries as job_queries
from accounts.jobs.api import job_end_listeners
from accounts.mails import queue as mail_queue
from accounts.mails import services as mails
from accounts.notifications import digests, occasions
from accounts.passwords import mails as texts
from accounts.second_factor import services as second_factor
from accounts.webhooks import occasions as webhook_occasions
from accounts.webhooks import queries as webhook_queries
from accounts.webhooks import queue as webhook_queue
from accounts.webhooks import services as webhooks
from config.api.database_faults import lock_explainers
from config.counts import count_words
from config.metrics import Gauge, gauges

for _table in AUDITED_TABLES:
    audited_tables.register(_table.model, _table)
for _name, _reason in UNAUDITED_TABLES.items():
    unaudited_tables.register(_name, _reason)
data_checks.register("audit", describe_seal_faults)
lock_explainers.register("jobs", job_queries.describe_lock_holder)
job_end_listeners.register("notifications", occasions.notify_job_end)
job_end_listeners.register("webhooks", webhook_occasions.publish_job_end)
mails.set_mail_hooks(hint=mail_queue.queue_mail_hint, tell=occasions.notify_mail_failure)
mails.register_mail_kind(digests.KIND, digests.compose_digest, once=True)
texts.register_password_mails()
webhooks.register_queue(webhook_queue.queue_delivery)
data_checks.register("files", file_queries.find_lost_files)
data_checks.register("authenticators", second_factor.describe_unreadable_authenticators)
gauges.register("tabanca_jobs", Gauge("Jobs, by kind and state.", ("kind", "state"), job_queries.count_jobs_by_state))
gauges.register(
    "tabanca_mails",
    Gauge("Mails of the last week, by kind and state.", ("kind", "state"), mails.count_mails_by_state),
)
gauges.register(
    "tabanca_webhook_deliveries",
    Gauge("Deliveries of webhooks, by state.", ("state",), webhook_queries.count_deliveries_by_state),
)
count_words.register("region_user", ngettext_lazy("%(n)d compte d'utilisateur", "%(n)d comptes d'utilisateur", "n"))
