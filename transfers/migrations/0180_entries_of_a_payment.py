"""Find the entries of a payment by an index: each payment of a list that is calculated again asks for them."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("transfers", "0170_synced_payments")]

    operations = [
        migrations.AddIndex(
            "ReconciliationEntry",
            models.Index(condition=Q(("paiement__isnull", False)), fields=["paiement"], name="entree_paiement"),
        )
    ]
