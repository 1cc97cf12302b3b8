"""Register what the registry provides to the other apps at start-up.

That is audited tables, map layers, dependencies, jobs and their notifications, bulk operations, timeline sources,
checks of a backup, and erasers of personal data.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.backup.api import data_checks
from accounts.erasure.api import erasers, retained_columns
from accounts.jobs.api import JobKind, job_kinds
from accounts.notifications.api import register_job_notice
from config.counts import count_words
from geo.layers import api as layers
from registry import trails
from registry.collection import services as collection
from registry.control import services as control
from registry.duplicates import invariants as merges
from registry.duplicates import services as duplicates
from registry.erasure import services as erasure
from registry.follow_up.models import HealthVisit, Measure
from registry.follow_up.queries import build_record_counter
from registry.households import followers, invariants, mass, mass_acts
from registry.households.dependencies import register_dependency
from registry.households.layer import HOUSEHOLDS
from registry.imports.jobs import JOB, describe_partial_import, run_file_import_job
from registry.imports.platforms import jobs as platform_imports
from registry.scoring import services as scoring
from registry.trail.services import register_event_source
from registry.trail.sources import SOURCES

for _table in trails.TRAILS:
    audited_tables.register(_table.model, _table)
for _name, _reason in trails.EXEMPT.items():
    unaudited_tables.register(_name, _reason)
layers.register_layer(HOUSEHOLDS)
register_dependency("visitesSante", build_record_counter(HealthVisit))
register_dependency("mesuresAccompagnement", build_record_counter(Measure))
job_kinds.register(JOB, JobKind(run_file_import_job, _("import de ménages"), describe_remains=describe_partial_import))
job_kinds.register(scoring.JOB, JobKind(scoring.run_job, _("calcul des scores")))
job_kinds.register(control.JOB, JobKind(control.run_analysis_job, _("analyse de la qualité")))
job_kinds.register(
    duplicates.JOB, JobKind(duplicates.run_job, _("recherche de doublons"), prepare=duplicates.prepare_job)
)
job_kinds.register(mass.JOB, JobKind(mass.run_job, _("opération sur des ménages")))
for act in (*collection.ACTS, *mass_acts.ACTS):
    mass.register_mass_operation(act)
job_kinds.register(
    platform_imports.JOB,
    JobKind(
        platform_imports.run_platform_import_job,
        _("import de la collecte"),
        prepare=platform_imports.fetch_job_submissions,
    ),
)
register_job_notice(
    JOB,
    category="import",
    done=_("Le fichier de ménages est traité"),
    failed=_("Le fichier de ménages n'a pas pu être traité"),
)
register_job_notice(
    platform_imports.JOB,
    category="import",
    done=_("La collecte est importée"),
    failed=_("La collecte n'a pas pu être importée"),
)
register_job_notice(
    scoring.JOB,
    category="menage",
    done=_("Les scores des ménages sont calculés"),
    failed=_("Les scores des ménages n'ont pas pu être calculés"),
)
register_job_notice(
    control.JOB,
    category="menage",
    done=_("La qualité des ménages est analysée"),
    failed=_("La qualité des ménages n'a pas pu être analysée"),
)
register_job_notice(
    duplicates.JOB,
    category="menage",
    done=_("Les doublons de ménages sont analysés"),
    failed=_("Les doublons de ménages n'ont pas pu être analysés"),
)
register_job_notice(
    mass.JOB,
    category="menage",
    done=_("L'opération sur des ménages est terminée"),
    failed=_("L'opération sur des ménages a échoué"),
)
followers.register_follower(duplicates.search_duplicates_after_write)
for name, source in SOURCES.items():
    register_event_source(name, source)
data_checks.register("tallies", invariants.check_tallies)
data_checks.register("references of households", invariants.check_references)
data_checks.register("places of households", invariants.check_areas)
data_checks.register("codes of households", invariants.check_codes)
data_checks.register("parts of households", invariants.check_parts)
data_checks.register("merges of households", merges.check_merges)
for _model, _columns in erasure.KEPT.items():
    retained_columns.register(_model, _columns)
erasers.register("people", erasure.erase_people)
erasers.register("receipts", erasure.erase_receipts)
erasers.register("duplicates", erasure.erase_duplicates)
erasers.register("merges", erasure.erase_merges)
erasers.register("moves of the collection", erasure.erase_moves)
erasers.register("visits and measures", erasure.erase_follow_up)
erasers.register("household", erasure.erase_household)
count_words.register("projets", ngettext_lazy("%(n)d projet", "%(n)d projets", "n"))
count_words.register("menages", ngettext_lazy("%(n)d ménage", "%(n)d ménages", "n"))
count_words.register("visitesSante", ngettext_lazy("%(n)d visite de santé", "%(n)d visites de santé", "n"))
count_words.register(
    "mesuresAccompagnement", ngettext_lazy("%(n)d mesure d'accompagnement", "%(n)d mesures d'accompagnement", "n")
)
count_words.register("plaintes", ngettext_lazy("%(n)d plainte", "%(n)d plaintes", "n"))
