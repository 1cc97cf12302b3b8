"""Check what movements refer to per statement (decision 0269)."""

import django.db.models.deletion
from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0396_references_of_movements.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0395_references_of_entries"),
    ]

    operations = [
        migrations.AlterField(
            model_name="movement",
            name="compte",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="mouvements",
                to="transfers.ledgeraccount",
            ),
        ),
        migrations.AlterField(
            model_name="movement",
            name="ecriture",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="mouvements",
                to="transfers.entry",
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
