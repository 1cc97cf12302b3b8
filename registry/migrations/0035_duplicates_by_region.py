"""Note the region in the sheet of a household: what is told of its pairs depends on it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("registry", "0031_evidence_of_duplicates")]
    operations = [migrations.AddField(model_name="sheet", name="region", field=models.UUIDField(null=True))]
