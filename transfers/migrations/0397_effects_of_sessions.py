"""Store what finalising a session moved."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0396_references_of_movements"),
    ]

    operations = [
        migrations.AddField(
            model_name="reconciliationsession",
            name="effets",
            field=models.JSONField(null=True),
        ),
    ]
