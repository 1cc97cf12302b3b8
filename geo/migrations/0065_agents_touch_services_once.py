"""Touch the services of agents once a statement."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0065_agents_touch_services_once.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0061_moved_sectors")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
