"""Store which roles get monthly reports, and what was sent."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_restricted_services"),
        ("analysis", "0052_owner_functions"),
        ("geo", "0008_middles_once"),
        ("transfers", "0091_losses_and_closings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ReportSubscription",
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
                    "programme",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="transfers.programme",
                    ),
                ),
                (
                    "region",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="geo.region"
                    ),
                ),
                (
                    "role",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.role"
                    ),
                ),
            ],
            options={"db_table": "analysis_rapport_abonnement", "ordering": ["id"]},
        ),
        migrations.CreateModel(
            name="ReportDelivery",
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
                ("mois", models.DateField()),
                ("courriel", models.UUIDField(db_index=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "abonnement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="envois",
                        to="analysis.reportsubscription",
                    ),
                ),
            ],
            options={"db_table": "analysis_rapport_envoi"},
        ),
        migrations.AddConstraint(
            model_name="reportsubscription",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("programme__isnull", False), ("region", None)),
                    models.Q(("programme", None), ("region__isnull", False)),
                    _connector="OR",
                ),
                name="rapport_sujet",
            ),
        ),
        migrations.AddConstraint(
            model_name="reportsubscription",
            constraint=models.UniqueConstraint(
                fields=("role", "programme", "region"), name="rapport_abonnement_once", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="reportdelivery",
            constraint=models.UniqueConstraint(fields=("abonnement", "user", "mois"), name="rapport_envoi_once"),
        ),
    ]
