"""Count the changes of each layer, and compute the position of a point in the tile scheme."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0004_map_layers.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0003_contours")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
