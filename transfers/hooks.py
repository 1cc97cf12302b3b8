"""Register at start-up what transfers provides to the apps below."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.backup.api import data_checks
from accounts.erasure.api import erasers
from accounts.jobs.api import JobKind, job_kinds
from accounts.notifications.api import JobNotice, job_notices
from config.counts import count_words
from geo.layers.api import map_layers
from registry.duplicates.api import MergeSettlement, merge_settlements
from registry.erasure.api import identifying_word_sources
from registry.households.api import household_dependencies, mass_operations
from registry.projects.api import project_dependencies
from registry.timeline.api import event_sources
from transfers.audited_tables import AUDITED_TABLES, UNAUDITED_TABLES
from transfers.beneficiaries import queries as beneficiaries
from transfers.beneficiaries.checks import check_cells
from transfers.beneficiaries.hooks import beneficiary_records
from transfers.beneficiaries.map.layer import BENEFICIARIES
from transfers.beneficiaries.services import (
    erase_beneficiaries,
    exit_displaced_principals,
    lock_displaced_accounts,
    restore_displaced_principals,
)
from transfers.enrolment.jobs import ENROLMENT_JOB, run_enrolment_job
from transfers.enrolment.services import ENROL
from transfers.follow_ups.queries import list_beneficiary_follow_ups, list_follow_up_events
from transfers.follow_ups.services import erase_follow_ups
from transfers.identity_documents import queries as documents
from transfers.identity_documents.services import erase_documents

count_words.register("programmes", ngettext_lazy("%(n)d programme", "%(n)d programmes", "n"))
count_words.register(
    "regions_eligibles", ngettext_lazy("%(n)d région d'un programme", "%(n)d régions d'un programme", "n")
)
count_words.register("beneficiaires", ngettext_lazy("%(n)d bénéficiaire", "%(n)d bénéficiaires", "n"))
for _table in AUDITED_TABLES:
    audited_tables.register(_table.model, _table)
for _name, _reason in UNAUDITED_TABLES.items():
    unaudited_tables.register(_name, _reason)
map_layers.register(BENEFICIARIES.name, BENEFICIARIES)
data_checks.register("cells of beneficiaries", check_cells)
household_dependencies.register("beneficiaires", beneficiaries.count_by_household)
project_dependencies.register("beneficiaires", beneficiaries.count_in_project)
mass_operations.register(ENROL.name, ENROL)
job_kinds.register(ENROLMENT_JOB, JobKind(run_enrolment_job, _("enrôlement de ménages")))
job_notices.register(
    ENROLMENT_JOB,
    JobNotice(
        "menage",
        done=_("Les ménages sont enrôlés"),
        failed=_("Les ménages n'ont pas pu être enrôlés"),
    ),
)
merge_settlements.register(
    "transfers_beneficiaire",
    MergeSettlement(exit_displaced_principals, lock_displaced_accounts, restore_displaced_principals),
)
event_sources.register("enrolement", beneficiaries.list_enrolment_events)
event_sources.register("suivis", list_follow_up_events)
beneficiary_records.register("suivis", list_beneficiary_follow_ups)
beneficiary_records.register("documents_identite", documents.list_beneficiary_documents)
identifying_word_sources.register("beneficiaries", beneficiaries.list_identifying_texts)
identifying_word_sources.register("identity documents", documents.list_identifying_texts)
erasers.register("documents of beneficiaries", erase_documents)
erasers.register("follow-ups of beneficiaries", erase_follow_ups)
erasers.register("beneficiaries", erase_beneficiaries)
