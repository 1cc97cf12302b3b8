"""Derive the contours of boundaries; those of one level share their borders (decisions 0063 and 0067)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0003_contours.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0002_places_agree")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
