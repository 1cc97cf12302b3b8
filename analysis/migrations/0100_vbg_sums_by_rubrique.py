"""Sum the cube of cases over age bands and sexes: counts by rubrique read a tenth of its rows."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0100_vbg_sums_by_rubrique.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0090_vbg_publication")]

    operations = [
        migrations.CreateModel(
            name="RubriqueCell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mois", models.DateField()),
                ("region_id", models.UUIDField()),
                ("secteur_id", models.UUIDField(null=True)),
                ("rubrique", models.CharField(max_length=30)),
                ("nombre", models.IntegerField()),
                ("nombre_publie", models.IntegerField()),
                ("cles_publiees", models.BigIntegerField()),
            ],
            options={"db_table": '"vbg"."cube_rubriques"'},
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
