"""Say of each service for survivors who sees it, what it offers and who works there."""

import django.contrib.gis.db.models.fields
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import config.ids
import config.text
from config.sql import Queries

SQL = Queries(__file__, "0007_services_of_survivors.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("geo", "0006_audited_tables"),
        ("accounts", "0012_restricted_services"),
    ]

    operations = [
        migrations.RunSQL(migrations.RunSQL.noop, SQL["audit_again"]),
        migrations.CreateModel(
            name="VbgAgent",
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
                ("nom", models.CharField(max_length=255)),
                ("prenom", models.CharField(blank=True, db_default="", max_length=255)),
                ("fonction", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "geo_agent_vbg",
                "ordering": ["nom", "prenom", "id"],
            },
        ),
        migrations.AddField(
            model_name="vbgservice",
            name="capacite_accueil",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="vbgservice",
            name="date_ouverture",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="vbgservice",
            name="description",
            field=models.TextField(null=True),
        ),
        migrations.AddField(
            model_name="vbgservice",
            name="email",
            field=models.EmailField(max_length=254, null=True),
        ),
        migrations.AddField(
            model_name="vbgservice",
            name="horaires",
            field=models.CharField(max_length=255, null=True),
        ),
        migrations.AddField(
            model_name="vbgservice",
            name="partenaires",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=255), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="vbgservice",
            name="services_offerts",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=60), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="vbgservice",
            name="visibilite",
            field=models.CharField(
                choices=[("publique", "Public"), ("professionnels", "Professional"), ("restreinte", "Restricted")],
                db_default="publique",
                default="publique",
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="vbgservice",
            name="geom",
            field=django.contrib.gis.db.models.fields.PointField(null=True, srid=4326),
        ),
        migrations.AddConstraint(
            model_name="vbgservice",
            constraint=models.CheckConstraint(
                condition=models.Q(("visibilite__in", ["publique", "professionnels", "restreinte"])),
                name="service_vbg_visibilite",
            ),
        ),
        migrations.AddField(
            model_name="vbgagent",
            name="service",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="agents", to="geo.vbgservice"
            ),
        ),
        migrations.AddConstraint(
            model_name="vbgagent",
            constraint=models.UniqueConstraint(
                config.text.Normalised("nom"),
                config.text.Normalised("prenom"),
                models.F("service"),
                name="agent_vbg_once",
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
