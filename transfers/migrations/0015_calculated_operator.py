"""Let a cycle name the operator through which its list was calculated, and audit that."""

from django.db import migrations, models

AUDIT = "SELECT accounts_audit_table('transfers_cycle', '{\"model\": \"cycle\"}')"


class Migration(migrations.Migration):
    dependencies = [("transfers", "0014_cash_sheets")]
    operations = [
        # Going back, the audit follows the columns once they are gone.
        migrations.RunSQL(migrations.RunSQL.noop, AUDIT),
        migrations.AddField("cycle", "calcule_operateur", models.CharField(max_length=30, null=True)),
        migrations.RunSQL(AUDIT, migrations.RunSQL.noop),
    ]
