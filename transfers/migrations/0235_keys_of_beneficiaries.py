"""Find beneficiaries by the key of their name in one household."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0225_confirmed_outcomes"), ("registry", "0031_evidence_of_duplicates")]
    operations = [
        migrations.AddIndex(
            model_name="beneficiary",
            index=models.Index(
                models.F("menage"), models.Func("nom_complet", function="name_key"), name="beneficiaire_cle"
            ),
        )
    ]
