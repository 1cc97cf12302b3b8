"""Count payments of a cycle and a period by the index of days."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0250_compared_amounts")]

    operations = [
        migrations.RemoveIndex(model_name="payment", name="paiement_date"),
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(
                condition=models.Q(("date_execution__isnull", False)),
                fields=["date_execution", "id"],
                include=["cycle"],
                name="paiement_date",
            ),
        ),
    ]
