"""What accounts hands out at start-up."""

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
from config.api.faults import explain_locks_with
from config.metrics import register_gauge

audit.register(trails.TRAILS)
audit.exempt(trails.EXEMPT)
register_check("audit", sealing.invariant)
explain_locks_with(holding.explain_lock)
jobs.use_queue(job_queue.hint)
jobs.tidy_with(files.job_ended)
jobs.tell_of_ends(occasions.job_ended, webhook_occasions.job_ended)
mails.use(hint=mail_queue.hint, tell=occasions.mail_failed)
mails.register(digests.KIND, digests.compose, once=True)
texts.register_all()
webhooks.use_queue(webhook_queue.hint)
register_check("files", file_queries.find_lost_files)
register_check("authenticators", second_factor.unopened)
register_gauge("tabanca_jobs", "Jobs, by kind and state.", ("kind", "state"), job_queries.by_state)
register_gauge("tabanca_mails", "Mails of the last week, by kind and state.", ("kind", "state"), mails.by_state)
register_gauge("tabanca_webhook_deliveries", "Deliveries of webhooks, by state.", ("state",), webhook_queries.by_state)
