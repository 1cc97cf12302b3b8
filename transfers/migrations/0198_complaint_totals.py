"""Maintain sums of complaints."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0198_complaint_totals.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0197_holidays")]

    operations = [
        migrations.CreateModel(
            name="ComplaintTotal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("region_id", models.UUIDField(null=True)),
                ("categorie", models.CharField(max_length=10)),
                ("priorite", models.CharField(max_length=7)),
                ("statut", models.CharField(max_length=8)),
                ("respecte", models.BooleanField(null=True)),
                ("nombre", models.BigIntegerField()),
                ("resolues", models.BigIntegerField()),
                ("secondes", models.DecimalField(decimal_places=6, max_digits=20)),
            ],
            options={"db_table": "transfers_plainte_total"},
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
