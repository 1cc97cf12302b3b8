"""Count the changes of the layer of payments."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0011_payment_layer.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0010_validation_amounts"), ("geo", "0004_map_layers")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
