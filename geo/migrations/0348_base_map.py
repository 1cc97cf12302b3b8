"""Make the table of the base map's lines: roads, tracks and rivers."""

import django.contrib.gis.db.models.fields
import django.db.models.functions.datetime
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0348_base_map.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0313_drawn_codes")]

    operations = [
        migrations.CreateModel(
            name="BaseMapLine",
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
                (
                    "classe",
                    models.CharField(
                        choices=[
                            ("route_principale", "Route Principale"),
                            ("route_secondaire", "Route Secondaire"),
                            ("piste", "Piste"),
                            ("fleuve", "Fleuve"),
                            ("riviere", "Riviere"),
                        ],
                        max_length=20,
                    ),
                ),
                ("nom", models.CharField(blank=True, db_default="", max_length=255)),
                ("geom", django.contrib.gis.db.models.fields.LineStringField(srid=4326)),
                ("source", models.CharField(blank=True, db_default="", max_length=100)),
                ("date_source", models.DateField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "geo_ligne_fond",
                "ordering": ["classe", "nom", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("classe__in", ["route_principale", "route_secondaire", "piste", "fleuve", "riviere"])
                        ),
                        name="ligne_fond_classe",
                    )
                ],
            },
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
