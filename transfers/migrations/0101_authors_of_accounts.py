"""Note who changed each account of a beneficiary, not only who changed any of them last."""

from django.conf import settings
from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0101_authors_of_accounts.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0100_fewer_scans"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # Going back, the audit follows the columns once they are as they were.
        migrations.RunSQL(migrations.RunSQL.noop, SQL["audit_again"]),
        migrations.AddField(
            "beneficiary",
            "auteurs_comptes",
            models.JSONField(
                db_default=models.Value({}, output_field=models.JSONField()), default=dict, editable=False
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
        migrations.RemoveField("beneficiary", "compte_modifie_par"),
        migrations.RunSQL(SQL["audit"], migrations.RunSQL.noop),
    ]
