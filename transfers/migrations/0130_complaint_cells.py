"""Keep sums of complaints by map cell, and count the changes of their layer."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0130_complaint_cells.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0120_selections"), ("geo", "0004_map_layers")]

    operations = [
        migrations.CreateModel(
            name="ComplaintCell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("z", models.PositiveSmallIntegerField()),
                ("x", models.IntegerField()),
                ("y", models.IntegerField()),
                ("region_id", models.UUIDField(null=True)),
                ("secteur_id", models.UUIDField(null=True)),
                ("n", models.BigIntegerField()),
                ("avec_pmt", models.BigIntegerField()),
                ("somme_pmt", models.DecimalField(decimal_places=2, max_digits=18)),
                ("somme_lon", models.BigIntegerField()),
                ("somme_lat", models.BigIntegerField()),
                ("statut", models.CharField(max_length=8)),
                ("priorite", models.CharField(max_length=7)),
            ],
            options={
                "db_table": "transfers_plainte_cell",
                "indexes": [models.Index(fields=["z", "x", "y"], name="plainte_cell_zxy")],
            },
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
