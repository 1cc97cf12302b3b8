"""Keep the nearest services of households fresh by triggers on both sides (decision 0006)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0002_nearest_services.sql")
KINDS = ("ecole", "service_sante", "point_eau", "service_vbg", "police_judiciaire")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0001_initial"), ("geo", "0004_map_layers")]
    operations = [
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
        *(migrations.RunSQL(SQL["kind"].format(kind=kind), SQL["drop_kind"].format(kind=kind)) for kind in KINDS),
        migrations.RunSQL(SQL["households"], SQL["drop_households"]),
    ]
