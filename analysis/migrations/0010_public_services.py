"""Leave services that not everybody may see out of the nearest-service table."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0010_public_services.sql")
PUBLIC = "visibilite = 'publique' AND geom IS NOT NULL"
FORWARDS = ";\n".join([SQL["functions"].format(public=PUBLIC), SQL["refresh"]])
BACKWARDS = ";\n".join([SQL["functions"].format(public="geom IS NOT NULL"), SQL["refresh"]])


class Migration(migrations.Migration):
    dependencies = [("analysis", "0003_gis_views"), ("geo", "0007_services_of_survivors")]
    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
