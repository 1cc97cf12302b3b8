"""Map logins of the database to regions, and make the views for GIS programs anew, with their scope."""

from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0050_database_logins.sql")
EARLIER = Queries(__file__, "0003_gis_views.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0030_daily_totals"),
        ("geo", "0008_middles_once"),
        ("transfers", "0091_losses_and_closings"),
    ]
    operations = [
        migrations.CreateModel(
            name="DatabaseLogin",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("nom", models.CharField(max_length=63)),
                ("oid", models.BigIntegerField()),
                ("usage", models.CharField(choices=[("gis", "Gis"), ("bi", "Bi")], max_length=3)),
                ("toutes_regions", models.BooleanField(db_default=False, default=False)),
                ("description", models.CharField(blank=True, max_length=255)),
                ("cree_le", models.DateTimeField(auto_now_add=True)),
                ("termine_le", models.DateTimeField(null=True)),
                (
                    "regions",
                    models.ManyToManyField(
                        db_table="analysis_connexion_base_region", related_name="+", to="geo.region"
                    ),
                ),
            ],
            options={
                "db_table": "analysis_connexion_base",
                "ordering": ["nom", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("usage__in", ["gis", "bi"])), name="connexion_base_usage"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("termine_le", None)), fields=("nom",), name="connexion_base_nom_once"
                    ),
                ],
            },
        ),
        migrations.RunSQL(SQL["scope_forwards"], SQL["scope_backwards"]),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"] + ";\n" + EARLIER["forwards"]),
    ]
