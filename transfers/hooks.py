"""Register at start-up what transfers provides to the apps below."""

from functools import partial

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.backup.api import data_checks
from accounts.erasure.api import erasers
from accounts.files.api import file_holders
from accounts.jobs.api import JobKind, job_kinds
from accounts.notifications.api import JobNotice, job_notices
from accounts.previews.api import PreviewKind, preview_kinds
from accounts.webhooks.api import EventType, event_types
from config.counts import count_words
from geo.layers.api import map_layers
from registry.duplicates.api import MergeSettlement, merge_settlements
from registry.erasure.api import identifying_word_sources
from registry.households.api import (
    dependency_permissions,
    household_dependencies,
    mass_operations,
    withheld_dependencies,
)
from registry.projects.api import project_dependencies
from registry.timeline.api import event_sources
from transfers.approvals import queries as approvals
from transfers.approvals.services import VALIDATED_EVENT
from transfers.audited_tables import AUDITED_TABLES, UNAUDITED_TABLES
from transfers.beneficiaries import queries as beneficiaries
from transfers.beneficiaries.checks import check_cells
from transfers.beneficiaries.hooks import beneficiary_records
from transfers.beneficiaries.map.layer import BENEFICIARIES
from transfers.beneficiaries.models import Beneficiary
from transfers.beneficiaries.services import (
    erase_beneficiaries,
    exit_displaced_principals,
    lock_displaced_accounts,
    restore_displaced_principals,
)
from transfers.complaints import queries as complaints
from transfers.complaints.differences.services import take_differences
from transfers.complaints.map.checks import check_cells as check_complaint_cells
from transfers.complaints.map.layer import COMPLAINTS
from transfers.complaints.models import Complaint
from transfers.complaints.records.queries import list_visible_files
from transfers.complaints.records.services import erase_files
from transfers.complaints.services import erase_complaints
from transfers.complaints.subjects.services import follow_payments
from transfers.complaints.totals.checks import check_totals as check_complaint_totals
from transfers.conditionality.api import cut_holds, delete_effects
from transfers.conditionality.checks.queries import list_beneficiary_checks
from transfers.conditionality.checks.services import erase_checks
from transfers.conditionality.imports.jobs import ATTENDANCE_JOB, run_attendance_job
from transfers.conditionality.imports.serializers import parse_attendance_line
from transfers.cycles.api import awaiting_conditions, calculation_resets
from transfers.eligibility.api import field_sources
from transfers.eligibility.conditions.density import DENSITY, DENSITY_SOURCE
from transfers.eligibility.criteria.queries import build_programme_criteria
from transfers.eligibility.evaluation.jobs import EVALUATION_JOB, run_evaluation_job
from transfers.eligibility.profiles.services import erase_profile
from transfers.eligibility.survey.jobs import SURVEY_JOB, run_survey_job
from transfers.eligibility.survey.serializers import describe_errors, parse_question
from transfers.enrolment.jobs import ENROLMENT_JOB, run_enrolment_job
from transfers.enrolment.services import ENROL
from transfers.execution import jobs as execution
from transfers.execution.account_checks.jobs import VERIFICATION_JOB, ask_job_accounts, summarise_account_answers
from transfers.execution.closings import queries as closings
from transfers.execution.closings.services import describe_unfinished_programme
from transfers.execution.queries import INVARIANTS, find_faults, list_failure_events, select_cash_in_hand
from transfers.execution.results.jobs import RESULTS_JOB, run_results_job
from transfers.execution.returned_payments.queries import find_unreversed_returns
from transfers.execution.services import erase_attempts
from transfers.execution.sheets import queries as sheets
from transfers.execution.sheets.losses import queries as losses
from transfers.execution.templates.checks import describe_template_faults
from transfers.follow_ups.queries import list_beneficiary_follow_ups, list_follow_up_events
from transfers.follow_ups.services import erase_follow_ups
from transfers.graduation.services import erase_graduations
from transfers.identity_documents import queries as documents
from transfers.identity_documents.services import erase_documents
from transfers.ledger.api import describe_ledger_faults, describe_orphaned_movements, ledger_invariants
from transfers.operators.api import funding_needs
from transfers.payments import queries as payments
from transfers.payments.calculation.jobs import CALCULATION_JOB, run_calculation_job
from transfers.payments.fees.jobs import FEE_JOB, run_fee_job
from transfers.payments.hooks import list_followers, money_in_hand
from transfers.payments.map.layer import PAYMENTS
from transfers.payments.services import delete_payments, erase_payments
from transfers.programmes.api import closing_remarks, further_criteria, spent_amounts
from transfers.receipts.hooks import difference_listeners
from transfers.receipts.services import erase_answers
from transfers.reconciliation.checks import check_references
from transfers.reconciliation.finalization.jobs import FINALIZATION_JOB, run_finalization_job
from transfers.reconciliation.jobs import CREATION_JOB, MATCH_JOB, run_creation_job, run_match_job
from transfers.reconciliation.queries import list_session_files
from transfers.reconciliation.services import erase_entries
from transfers.reconciliation.statements.templates.checks import describe_statement_template_faults

