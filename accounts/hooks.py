"""Register what the features of accounts give to each other and to config at start-up."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.audit.checks import describe_seal_faults
from accounts.audited_tables import AUDITED_TABLES, UNAUDITED_TABLES
from accounts.backup.api import data_checks
from accounts.files import queries as file_queries
from accounts.jobs import queries as job_queries
from accounts.jobs.api import job_end_listeners
from accounts.mails import queries as mail_queries
from accounts.mails.api import MailKind, mail_failure_listeners, mail_kinds
from accounts.notifications.jobs import DIGEST, compose_digest
from accounts.notifications.services import notify_job_end, notify_mail_failure
from accounts.passwords import services as passwords
from accounts.second_factor import services as second_factor
from accounts.sync.services import CHANGE_EVENT
from accounts.webhooks import queries as webhook_queries
from accounts.webhooks.api import EventType, event_types
from accounts.webhooks.rules import TEST_EVENT
from accounts.webhooks.services import publish_job_end
from config.api.database_faults import lock_explainers
from config.counts import count_words
from config.metrics import Gauge, gauges

for _table in AUDITED_TABLES:
    audited_tables.register(_table.model, _table)
for _name, _reason in UNAUDITED_TABLES.items():
    unaudited_tables.register(_name, _reason)
data_checks.register("audit", describe_seal_faults)
lock_explainers.register("jobs", job_queries.describe_lock_holder)
job_end_listeners.register("notifications", notify_job_end)
job_end_listeners.register("webhooks", publish_job_end)
mail_failure_listeners.register("notifications", notify_mail_failure)
mail_kinds.register(DIGEST, MailKind(compose_digest, is_sent_once=True))
mail_kinds.register("password_forgotten", MailKind(passwords.compose_forgotten_password_mail))
mail_kinds.register("invitation", MailKind(passwords.compose_invitation_mail))
mail_kinds.register("password_sent", MailKind(passwords.compose_random_password_mail))
mail_kinds.register("password_set", MailKind(passwords.compose_reset_notice_mail))
event_types.register(TEST_EVENT, EventType(_("Essai"), ("webhookId",)))
event_types.register("tache.terminee", EventType(_("Une tâche est terminée"), ("jobId", "type", "statut")))
event_types.register(CHANGE_EVENT, EventType(_("Des données ont changé"), ("nature", "nombre")))
event_types.register("utilisateur.cree", EventType(_("Un compte a été ouvert"), ("userId",)))
event_types.register("utilisateur.modifie", EventType(_("Un compte a changé"), ("userId",)))
event_types.register("utilisateur.supprime", EventType(_("Un compte a été supprimé"), ("userId",)))
data_checks.register("files", file_queries.find_lost_files)
data_checks.register("authenticators", second_factor.describe_unreadable_authenticators)
gauges.register("tabanca_jobs", Gauge("Jobs, by kind and state.", ("kind", "state"), job_queries.count_jobs_by_state))
gauges.register(
    "tabanca_mails",
    Gauge("Mails of the last week, by kind and state.", ("kind", "state"), mail_queries.count_mails_by_state),
)
gauges.register(
    "tabanca_webhook_deliveries",
    Gauge("Deliveries of webhooks, by state.", ("state",), webhook_queries.count_deliveries_by_state),
)
count_words.register("region_user", ngettext_lazy("%(n)d compte d'utilisateur", "%(n)d comptes d'utilisateur", "n"))
