"""Keep of a case that was collected the telephone's own id, made by the key, so that it is taken over once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0340_collected_cases")]

    operations = [
        migrations.AddField(
            model_name="collectedcase",
            name="instance",
            field=models.UUIDField(null=True, unique=True),
        ),
    ]
