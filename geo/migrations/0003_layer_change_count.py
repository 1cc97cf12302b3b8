"""Changes can be folded together without moving the layer's version."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("geo", "0002_rules")]
    operations = [
        migrations.AddField("layerchange", "nombre", models.BigIntegerField(default=1, db_default=1)),
    ]
