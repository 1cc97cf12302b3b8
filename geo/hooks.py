"""Register the layers, audited tables, checks, jobs and notifications of geo at start-up."""

from django.core.checks import Tags
from django.core.checks import register as register_system_check
from django.utils.translation import gettext_lazy as _

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.backup.api import register_check
from accounts.jobs.api import JobKind, job_kinds
from accounts.notifications.api import register_job_notice
from geo import trails
from geo.areas.invariants import check_regions_of_users
from geo.facilities.layers import LAYERS as PLACES
from geo.imports.uploads import JOB, run_import_job
from geo.layers.areas import LAYERS as AREAS
from geo.layers.catalogue import register_layer
from geo.tables.checks import check_protections, check_required_protections

for _layer in (*AREAS, *PLACES):
    register_layer(_layer)

for _table in trails.TRAILS:
    audited_tables.register(_table.model, _table)
for _name, _reason in trails.EXEMPT.items():
    unaudited_tables.register(_name, _reason)
register_check("regions of users", check_regions_of_users)
job_kinds.register(JOB, JobKind(run_import_job, _("import géographique")))
register_system_check(check_protections, Tags.security)
register_system_check(check_required_protections, Tags.security, deploy=True)
register_job_notice(
    JOB,
    category="import",
    done=_("Le fichier géographique est traité"),
    failed=_("Le fichier géographique n'a pas pu être traité"),
)
