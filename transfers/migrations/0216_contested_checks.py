"""Let a complaint name the check of a conditionality that it contests."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0215_applied_effects")]

    operations = [
        migrations.AddField(
            model_name="complaint",
            name="verification",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="transfers.compliancecheck",
            ),
        ),
    ]
