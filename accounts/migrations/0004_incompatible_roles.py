"""Keep incompatible roles apart: nobody holds two at once, be it as the own role or by a grant."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0004_incompatible_roles.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_last_administrator")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
