"""Tell that households changed when members leave them."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0380_members_that_left.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0370_evidence_of_the_house")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
