"""Merges of households, and where merged ones lead."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids

FORMER = """
ALTER TABLE registry_menage_ancien ADD FOREIGN KEY (menage_id) REFERENCES registry_menage (id) ON DELETE CASCADE;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0014_quality_counts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FormerHousehold",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("code_menage", models.CharField(db_collation="C", max_length=60, unique=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "menage",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="anciens",
                        to="registry.household",
                    ),
                ),
            ],
            options={
                "db_table": "registry_menage_ancien",
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("id", models.UUIDField(default=config.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("conserve", models.UUIDField(db_index=True)),
                ("absorbe", models.UUIDField()),
                ("code_conserve", models.CharField(max_length=60)),
                ("code_absorbe", models.CharField(max_length=60)),
                ("region_conserve", models.UUIDField(null=True)),
                ("region_absorbe", models.UUIDField(null=True)),
                ("score", models.DecimalField(decimal_places=2, max_digits=5)),
                ("niveaux", models.JSONField(default=dict)),
                ("motif", models.TextField(null=True)),
                ("archive", models.JSONField()),
                ("deplaces", models.JSONField()),
                ("valeurs", models.JSONField()),
                ("fusionne_le", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("annule_le", models.DateTimeField(null=True)),
                (
                    "annule_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "fusionne_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "registry_fusion",
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("conserve", models.F("absorbe")), _negated=True), name="fusion_two"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("annule_le__isnull", True)), fields=("absorbe",), name="fusion_once"
                    ),
                ],
            },
        ),
        migrations.RunSQL(FORMER, migrations.RunSQL.noop),
    ]
