"""Keep the rows of an uploaded workbook as they were read: it is parsed once."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_sync_changes"),
        ("analysis", "0100_vbg_sums_by_rubrique"),
    ]

    operations = [
        migrations.AddField(
            model_name="vbgupload",
            name="colonnes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.TextField(), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="vbgupload",
            name="feuille",
            field=models.TextField(null=True),
        ),
        migrations.AddField(
            model_name="vbgupload",
            name="lignes",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.storedfile"
            ),
        ),
        migrations.AddField(
            model_name="vbgupload",
            name="nombre",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
