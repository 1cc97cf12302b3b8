"""Look up the region of an audited row by an index, whatever the statement was planned for (decision 0036)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0037_audit_by_index.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0030_results_of_rights")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
