"""Mark the programmes that have conditionalities: the mark decides from now on whether these do anything."""

from django.db import migrations

MARK = """
UPDATE transfers_programme AS programme SET avec_conditionnalites = true, updated_at = statement_timestamp()
WHERE NOT avec_conditionnalites
  AND EXISTS (SELECT FROM transfers_conditionnalite AS c WHERE c.programme_id = programme.id AND c.actif)
"""


class Migration(migrations.Migration):
    dependencies = [("transfers", "0216_contested_checks")]
    operations = [migrations.RunSQL(MARK, migrations.RunSQL.noop)]
