"""Register what the registry provides to the other apps at start-up.

That is audited tables, map layers, dependencies, jobs and their notifications, bulk operations, timeline sources,
checks of a backup, and erasers of personal data.
"""

from django.utils.translation import gettext_lazy as _

from accounts.audit import catalogue as audit
from accounts.backup.invariants import register_check
from accounts.erasure.services import keep_in_history, register_eraser
from accounts.jobs.services import register
from accounts.notifications.occasions import announce
from geo.layers import catalogue
from registry import trails
from registry.collection import services as collection
from registry.control import services as control
from registry.duplicates import invariants as merges
from registry.duplicates import services as duplicates
from registry.erasure import services as erasure
from registry.follow_up.models import HealthVisit, Measure
from registry.follow_up.queries import counter
from registry.households import followers, invariants, mass, mass_acts
from registry.households.dependencies import register_dependency
from registry.households.layer import HOUSEHOLDS
from registry.imports import collecting
from registry.imports.jobs import JOB, left_standing, run_job
from registry.scoring import services as scoring
from registry.trail.services import register_source
from registry.trail.sources import SOURCES

audit.register(trails.TRAILS)
audit.exempt(trails.EXEMPT)
catalogue.register(HOUSEHOLDS)
register_dependency("visitesSante", counter(HealthVisit))
register_dependency("mesuresAccompagnement", counter(Measure))
register(JOB, run_job, remains=left_standing, name=_("import de ménages"))
register(scoring.JOB, scoring.run_job, name=_("calcul des scores"))
register(control.JOB, control.run_job, name=_("analyse de la qualité"))
register(duplicates.JOB, duplicates.run_job, outside=duplicates.prepare_job, name=_("recherche de doublons"))
register(mass.JOB, mass.run_job, name=_("opération sur des ménages"))
for act in (*collection.ACTS, *mass_acts.ACTS):
    mass.register_act(act)
register(collecting.JOB, collecting.run_job, outside=collecting.fetch_job, name=_("import de la collecte"))
announce(
    JOB,
    category="import",
    done=_("Le fichier de ménages est traité"),
    failed=_("Le fichier de ménages n'a pas pu être traité"),
)
announce(
    collecting.JOB,
    category="import",
    done=_("La collecte est importée"),
    failed=_("La collecte n'a pas pu être importée"),
)
announce(
    scoring.JOB,
    category="menage",
    done=_("Les scores des ménages sont calculés"),
    failed=_("Les scores des ménages n'ont pas pu être calculés"),
)
announce(
    control.JOB,
    category="menage",
    done=_("La qualité des ménages est analysée"),
    failed=_("La qualité des ménages n'a pas pu être analysée"),
)
announce(
    duplicates.JOB,
    category="menage",
    done=_("Les doublons de ménages sont analysés"),
    failed=_("Les doublons de ménages n'ont pas pu être analysés"),
)
announce(
    mass.JOB,
    category="menage",
    done=_("L'opération sur des ménages est terminée"),
    failed=_("L'opération sur des ménages a échoué"),
)
followers.follow(duplicates.follow_up)
for name, source in SOURCES.items():
    register_source(name, source)
register_check("tallies", invariants.tallies)
register_check("references of households", invariants.references)
register_check("places of households", invariants.places)
register_check("codes of households", invariants.check_codes)
register_check("parts of households", invariants.check_parts)
register_check("merges of households", merges.check_merges)
keep_in_history(erasure.KEPT)
register_eraser("people", erasure.erase_people)
register_eraser("receipts", erasure.erase_receipts)
register_eraser("duplicates", erasure.erase_duplicates)
register_eraser("merges", erasure.erase_merges)
register_eraser("moves of the collection", erasure.erase_moves)
register_eraser("visits and measures", erasure.erase_follow_up)
register_eraser("household", erasure.erase_household)
