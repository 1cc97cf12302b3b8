"""Register what the registry provides to the other apps at start-up.

That is audited tables, map layers, dependencies, jobs and their notifications, bulk operations, timeline sources,
checks of a backup, and erasers of personal data.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit import api as audit
from accounts.backup.api import register_check
from accounts.erasure.api import register_eraser, register_retained_columns
from accounts.jobs.api import register_job_kind
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
from registry.imports import collecting
from registry.imports.jobs import JOB, describe_partial_import, run_file_import_job
from registry.scoring import services as scoring
from registry.trail.services import register_event_source
from registry.trail.sources import SOURCES

audit.register_audited_tables(trails.TRAILS)
audit.register_unaudited_tables(trails.EXEMPT)
layers.register_layer(HOUSEHOLDS)
register_dependency("visitesSante", build_record_counter(HealthVisit))
register_dependency("mesuresAccompagnement", build_record_counter(Measure))
register_job_kind(JOB, run_file_import_job, remains=describe_partial_import, name=_("import de ménages"))
register_job_kind(scoring.JOB, scoring.run_job, name=_("calcul des scores"))
register_job_kind(control.JOB, control.run_analysis_job, name=_("analyse de la qualité"))
register_job_kind(duplicates.JOB, duplicates.run_job, outside=duplicates.prepare_job, name=_("recherche de doublons"))
register_job_kind(mass.JOB, mass.run_job, name=_("opération sur des ménages"))
for act in (*collection.ACTS, *mass_acts.ACTS):
    mass.register_mass_operation(act)
register_job_kind(
    collecting.JOB,
    collecting.run_platform_import_job,
    outside=collecting.fetch_job_submissions,
    name=_("import de la collecte"),
)
register_job_notice(
    JOB,
    category="import",
    done=_("Le fichier de ménages est traité"),
    failed=_("Le fichier de ménages n'a pas pu être traité"),
)
register_job_notice(
    collecting.JOB,
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
register_check("tallies", invariants.check_tallies)
register_check("references of households", invariants.check_references)
register_check("places of households", invariants.check_areas)
register_check("codes of households", invariants.check_codes)
register_check("parts of households", invariants.check_parts)
register_check("merges of households", merges.check_merges)
register_retained_columns(erasure.KEPT)
register_eraser("people", erasure.erase_people)
register_eraser("receipts", erasure.erase_receipts)
register_eraser("duplicates", erasure.erase_duplicates)
register_eraser("merges", erasure.erase_merges)
register_eraser("moves of the collection", erasure.erase_moves)
register_eraser("visits and measures", erasure.erase_follow_up)
register_eraser("household", erasure.erase_household)
count_words.register("projets", ngettext_lazy("%(n)d projet", "%(n)d projets", "n"))
count_words.register("menages", ngettext_lazy("%(n)d ménage", "%(n)d ménages", "n"))
count_words.register("visitesSante", ngettext_lazy("%(n)d visite de santé", "%(n)d visites de santé", "n"))
count_words.register(
    "mesuresAccompagnement", ngettext_lazy("%(n)d mesure d'accompagnement", "%(n)d mesures d'accompagnement", "n")
)
count_words.register("plaintes", ngettext_lazy("%(n)d plainte", "%(n)d plaintes", "n"))
