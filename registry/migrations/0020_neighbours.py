"""The people of a place are looked through in the index alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("registry", "0019_released_methods_stay")]
    operations = [
        migrations.RemoveIndex(model_name="sheet", name="doublon_fiche_lieu"),
        migrations.AddIndex(
            model_name="sheet",
            index=models.Index(
                fields=["lieu", "nom"], include=("menage", "annee", "x", "y"), name="doublon_fiche_neighbours"
            ),
        ),
    ]
