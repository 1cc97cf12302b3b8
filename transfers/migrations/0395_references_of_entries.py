"""Check what the entries of sessions refer to per statement (decision 0269)."""

import django.db.models.deletion
from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0395_references_of_entries.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0390_emptied_registry"),
    ]

    operations = [
        migrations.AlterField(
            model_name="reconciliationentry",
            name="ligne",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="transfers.statementline",
            ),
        ),
        migrations.AlterField(
            model_name="reconciliationentry",
            name="ligne_renversee",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="transfers.statementline",
            ),
        ),
        migrations.AlterField(
            model_name="reconciliationentry",
            name="paiement",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="transfers.payment",
            ),
        ),
        migrations.AlterField(
            model_name="reconciliationentry",
            name="session",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entrees",
                to="transfers.reconciliationsession",
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
