"""Register the layers, audited tables, checks, jobs and notifications of geo at start-up."""

from django.core.checks import Tags
from django.core.checks import register as register_system_check
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.audit.api import audited_tables, unaudited_tables
from accounts.backup.api import data_checks
from accounts.jobs.api import JobKind, job_kinds
from accounts.notifications.api import JobNotice, job_notices
from config.counts import count_words
from geo.areas.checks import check_regions_of_users
from geo.audited_tables import AUDITED_TABLES, UNAUDITED_TABLES
from geo.base_map.api import BASE_MAP_LAYER
from geo.facilities.layer import FACILITY_LAYERS
from geo.imports.jobs import JOB, run_import_job
from geo.layers.areas.layer import AREA_LAYERS
from geo.layers.hooks import map_layers
from geo.tables.checks import check_protections, check_required_protections

for _layer in (*AREA_LAYERS, *FACILITY_LAYERS, BASE_MAP_LAYER):
    map_layers.register(_layer.name, _layer)

for _table in AUDITED_TABLES:
    audited_tables.register(_table.model, _table)
for _name, _reason in UNAUDITED_TABLES.items():
    unaudited_tables.register(_name, _reason)
data_checks.register("regions of users", check_regions_of_users)
job_kinds.register(JOB, JobKind(run_import_job, _("import géographique")))
register_system_check(check_protections, Tags.security)
register_system_check(check_required_protections, Tags.security, deploy=True)
job_notices.register(
    JOB,
    JobNotice(
        "import",
        done=_("Le fichier géographique est traité"),
        failed=_("Le fichier géographique n'a pas pu être traité"),
    ),
)
count_words.register("secteurs", ngettext_lazy("%(n)d secteur", "%(n)d secteurs", "n"))
count_words.register("communes", ngettext_lazy("%(n)d commune", "%(n)d communes", "n"))
count_words.register("localites", ngettext_lazy("%(n)d localité", "%(n)d localités", "n"))
count_words.register("ecole", ngettext_lazy("%(n)d école", "%(n)d écoles", "n"))
count_words.register("service_sante", ngettext_lazy("%(n)d service de santé", "%(n)d services de santé", "n"))
count_words.register("point_eau", ngettext_lazy("%(n)d point d'eau", "%(n)d points d'eau", "n"))
count_words.register("service_vbg", ngettext_lazy("%(n)d service VBG", "%(n)d services VBG", "n"))
count_words.register(
    "police_judiciaire", ngettext_lazy("%(n)d poste de police judiciaire", "%(n)d postes de police judiciaire", "n")
)
count_words.register("acteur_local", ngettext_lazy("%(n)d acteur local", "%(n)d acteurs locaux", "n"))
count_words.register(
    "asc", ngettext_lazy("%(n)d agent de santé communautaire", "%(n)d agents de santé communautaire", "n")
)
