"""Let what belongs to a household go with it, also when SQL deletes a set of households."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0002_cascades.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0001_initial")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
