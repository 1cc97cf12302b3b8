"""Order payments of a period by an index, and find those of a household by the one that keeps them apart."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0021_reconciliation_lists"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="payment",
            name="paiement_menage_once",
        ),
        migrations.RemoveIndex(
            model_name="payment",
            name="paiement_menage",
        ),
        migrations.RemoveIndex(
            model_name="payment",
            name="paiement_date",
        ),
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(
                condition=models.Q(("date_execution__isnull", False)),
                fields=["date_execution", "id"],
                name="paiement_date",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(fields=("menage_id", "cycle"), name="paiement_menage_once"),
        ),
    ]
