"""Keep sums by day of households, beneficiaries and payments, for dashboards."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0030_daily_totals.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0020_collected_services"),
        ("registry", "0011_audited_tables"),
        ("transfers", "0050_complaints"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyTotal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sujet", models.CharField(max_length=12)),
                ("jour", models.DateField()),
                ("region_id", models.UUIDField(null=True)),
                ("programme_id", models.UUIDField(null=True)),
                ("statut", models.CharField(max_length=12)),
                ("nombre", models.BigIntegerField()),
                ("montant", models.DecimalField(decimal_places=0, max_digits=20)),
            ],
            options={"db_table": "analysis_total_jour"},
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
