"""Leave out indexes that nobody reads: each settled payment had an entry in all of them."""

import django.db.models.deletion
from django.db import migrations, models

# Django makes it for every unique text. References have the collation C: the index of the constraint finds prefixes, too.
LIKE = "transfers_paiement_reference_a20ec821_like"


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0101_authors_of_accounts"),
    ]

    operations = [
        migrations.RunSQL(
            f"DROP INDEX IF EXISTS {LIKE}",
            f"CREATE INDEX IF NOT EXISTS {LIKE} ON transfers_paiement (reference varchar_pattern_ops)",
        ),
        migrations.AlterField(
            "movement",
            "ecriture",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="mouvements",
                to="transfers.entry",
            ),
        ),
        migrations.AlterField(
            "movement",
            "contrepasse",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="contrepassations",
                to="transfers.movement",
            ),
        ),
        migrations.AddConstraint(
            "movement",
            models.UniqueConstraint(
                condition=models.Q(("contrepasse__isnull", False)),
                fields=("contrepasse",),
                name="mouvement_contrepasse_once",
            ),
        ),
    ]
