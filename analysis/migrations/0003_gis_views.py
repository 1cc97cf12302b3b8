"""Create the views for GIS programs."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0003_gis_views.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0002_nearest_services"), ("transfers", "0001_initial")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
