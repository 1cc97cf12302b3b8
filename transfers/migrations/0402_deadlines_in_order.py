"""Read the first complaints by their running deadline from an index: the console's list opens with them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0401_posted_entries")]

    operations = [
        migrations.AddIndex(
            model_name="complaint",
            index=models.Index(
                models.Case(
                    models.When(
                        statut__in=("nouvelle", "ouverte", "en_cours"),
                        suspendue_depuis=None,
                        then=models.F("echeance"),
                    )
                ),
                models.F("date_creation").desc(),
                models.F("id").desc(),
                name="plainte_echeance_courante",
            ),
        ),
    ]
