"""Register the callbacks, types of points, jobs, audit exemptions and data check of analysis at start-up."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit.api import AuditedTable, audited_tables, guarded_entries, unaudited_tables
from accounts.backup.api import SealedSchema, data_checks, sealed_schemas
from accounts.jobs.api import JobKind, job_kinds
from accounts.mails.api import MailKind, mail_kinds
from accounts.notifications.api import JobNotice, job_notices
from analysis.assistant.rows.queries import build_household_condition
from analysis.assistant.serializers import read_household_plan
from analysis.assistant.views import check_household_plan
from analysis.coverage.filters import CoverageFilters
from analysis.coverage.queries import compute_coverage_collection
from analysis.coverage.serializers import CoverageCollectionParams
from analysis.dashboards.checks import check_daily_totals
from analysis.density.filters import DensityFilters
from analysis.density.hooks import PointSource, point_sources
from analysis.density.queries import (
    compute_density_collection,
    find_beneficiary_points,
    find_complaint_points,
    find_household_points,
)
from analysis.density.serializers import DensityParams
from analysis.packages import jobs as packages
from analysis.packages.services import JOB as PACKAGE_JOB
from analysis.proximity import services as proximity
from analysis.proximity.api import DISTANCE_SOURCE, DISTANCES
from analysis.proximity.checks import check_nearest_services
from analysis.reports import jobs as reports
from analysis.reports.services import MAIL
from analysis.vbg.cases.api import GUARDED_ENTRIES, count_open_cases
from analysis.vbg.collectors import jobs as service_collection
from analysis.vbg.directory.api import case_counters, case_totals, open_case_counters
from analysis.vbg.statistics.api import count_cases_of_services, count_totals
from config.counts import count_words
from geo.facilities.api import facility_load_callbacks
from geo.ogc.api import ComputedCollection, computed_collections
from registry.households.api import HouseholdQuestion, bulk_load_callbacks, household_questions
from transfers.eligibility.api import field_sources

computed_collections.register(
    "densite",
    ComputedCollection(
        _("Densité par cellule"),
        _("Les cellules qui ne sont pas vides, avec le nombre de leurs points et leur score moyen."),
        "analyses.lire",
        DensityParams,
        DensityFilters,
        compute_density_collection,
    ),
)
computed_collections.register(
    "couverture",
    ComputedCollection(
        _("Couverture par les services"),
        _("La part des ménages de chaque zone qui ont un service à moins du rayon, en mètres."),
        "analyses.lire",
        CoverageCollectionParams,
        CoverageFilters,
        compute_coverage_collection,
    ),
)
household_questions.register(
    "plan", HouseholdQuestion(read_household_plan, check_household_plan, build_household_condition)
)
bulk_load_callbacks.register("nearest services", proximity.refresh_households)
facility_load_callbacks.register("nearest services", proximity.refresh_services)
audited_tables.register(
    "connexion_base", AuditedTable("analysis_connexion_base", "connexion_base", "administration.utilisateurs")
)
audited_tables.register(
    "region_connexion_base",
    AuditedTable(
        "analysis_connexion_base_region",
        "region_connexion_base",
        "administration.utilisateurs",
        object="databaselogin_id",
        root="databaselogin_id",
    ),
)
unaudited_tables.register("analysis_nearest_service", "derived from households and places")
unaudited_tables.register("analysis_total_jour", "sums that triggers keep")
unaudited_tables.register(
    '"vbg"."cas"', "cases: that somebody wrote or read some is an entry, which says nothing of them"
)
for _model, _entries in GUARDED_ENTRIES.items():
    guarded_entries.register(_model, _entries)
unaudited_tables.register('"vbg"."cube"', "sums of cases that triggers write")
unaudited_tables.register('"vbg"."cube_rubriques"', "sums of cases that triggers write")
unaudited_tables.register('"vbg"."collecte"', "which submissions are cases; that some were taken over is an entry")
unaudited_tables.register('"vbg"."suivi"', "sums of cases that triggers write")
unaudited_tables.register("analysis_vbg_upload", "files that wait for a day; what is imported of them is audited")
unaudited_tables.register("analysis_vbg_statut_renvoye", "what survey platforms were told; the services are audited")
job_kinds.register(
    service_collection.JOB,
    JobKind(
        service_collection.run_sync_job, _("import de la collecte"), prepare=service_collection.fetch_job_submissions
    ),
)
job_notices.register(
    service_collection.JOB,
    JobNotice("import", done=_("La collecte est importée"), failed=_("La collecte n'a pas pu être importée")),
)
count_words.register(
    "connexion_base_region",
    ngettext_lazy("%(n)d connexion à la base de données", "%(n)d connexions à la base de données", "n"),
)
count_words.register(
    "rapport_abonnement", ngettext_lazy("%(n)d abonnement à un rapport", "%(n)d abonnements à un rapport", "n")
)
job_kinds.register(reports.JOB, JobKind(reports.run_report_job, _("rapport")))
job_notices.register(
    reports.JOB, JobNotice("system", done=_("Votre rapport est prêt"), failed=_("Le rapport n'a pas pu être établi"))
)
job_kinds.register(PACKAGE_JOB, JobKind(packages.run_package_job, _("paquet pour le terrain")))
job_notices.register(
    PACKAGE_JOB,
    JobNotice("system", done=_("Votre paquet est prêt"), failed=_("Le paquet n'a pas pu être préparé")),
)
mail_kinds.register(MAIL, MailKind(reports.compose_report_mail))
unaudited_tables.register("analysis_rapport_abonnement", "which roles get reports: each reader gets what they may see")
unaudited_tables.register("analysis_rapport_envoi", "which reports were mailed to whom")
point_sources.register("menages", PointSource("registre.lire", find_household_points))
point_sources.register("beneficiaires", PointSource("transferts.lire", find_beneficiary_points))
point_sources.register("plaintes", PointSource("plaintes.lire", find_complaint_points))
field_sources.register(DISTANCE_SOURCE, DISTANCES)
data_checks.register("nearest services", check_nearest_services)
data_checks.register("sums by day", check_daily_totals)
case_counters.register("cases", count_cases_of_services)
case_totals.register("cases", count_totals)
open_case_counters.register("cases", count_open_cases)
# Backups hold no privileges: both give and take them again.
RESTORED = "SELECT vbg.accorder(); SELECT analysis_fermer()"
sealed_schemas.register("vbg", SealedSchema("vbg", "tabanca_vbg", "VBG_BACKUP_KEY", RESTORED))
