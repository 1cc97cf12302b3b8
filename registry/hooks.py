"""Register what the registry provides to the other apps at start-up.

That is audited tables, map layers, dependencies, jobs and their notifications, bulk operations, timeline sources,
checks of a backup, and erasers of personal data.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.backup.api import data_checks
from accounts.erasure.api import erasers, retained_columns
from accounts.files.api import file_holders
from accounts.jobs.api import JobKind, job_kinds
from accounts.notifications.api import JobNotice, job_notices
from accounts.previews.api import PreviewKind, preview_kinds
from config.counts import count_words
from config.screen_words import screen_words
from geo.layers.api import map_layers
from registry.audited_tables import AUDITED_TABLES, UNAUDITED_TABLES
from registry.collection_workflow.services import BULK_OPERATIONS
from registry.duplicates.analysis.jobs import DUPLICATE_ANALYSIS_JOB, prepare_analysis_job, run_analysis_job
from registry.duplicates.merges.checks import check_merges
from registry.duplicates.services import search_duplicates_after_write
from registry.erasure import services as erasure
from registry.erasure.rules import RETAINED_COLUMNS
from registry.follow_up.models import HealthVisit, Measure
from registry.follow_up.queries import build_record_counter
from registry.households import checks
from registry.households.exports.rules import SCREEN_WORDS
from registry.households.hooks import household_dependencies, household_listeners
from registry.households.layer import HOUSEHOLD_LAYER
from registry.households.mass.hooks import mass_operations
from registry.households.mass.jobs import JOB as MASS_JOB
from registry.households.mass.jobs import run_mass_job
from registry.households.mass.services import DELETE_HOUSEHOLDS
from registry.households.models import Household, Member
from registry.households.rules import WITHHELD
from registry.imports.jobs import JOB, describe_partial_import, run_file_import_job
from registry.imports.platforms import jobs as platform_imports
from registry.photos.queries import count_photos, list_visible_photos
from registry.photos.services import erase_photos
from registry.quality_dashboard.jobs import run_quality_analysis_job
from registry.quality_dashboard.services import QUALITY_ANALYSIS_JOB
from registry.scoring.jobs import RESCORING_JOB, run_rescoring_job
from registry.timeline.hooks import event_sources
from registry.timeline.queries import REGISTRY_SOURCES

for _table in AUDITED_TABLES:
    audited_tables.register(_table.model, _table)
for _name, _reason in UNAUDITED_TABLES.items():
    unaudited_tables.register(_name, _reason)
map_layers.register(HOUSEHOLD_LAYER.name, HOUSEHOLD_LAYER)
screen_words.register("menages", SCREEN_WORDS)
preview_kinds.register("menages", PreviewKind(_("Ménages"), "registre.lire", Household.objects.visible_to))
preview_kinds.register("membres", PreviewKind(_("Membres"), "registre.lire", Member.objects.visible_to))
household_dependencies.register("visitesSante", build_record_counter(HealthVisit))
household_dependencies.register("mesuresAccompagnement", build_record_counter(Measure))
household_dependencies.register("photos", count_photos)
file_holders.register("menages", list_visible_photos)
job_kinds.register(JOB, JobKind(run_file_import_job, _("import de ménages"), describe_remains=describe_partial_import))
job_kinds.register(RESCORING_JOB, JobKind(run_rescoring_job, _("calcul des scores")))
job_kinds.register(QUALITY_ANALYSIS_JOB, JobKind(run_quality_analysis_job, _("analyse de la qualité")))
job_kinds.register(
    DUPLICATE_ANALYSIS_JOB, JobKind(run_analysis_job, _("recherche de doublons"), prepare=prepare_analysis_job)
)
job_kinds.register(MASS_JOB, JobKind(run_mass_job, _("opération sur des ménages")))
for _operation in (*BULK_OPERATIONS, DELETE_HOUSEHOLDS):
    mass_operations.register(_operation.name, _operation)
job_kinds.register(
    platform_imports.JOB,
    JobKind(
        platform_imports.run_platform_import_job,
        _("import de la collecte"),
        prepare=platform_imports.fetch_job_submissions,
    ),
)
job_notices.register(
    JOB,
    JobNotice(
        "import",
        done=_("Le fichier de ménages est traité"),
        failed=_("Le fichier de ménages n'a pas pu être traité"),
    ),
)
job_notices.register(
    platform_imports.JOB,
    JobNotice(
        "import",
        done=_("La collecte est importée"),
        failed=_("La collecte n'a pas pu être importée"),
    ),
)
job_notices.register(
    RESCORING_JOB,
    JobNotice(
        "menage",
        done=_("Les scores des ménages sont calculés"),
        failed=_("Les scores des ménages n'ont pas pu être calculés"),
    ),
)
job_notices.register(
    QUALITY_ANALYSIS_JOB,
    JobNotice(
        "menage",
        done=_("La qualité des ménages est analysée"),
        failed=_("La qualité des ménages n'a pas pu être analysée"),
    ),
)
job_notices.register(
    DUPLICATE_ANALYSIS_JOB,
    JobNotice(
        "menage",
        done=_("Les doublons de ménages sont analysés"),
        failed=_("Les doublons de ménages n'ont pas pu être analysés"),
    ),
)
job_notices.register(
    MASS_JOB,
    JobNotice(
        "menage",
        done=_("L'opération sur des ménages est terminée"),
        failed=_("L'opération sur des ménages a échoué"),
    ),
)
household_listeners.register("duplicates", search_duplicates_after_write)
for _name, _source in REGISTRY_SOURCES.items():
    event_sources.register(_name, _source)
data_checks.register("tallies", checks.check_tallies)
data_checks.register("references of households", checks.check_references)
data_checks.register("places of households", checks.check_areas)
data_checks.register("codes of households", checks.check_codes)
data_checks.register("parts of households", checks.check_parts)
data_checks.register("merges of households", check_merges)
for _model, _columns in RETAINED_COLUMNS.items():
    retained_columns.register(_model, _columns)
erasers.register("people", erasure.erase_people)
erasers.register("receipts", erasure.erase_receipts)
erasers.register("duplicates", erasure.erase_duplicates)
erasers.register("merges", erasure.erase_merges)
erasers.register("moves of the collection", erasure.erase_moves)
erasers.register("visits and measures", erasure.erase_follow_up)
erasers.register("photos", erase_photos)
erasers.register("household", erasure.erase_household)
count_words.register("projets", ngettext_lazy("%(n)d projet", "%(n)d projets", "n"))
count_words.register("menages", ngettext_lazy("%(n)d ménage", "%(n)d ménages", "n"))
count_words.register("visitesSante", ngettext_lazy("%(n)d visite de santé", "%(n)d visites de santé", "n"))
count_words.register("photos", ngettext_lazy("%(n)d photo", "%(n)d photos", "n"))
count_words.register(
    "mesuresAccompagnement", ngettext_lazy("%(n)d mesure d'accompagnement", "%(n)d mesures d'accompagnement", "n")
)
count_words.register(WITHHELD, ngettext_lazy("%(n)d autre donnée", "%(n)d autres données", "n"))
count_words.register("plaintes", ngettext_lazy("%(n)d plainte", "%(n)d plaintes", "n"))
