"""Tell counts of cases as they stood when they were last published, not as they stand."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0090_vbg_publication.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0060_reports")]

    operations = [
        migrations.AddField("CubeCell", "nombre_publie", models.IntegerField(db_default=0, default=0)),
        migrations.AddField("CubeCell", "cles_publiees", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("ServiceCell", "nombre_publie", models.IntegerField(db_default=0, default=0)),
        migrations.AddField("ServiceCell", "cles_publiees", models.BigIntegerField(db_default=0, default=0)),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
