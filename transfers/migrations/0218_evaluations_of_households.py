"""Find the evaluations of one household."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0217_programmes_with_conditionalities")]

    operations = [
        migrations.AddIndex(
            model_name="evaluation",
            index=models.Index(
                condition=models.Q(("menage_id__isnull", False)),
                fields=["menage_id", "-id"],
                name="evaluation_menage_id",
            ),
        ),
    ]
