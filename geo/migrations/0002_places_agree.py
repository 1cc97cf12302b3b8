"""Keep the commune of a locality in the locality's secteur."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0002_places_agree.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0001_initial")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