count_words.register("programmes", ngettext_lazy("%(n)d programme", "%(n)d programmes", "n"))
count_words.register("cycles", ngettext_lazy("%(n)d cycle", "%(n)d cycles", "n"))
count_words.register(
    "supplementaires", ngettext_lazy("%(n)d cycle supplémentaire", "%(n)d cycles supplémentaires", "n")
)
count_words.register("recurrence", ngettext_lazy("%(n)d récurrence", "%(n)d récurrences", "n"))
count_words.register("regle_montant", ngettext_lazy("%(n)d règle de montant", "%(n)d règles de montant", "n"))
count_words.register("approbations", ngettext_lazy("%(n)d étape de validation", "%(n)d étapes de validation", "n"))
count_words.register(
    "regions_eligibles", ngettext_lazy("%(n)d région d'un programme", "%(n)d régions d'un programme", "n")
)
count_words.register("jeux_regles", ngettext_lazy("%(n)d jeu de règles", "%(n)d jeux de règles", "n"))
count_words.register("selection", ngettext_lazy("%(n)d sélection", "%(n)d sélections", "n"))
count_words.register("paiements", ngettext_lazy("%(n)d paiement", "%(n)d paiements", "n"))
count_words.register("feuille", ngettext_lazy("%(n)d feuille de paiement", "%(n)d feuilles de paiement", "n"))
for _name in ("points_paiement", "point_paiement"):
    count_words.register(_name, ngettext_lazy("%(n)d point de paiement", "%(n)d points de paiement", "n"))
count_words.register("plainte", ngettext_lazy("%(n)d plainte", "%(n)d plaintes", "n"))
count_words.register("equipe_secteur", ngettext_lazy("%(n)d secteur d'une équipe", "%(n)d secteurs d'une équipe", "n"))
count_words.register(
    "criteres_graduation", ngettext_lazy("%(n)d critère de graduation", "%(n)d critères de graduation", "n")
)
count_words.register("graduations", ngettext_lazy("%(n)d graduation", "%(n)d graduations", "n"))
count_words.register("verifications", ngettext_lazy("%(n)d vérification", "%(n)d vérifications", "n"))
count_words.register(
    "verifications_conditionnalites",
    ngettext_lazy("%(n)d vérification de conditionnalité", "%(n)d vérifications de conditionnalités", "n"),
)
count_words.register(
    "conditionnalite_effet",
    ngettext_lazy("%(n)d effet d'une conditionnalité", "%(n)d effets de conditionnalités", "n"),
)
count_words.register("conditionnalites", ngettext_lazy("%(n)d conditionnalité", "%(n)d conditionnalités", "n"))
count_words.register("comptes", ngettext_lazy("%(n)d compte", "%(n)d comptes", "n"))
count_words.register("comptes_operateurs", ngettext_lazy("%(n)d compte opérateur", "%(n)d comptes opérateurs", "n"))
count_words.register("beneficiaires", ngettext_lazy("%(n)d bénéficiaire", "%(n)d bénéficiaires", "n"))
for _table in AUDITED_TABLES:
    audited_tables.register(_table.model, _table)
for _name, _reason in UNAUDITED_TABLES.items():
    unaudited_tables.register(_name, _reason)
