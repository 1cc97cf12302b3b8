"""Find the last movement of each moment of an account without reading the others of its entry."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0397_effects_of_sessions")]
    operations = [
        migrations.AddIndex(
            model_name="movement",
            index=models.Index(fields=["compte", "date", "numero"], name="mouvement_moment"),
        ),
        migrations.RemoveIndex(model_name="movement", name="mouvement_date"),
    ]
