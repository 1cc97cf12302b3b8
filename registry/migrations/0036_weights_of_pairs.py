"""Store what each comparison of a pair adds, and by which version of the weights."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0036_weights_of_pairs.sql")
EMPTY = models.Value({}, output_field=models.JSONField())


class Migration(migrations.Migration):
    dependencies = [("registry", "0035_duplicates_by_region")]
    operations = [
        migrations.AddField("pair", "apports", models.JSONField(db_default=EMPTY, default=dict)),
        migrations.AddField("pair", "modele", models.CharField(max_length=40, null=True)),
        migrations.AddField("merge", "apports", models.JSONField(db_default=EMPTY, default=dict)),
        migrations.AddField("merge", "modele", models.CharField(max_length=40, null=True)),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