map_layers.register(BENEFICIARIES.name, BENEFICIARIES)
map_layers.register(PAYMENTS.name, PAYMENTS)
map_layers.register(COMPLAINTS.name, COMPLAINTS)
data_checks.register("cells of beneficiaries", check_cells)
data_checks.register("cells of complaints", check_complaint_cells)
data_checks.register("sums of complaints", check_complaint_totals)
data_checks.register("ledger", describe_ledger_faults)
data_checks.register("references of movements", describe_orphaned_movements)
data_checks.register("references of entries", check_references)
household_dependencies.register("beneficiaires", beneficiaries.count_by_household)
household_dependencies.register("paiements", payments.count_by_household)
household_dependencies.register("plaintes", complaints.count_by_household)
for _name, _permission in (
    ("beneficiaires", "transferts.lire"),
    ("paiements", "transferts.lire"),
    ("plaintes", "plaintes.lire"),
):
    dependency_permissions.register(_name, _permission)
withheld_dependencies.register("plaintes", complaints.count_withheld_by_household)
project_dependencies.register("beneficiaires", beneficiaries.count_in_project)
further_criteria.register("jeux_regles", build_programme_criteria)
field_sources.register(DENSITY_SOURCE, DENSITY)
job_kinds.register(EVALUATION_JOB, JobKind(run_evaluation_job, _("évaluation de ménages")))
job_notices.register(
    EVALUATION_JOB,
    JobNotice(
        "menage",
        done=_("Les ménages sont évalués"),
        failed=_("Les ménages n'ont pas pu être évalués"),
    ),
)
job_kinds.register(
    SURVEY_JOB,
    JobKind(partial(run_survey_job, parse=parse_question, describe=describe_errors), _("mesure d'une enquête")),
)
job_notices.register(
    SURVEY_JOB,
    JobNotice("menage", done=_("L'enquête est mesurée"), failed=_("L'enquête n'a pas pu être mesurée")),
)
job_kinds.register(
    ATTENDANCE_JOB, JobKind(partial(run_attendance_job, parse=parse_attendance_line), _("lecture de présences"))
)
job_notices.register(
    ATTENDANCE_JOB,
    JobNotice("import", done=_("Les présences sont lues"), failed=_("Les présences n'ont pas pu être lues")),
)
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
event_sources.register("paiements", payments.list_payment_events)
event_sources.register("tentatives", list_failure_events)
beneficiary_records.register("cycles", payments.list_beneficiary_cycles)
beneficiary_records.register("paiements", payments.list_beneficiary_payments)
beneficiary_records.register("plaintes", complaints.list_beneficiary_complaints)
beneficiary_records.register("conditionnalites", list_beneficiary_checks)
beneficiary_records.register("suivis", list_beneficiary_follow_ups)
beneficiary_records.register("documents_identite", documents.list_beneficiary_documents)
identifying_word_sources.register("beneficiaries", beneficiaries.list_identifying_texts)
identifying_word_sources.register("payments", payments.list_identifying_texts)
identifying_word_sources.register("identity documents", documents.list_identifying_texts)
erasers.register("documents of beneficiaries", erase_documents)
erasers.register("follow-ups of beneficiaries", erase_follow_ups)
erasers.register("payments of beneficiaries", erase_payments)
erasers.register("attempts to pay", erase_attempts)
erasers.register("answers about receipts", erase_answers)
erasers.register("entries of reconciliations", erase_entries)
erasers.register("files of complaints", erase_files)
erasers.register("complaints", erase_complaints)
erasers.register("checks of conditionalities", erase_checks)
erasers.register("graduations", erase_graduations)
erasers.register("beneficiaries", erase_beneficiaries)
erasers.register("profiles of households", erase_profile)
job_kinds.register(FEE_JOB, JobKind(run_fee_job, _("frais d'un cycle")))
job_notices.register(
    FEE_JOB,
    JobNotice(
        "paiement",
        done=_("Les frais sont appliqués au cycle"),
        failed=_("Les frais n'ont pas pu être appliqués au cycle"),
    ),
)
awaiting_conditions.register("validation", approvals.build_awaiting_condition)
calculation_resets.register("paiements", delete_payments)
calculation_resets.register("conditionnalites", delete_effects)
cut_holds.register("plaintes", complaints.OPEN_COMPLAINT)
spent_amounts.register("paiements", payments.compute_spent_amounts)
ledger_invariants.register("6 the sums of a cycle are those of its payments", payments.find_wrong_totals)
money_in_hand.register("especes", select_cash_in_hand)
list_followers.register("plaintes", follow_payments)
job_kinds.register(CALCULATION_JOB, JobKind(run_calculation_job, _("calcul d'un cycle")))
job_notices.register(
    CALCULATION_JOB,
    JobNotice(
        "paiement",
        done=_("Les paiements du cycle sont calculés"),
        failed=_("Les paiements du cycle n'ont pas pu être calculés"),
    ),
)
job_kinds.register(
    execution.EXECUTION_JOB,
    JobKind(
        execution.summarise_job_runs,
        _("exécution d'un cycle"),
        prepare=execution.drive_job_runs,
        describe_remains=execution.describe_job_remains,
        stop=execution.stop_job_runs,
    ),
)
job_notices.register(
    execution.EXECUTION_JOB,
    JobNotice(
        "paiement",
        done=_("Les paiements sont envoyés"),
        failed=_("L'exécution des paiements s'est arrêtée"),
    ),
)
event_types.register(
    VALIDATED_EVENT, EventType(_("Cycle validé"), ("cycleId", "programmeId", "nbPaiements", "montantTotal"))
)
ledger_invariants.register(
    "7 nobody validates twice, or what they calculated or submitted", approvals.find_wrong_approvals
)
job_kinds.register(RESULTS_JOB, JobKind(run_results_job, _("lecture de résultats de paiements")))
job_notices.register(
    RESULTS_JOB,
    JobNotice(
        "paiement",
        done=_("Les résultats de paiements sont lus"),
        failed=_("Les résultats de paiements n'ont pas pu être lus"),
    ),
)
job_kinds.register(
    VERIFICATION_JOB,
    JobKind(summarise_account_answers, _("vérification de comptes"), prepare=ask_job_accounts),
)
job_notices.register(
    VERIFICATION_JOB,
    JobNotice(
        "paiement",
        done=_("Les comptes d'un cycle sont vérifiés"),
        failed=_("Les comptes d'un cycle n'ont pas pu être vérifiés"),
    ),
)
data_checks.register("templates of operators", describe_template_faults)
data_checks.register("templates of statements", describe_statement_template_faults)
event_types.register("paiement.echoue", EventType(_("Paiement échoué"), ("paiementId", "cycleId")))
event_types.register("cycle.termine", EventType(_("Cycle exécuté"), ("cycleId", "nbPaiements", "reussis", "echoues")))
for _invariant, _query in INVARIANTS.items():
    ledger_invariants.register(_invariant, partial(find_faults, _query))
