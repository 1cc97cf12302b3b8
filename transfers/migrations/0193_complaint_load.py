"""Count the open complaints of members once a statement."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0193_complaint_load.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0192_complaint_list")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
