"""Visits of health and accompanying measures, audited; reference lists of households, filled with what ships."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import config.ids
from accounts.audit.tables.triggers import build_audit_triggers as track
from registry.audited_tables import AUDITED_TABLES as TRAILS
from registry.references.rules import DEFAULT_LISTS as DEFAULTS

TABLES = ("registry_visite_sante", "registry_mesure_accompagnement", "registry_reference")


def fill(apps, schema_editor):
    reference = apps.get_model("registry", "Reference")
    reference.objects.bulk_create(
        reference(champ=champ, valeur=value, libelle=label, ordre=place)
        for champ, values in DEFAULTS.items()
        for place, (value, label) in enumerate(values.items())
    )


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0015_merges"),
    ]

    operations = [
        migrations.CreateModel(
            name="HealthVisit",
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
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("type_visite", models.CharField(max_length=100)),
                ("date_visite", models.DateField()),
                ("observations", models.TextField(null=True)),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="visites_sante",
                        to="registry.household",
                    ),
                ),
            ],
            options={
                "db_table": "registry_visite_sante",
                "ordering": ["-id"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Measure",
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
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("type_mesure", models.CharField(max_length=100)),
                ("date_mesure", models.DateField()),
                ("description", models.TextField(null=True)),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="mesures_accompagnement",
                        to="registry.household",
                    ),
                ),
            ],
            options={
                "db_table": "registry_mesure_accompagnement",
                "ordering": ["-id"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Reference",
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
                ("champ", models.CharField(max_length=40)),
                ("valeur", models.CharField(max_length=100)),
                ("libelle", models.CharField(max_length=255)),
                ("ordre", models.PositiveSmallIntegerField()),
            ],
            options={
                "db_table": "registry_reference",
                "ordering": ["champ", "ordre"],
                "constraints": [models.UniqueConstraint(fields=("champ", "valeur"), name="reference_once")],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(track(TRAILS, *TABLES), migrations.RunSQL.noop),
    ]
