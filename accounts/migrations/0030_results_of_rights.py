"""Keep with which rights a job made a file for its user."""

from django.db import migrations, models

AUDIT = 'SELECT accounts_audit_table(\'accounts_stored_file\', \'{{"model": "fichier", "secret": ["nom"], "ignored": [{}]}}\')'


class Migration(migrations.Migration):
    dependencies = [("accounts", "0022_sync_changes")]
    operations = [
        migrations.RunSQL(migrations.RunSQL.noop, AUDIT.format("")),
        migrations.AddField(
            model_name="storedfile",
            name="droits",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=24),
        ),
        migrations.RunSQL(AUDIT.format('"droits"'), migrations.RunSQL.noop),
    ]
