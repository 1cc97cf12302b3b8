"""Keep the code of a household for good, also after a merge (decision 0064)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0005_codes_for_good.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0004_parts_of_households")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
