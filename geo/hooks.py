"""Register the layers, audited tables, checks, jobs and notifications of geo at start-up."""

from django.core.checks import Tags
from django.core.checks import register as register_system_check
from django.utils.translation import gettext_lazy as _

from accounts.audit import api as audit
from accounts.backup.api import register_check
from accounts.jobs import api as jobs
from accounts.notifications.api import register_job_notice
from geo import trails
from geo.areas.invariants import check_regions_of_users
from geo.facilities.layers import LAYERS as PLACES
from geo.imports.jobs import JOB, run_import_job
from geo.layers.areas import LAYERS as AREAS
from geo.layers.catalogue import register_layer
from geo.tables.checks import check_protections, check_required_protections

for _layer in (*AREAS, *PLACES):
    register_layer(_layer)

audit.register_audited_tables(trails.TRAILS)
audit.register_unaudited_tables(trails.EXEMPT)
register_check("regions of users", check_regions_of_users)
jobs.register_job_kind(JOB, run_import_job, name=_("import géographique"))
register_system_check(check_protections, Tags.security)
register_system_check(check_required_protections, Tags.security, deploy=True)
register_job_notice(
    JOB,
    category="import",
    done=_("Le fichier géographique est traité"),
    failed=_("Le fichier géographique n'a pas pu être traité"),
)
