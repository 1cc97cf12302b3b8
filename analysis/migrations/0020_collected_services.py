"""Store what survey platforms were told of services, and forget the raw answers of a service that is deleted."""

import django.db.models.deletion
from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0020_collected_services.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0012_vbg_cases"),
        ("geo", "0007_services_of_survivors"),
        ("registry", "0010_submissions_of_deleted_households"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReturnedStatus",
            fields=[
                (
                    "recu",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="registry.receipt",
                    ),
                ),
                ("statut", models.CharField(max_length=20)),
                ("envoye_at", models.DateTimeField()),
            ],
            options={"db_table": "analysis_vbg_statut_renvoye"},
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
