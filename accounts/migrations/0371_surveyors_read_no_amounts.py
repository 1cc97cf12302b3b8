"""Take the reading of payments from the surveyors' role, where it still is as it was shipped.

It is not given back: whether a ministry had taken it before is not known then.
"""

from django.db import migrations

SHIPPED = """ARRAY['analyses.lire', 'geo.lire', 'plaintes.lire', 'registre.creer', 'registre.lire', 'registre.modifier',
  'registre.voir_contacts'{more}]::varchar[]"""
# Arrays that hold each other are the same set: a role that a ministry changed is its own affair.
CHANGE = """
UPDATE accounts_role SET permissions = {after}
WHERE code = 'ROLE_ENQUETEUR' AND is_system AND permissions @> {before} AND permissions <@ {before}
"""
WITH, WITHOUT = SHIPPED.format(more=", 'transferts.lire'"), SHIPPED.format(more="")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0370_stored_answers")]
    operations = [
        migrations.RunSQL(CHANGE.format(before=WITH, after=WITHOUT), migrations.RunSQL.noop),
    ]
