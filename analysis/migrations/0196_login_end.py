"""Let a login of the database see nothing from the day on which it ends, in open sessions too."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0196_login_end.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0195_bi_kept_terms")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
