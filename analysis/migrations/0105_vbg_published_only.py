"""Tell of cases what was published, whatever was written since."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0105_vbg_published_only.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0101_vbg_rows_of_uploads")]

    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
