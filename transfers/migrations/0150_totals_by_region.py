"""Find the sums of payments by region, as the map reads them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0140_earlier_returns")]

    operations = [
        migrations.AddIndex(
            model_name="paymenttotal",
            index=models.Index(fields=["region_id", "statut"], name="paiement_total_region"),
        ),
    ]
