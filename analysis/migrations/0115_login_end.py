"""Let a login of the database see nothing from the day on which it ends, in open sessions too."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0115_login_end.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0105_vbg_published_only")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
