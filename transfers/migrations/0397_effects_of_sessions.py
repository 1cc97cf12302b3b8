"""Store what finalising a session moved."""

from django.db import migrations, models

AUDIT = """
SELECT accounts_audit_table('transfers_rapprochement', '{
  "model": "session_rapprochement", "ignored": ["updated_at", "compteurs"], "derived": ["compteurs"]}')
"""


class Migration(migrations.Migration):
    dependencies = [("transfers", "0396_references_of_movements")]
    operations = [
        migrations.AddField(model_name="reconciliationsession", name="effets", field=models.JSONField(null=True)),
        migrations.RunSQL(AUDIT, migrations.RunSQL.noop),
    ]
