"""Keep sums by day of the households that are enrolled in a programme."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0205_enrolled_households.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0196_login_end"), ("transfers", "0235_keys_of_beneficiaries")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
