"""Traces whose plans suit one row as well as many (decision 0036)."""

from django.db import migrations

from accounts.audit.tables.triggers import build_audit_triggers as track
from geo.trails import TRAILS

# A later table has a migration of its own.
TABLES = (
    "geo_region", "geo_secteur", "geo_commune", "geo_localite", "geo_region_user", "geo_ecole",
    "geo_service_sante", "geo_point_eau", "geo_police_judiciaire", "geo_service_vbg", "geo_asc",
    "geo_acteur_local",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("geo", "0006_cheaper_traces"), ("accounts", "0013_steady_plans")]
    operations = [migrations.RunSQL(track(TRAILS, *TABLES), migrations.RunSQL.noop)]
