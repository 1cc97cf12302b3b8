"""What accounts hands out at start-up."""

from django.utils.translation import ngettext_lazy

from accounts import trails
from accounts.audit import catalogue as audit
from accounts.audit import sealing
from accounts.backup.invariants import register_check
from accounts.files import queries as file_queries
from accounts.files import services as files
from accounts.jobs import holding
from accounts.jobs import queries as job_queries
from accounts.jobs import queue as job_queue
from accounts.jobs import services as jobs
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

audit.register_audited_tables(trails.TRAILS)
audit.register_unaudited_tables(trails.EXEMPT)
register_check("audit", sealing.describe_seal_faults)
lock_explainers.register("jobs", holding.describe_lock_holder)
jobs.set_queue(job_queue.queue_job_hint)
jobs.set_cleanups(files.remove_job_file)
jobs.set_end_listeners(occasions.notify_job_end, webhook_occasions.publish_job_end)
mails.set_mail_hooks(hint=mail_queue.queue_mail_hint, tell=occasions.notify_mail_failure)
mails.register_mail_kind(digests.KIND, digests.compose_digest, once=True)
texts.register_password_mails()
webhooks.register_queue(webhook_queue.queue_delivery)
register_check("files", file_queries.find_lost_files)
register_check("authenticators", second_factor.describe_unreadable_authenticators)
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
