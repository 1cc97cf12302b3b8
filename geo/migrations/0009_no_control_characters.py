"""Texts that were written while control characters were let in: a spreadsheet with one of them cannot be opened."""

from django.db import migrations

from config.controls import remove_controls

TABLES = (
    "geo_region", "geo_secteur", "geo_commune", "geo_localite", "geo_ecole", "geo_service_sante", "geo_point_eau",
    "geo_police_judiciaire", "geo_service_vbg", "geo_asc", "geo_acteur_local",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("geo", "0008_shared_contours")]
    operations = [migrations.RunSQL(remove_controls(*TABLES), migrations.RunSQL.noop)]
