"""Count the payments that arrived in part from an index: they are few."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0403_issued_messages")]

    operations = [
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(
                condition=models.Q(("montant_recu__isnull", False)),
                fields=["cycle", "region_id", "date_execution"],
                name="paiement_partiel",
            ),
        ),
    ]
