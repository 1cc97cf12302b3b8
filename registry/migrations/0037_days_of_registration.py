"""Index households by the moment of their registration, by which lists and their totals are filtered."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("registry", "0036_weights_of_pairs")]
    operations = [
        migrations.AddIndex(
            "household", models.Index(fields=["created_at"], include=["region"], name="menage_creation")
        ),
    ]
