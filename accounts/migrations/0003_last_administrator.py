"""Keep the last active administrator, and the last super administrator."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0003_last_administrator.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_system_roles")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
