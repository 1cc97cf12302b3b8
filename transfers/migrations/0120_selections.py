"""Store selections of households for programmes."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0110_doubtful_returns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TargetingSelection",
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
                ("par", models.CharField(max_length=7)),
                ("repartition", models.CharField(default="fixe", max_length=20)),
                ("contenu", models.JSONField()),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "cree_par",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "programme",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="transfers.programme"
                    ),
                ),
            ],
            options={
                "db_table": "transfers_selection",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="SelectedHousehold",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("menage", models.UUIDField()),
                ("zone", models.UUIDField(null=True)),
                ("rang", models.PositiveIntegerField()),
                ("reserve", models.BooleanField()),
                (
                    "selection",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lignes",
                        to="transfers.targetingselection",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_selection_menage",
                "constraints": [
                    models.UniqueConstraint(fields=("selection", "menage"), name="transfers_selection_menage_unique")
                ],
            },
        ),
    ]
