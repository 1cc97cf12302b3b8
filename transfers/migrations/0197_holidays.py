"""Keep the public holidays of the country as rows, and count working days by them in the database."""

import django.db.models.functions
from django.db import migrations, models
from django.db.models.functions import ExtractDay, ExtractMonth

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0197_holidays.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0196_reclassified_complaints")]
    operations = [
        migrations.CreateModel(
            name="Holiday",
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
                ("nom", models.CharField(max_length=150)),
                ("jour", models.DateField()),
                ("chaque_annee", models.BooleanField(db_default=False, default=False)),
                ("date_creation", models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=django.db.models.functions.Now())),
            ],
            options={"db_table": "transfers_jour_ferie", "ordering": ["jour", "id"]},
        ),
        migrations.AddConstraint(
            model_name="holiday",
            constraint=models.UniqueConstraint(
                condition=models.Q(("chaque_annee", False)), fields=("jour",), name="jour_ferie_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="holiday",
            constraint=models.UniqueConstraint(
                ExtractMonth("jour"),
                ExtractDay("jour"),
                condition=models.Q(("chaque_annee", True)),
                name="jour_ferie_annuel_once",
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
