"""Register at start-up what transfers provides to the apps below."""

from django.utils.translation import gettext_lazy as _

from accounts.audit import catalogue as audit
from accounts.backup.invariants import register_check
from accounts.erasure.services import register_eraser
from accounts.jobs.services import register
from accounts.notifications.occasions import announce
from geo.layers import catalogue as layers
from registry.duplicates.movers import Settlement, register_settlement
from registry.erasure.services import register_words
from registry.households.dependencies import register_dependency
from registry.households.mass_acts import register_enrolment
from registry.projects.services import register_beyond
from registry.trail.services import register_source
from transfers import trails
from transfers.beneficiaries import events, queries, services
from transfers.beneficiaries.invariants import check_cells
from transfers.beneficiaries.layer import BENEFICIARIES
from transfers.beneficiaries.records import register_record
from transfers.enrolment import services as enrolment
from transfers.follow_ups import events as follow_up_events
from transfers.follow_ups import queries as follow_up_queries
from transfers.follow_ups import services as follow_ups
from transfers.identity_documents import queries as papers
from transfers.identity_documents import services as documents

audit.register(trails.TRAILS)
audit.exempt(trails.EXEMPT)
layers.register(BENEFICIARIES)
register_check("cells of beneficiaries", check_cells)
register_dependency("beneficiaires", queries.of_households)
register_beyond("beneficiaires", queries.of_project)
register_enrolment(enrolment.enrol)
register(enrolment.JOB, enrolment.run_job, name=_("enrôlement de ménages"))
announce(
    enrolment.JOB,
    category="menage",
    done=_("Les ménages sont enrôlés"),
    failed=_("Les ménages n'ont pas pu être enrôlés"),
)
register_settlement(Settlement("transfers_beneficiaire", services.give_way, services.come_back))
register_source("enrolement", events.enrolled)
register_source("suivis", follow_up_events.followed)
register_record("suivis", follow_up_queries.of_beneficiary)
register_record("documentsIdentite", papers.of_beneficiary)
register_words(queries.words)
register_words(papers.words)
register_eraser("documents of beneficiaries", documents.erase_documents)
register_eraser("follow-ups of beneficiaries", follow_ups.erase_follow_ups)
register_eraser("beneficiaries", services.erase_beneficiaries)