ledger_invariants.register("5 an attempt is returned exactly when its payment is reversed", find_unreversed_returns)
for _invariant, _query in sheets.INVARIANTS.items():
    ledger_invariants.register(_invariant, partial(sheets.find_faults, _query))
for _invariant, _query in losses.INVARIANTS.items():
    ledger_invariants.register(_invariant, partial(losses.find_faults, _query))
for _invariant, _query in closings.INVARIANTS.items():
    ledger_invariants.register(_invariant, partial(closings.find_faults, _query))
closing_remarks.register("payments on the way", describe_unfinished_programme)
job_kinds.register(CREATION_JOB, JobKind(run_creation_job, _("lecture d'un relevé d'opérateur")))
job_notices.register(
    CREATION_JOB,
    JobNotice("paiement", done=_("Le relevé est lu"), failed=_("Le relevé n'a pas pu être lu")),
)
job_kinds.register(MATCH_JOB, JobKind(run_match_job, _("rapprochement d'une session")))
job_notices.register(
    MATCH_JOB,
    JobNotice("paiement", done=_("La session est rapprochée"), failed=_("La session n'a pas pu être rapprochée")),
)
job_kinds.register(FINALIZATION_JOB, JobKind(run_finalization_job, _("finalisation d'une session de rapprochement")))
job_notices.register(
    FINALIZATION_JOB,
    JobNotice("paiement", done=_("La session est finalisée"), failed=_("La session n'a pas pu être finalisée")),
)
preview_kinds.register(
    "beneficiaires", PreviewKind(_("Bénéficiaires"), "transferts.lire", Beneficiary.objects.visible_to)
)
preview_kinds.register("plaintes", PreviewKind(_("Plaintes"), "plaintes.lire", Complaint.objects.visible_to))
file_holders.register("releves", list_session_files)
file_holders.register("plaintes", list_visible_files)
difference_listeners.register("plaintes", take_differences)
funding_needs.register("validated cycles", approvals.find_funding_needs)
