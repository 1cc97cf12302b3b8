"""Move the records of a beneficiary with the beneficiary, also in a merge of households."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0002_records_follow_beneficiaries.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0001_initial")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
