"""Drop the sequence of references: those of complaints are drawn, and do not follow one another."""

from django.db import migrations

# Going back, numbers begin above all that were drawn.
BACKWARDS = """
CREATE SEQUENCE transfers_plainte_numero;
SELECT setval('transfers_plainte_numero', (SELECT greatest(max(split_part(reference, '-', 3)::bigint), 1)
  FROM transfers_plainte WHERE reference ~ '^PLT-[0-9]{4}-[0-9]+$'));
"""


class Migration(migrations.Migration):
    dependencies = [("transfers", "0260_answered_balances")]
    operations = [migrations.RunSQL("DROP SEQUENCE transfers_plainte_numero", BACKWARDS)]
