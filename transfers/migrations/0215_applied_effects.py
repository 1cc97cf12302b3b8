"""Store what conditionalities do to lists of payments."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0210_gross_lines")]

    operations = [
        migrations.CreateModel(
            name="AppliedEffect",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "effet",
                    models.CharField(
                        choices=[
                            ("avertissement", "Avertissement"),
                            ("reduction", "Reduction"),
                            ("suspension", "Suspension"),
                        ],
                        max_length=13,
                    ),
                ),
                ("reduction", models.PositiveSmallIntegerField()),
                ("retenue", models.BigIntegerField()),
                (
                    "conditionnalite",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="transfers.conditionality",
                    ),
                ),
                (
                    "cycle",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="effets",
                        to="transfers.cycle",
                    ),
                ),
                (
                    "principal",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="transfers.beneficiary",
                    ),
                ),
                (
                    "verification",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="transfers.compliancecheck",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_conditionnalite_effet",
                "constraints": [
                    models.UniqueConstraint(fields=("cycle", "principal"), name="conditionnalite_effet_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("effet", "avertissement"), ("reduction", 0), ("retenue", 0)),
                            models.Q(("effet", "reduction"), ("reduction__range", (1, 99)), ("retenue__gte", 0)),
                            models.Q(("effet", "suspension"), ("reduction", 100), ("retenue__gte", 0)),
                            _connector="OR",
                        ),
                        name="conditionnalite_effet_part",
                    ),
                ],
            },
        ),
    ]
