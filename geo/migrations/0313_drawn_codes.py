"""Draw the codes of services for survivors: numbers in a row would have gaps where the shelters are."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0313_drawn_codes.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0065_agents_touch_services_once")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
