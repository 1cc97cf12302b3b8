"""Register at start-up what transfers provides to the apps below."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.backup.api import data_checks
from accounts.erasure.api import erasers
from accounts.jobs.api import JobKind, job_kinds
from accounts.notifications.api import register_job_notice
from config.counts import count_words
from geo.layers import api as layers
from registry.duplicates.api import MergeSettlement, register_settlement
from registry.erasure.api import register_identifying_words
from registry.households.api import register_dependency, register_enrol_function
from registry.projects.api import register_indirect_dependency
from registry.trail.api import register_event_source
from transfers import trails
from transfers.beneficiaries import events, queries, services
from transfers.beneficiaries.invariants import check_cells
from transfers.beneficiaries.layer import BENEFICIARIES
from transfers.beneficiaries.records import register_record_reader
from transfers.enrolment import services as enrolment
from transfers.follow_ups import events as follow_up_events
from transfers.follow_ups import queries as follow_up_queries
from transfers.follow_ups import services as follow_ups
from transfers.identity_documents import queries as papers
from transfers.identity_documents import services as documents

for _table in trails.TRAILS:
    audited_tables.register(_table.model, _table)
for _name, _reason in trails.EXEMPT.items():
    unaudited_tables.register(_name, _reason)
layers.register_layer(BENEFICIARIES)
data_checks.register("cells of beneficiaries", check_cells)
register_dependency("beneficiaires", queries.count_by_household)
register_indirect_dependency("beneficiaires", queries.count_in_project)
register_enrol_function(enrolment.enrol_households)
job_kinds.register(enrolment.JOB, JobKind(enrolment.run_job, _("enrôlement de ménages")))
register_job_notice(
    enrolment.JOB,
    category="menage",
    done=_("Les ménages sont enrôlés"),
    failed=_("Les ménages n'ont pas pu être enrôlés"),
)
register_settlement(
    MergeSettlement("transfers_beneficiaire", services.exit_displaced_principals, services.restore_displaced_principals)
)
register_event_source("enrolement", events.list_enrolment_events)
register_event_source("suivis", follow_up_events.list_follow_up_events)
register_record_reader("suivis", follow_up_queries.list_beneficiary_follow_ups)
register_record_reader("documentsIdentite", papers.list_beneficiary_documents)
register_identifying_words(queries.list_identifying_texts)
register_identifying_words(papers.list_identifying_texts)
erasers.register("documents of beneficiaries", documents.erase_documents)
erasers.register("follow-ups of beneficiaries", follow_ups.erase_follow_ups)
erasers.register("beneficiaries", services.erase_beneficiaries)
count_words.register("programmes", ngettext_lazy("%(n)d programme", "%(n)d programmes", "n"))
count_words.register(
    "regions_eligibles", ngettext_lazy("%(n)d région d'un programme", "%(n)d régions d'un programme", "n")
)
count_words.register("beneficiaires", ngettext_lazy("%(n)d bénéficiaire", "%(n)d bénéficiaires", "n"))
