"""Store the rows of an uploaded workbook as they were read: it is parsed once.

Workbooks that wait are forgotten: they are sent again.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_sync_changes"),
        ("analysis", "0100_vbg_sums_by_rubrique"),
    ]

    operations = [
        migrations.RunSQL("DELETE FROM analysis_vbg_upload", migrations.RunSQL.noop),
        migrations.AddField(
            model_name="vbgupload",
            name="classeur",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.storedfile"
            ),
        ),
    ]
