"""Keep the sums of complaints by map cell by category; give the right to read those about corruption.

Who heard escalations or managed teams read them before, and goes on.
"""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0406_complaint_cells_by_category.sql")
BEFORE = Queries(__file__, "0130_complaint_cells.sql")
GRANT = """
UPDATE accounts_role SET permissions = array_append(permissions, 'plaintes.voir_corruption')
WHERE 'plaintes.lire' = ANY (permissions)
  AND permissions && ARRAY['plaintes.recevoir_escalades', 'plaintes.gerer_equipes']::varchar[]
  AND NOT 'plaintes.voir_corruption' = ANY (permissions)
"""
REVOKE = "UPDATE accounts_role SET permissions = array_remove(permissions, 'plaintes.voir_corruption')"


class Migration(migrations.Migration):
    dependencies = [("transfers", "0405_found_complaints"), ("accounts", "0370_stored_answers")]
    operations = [
        migrations.RunSQL(GRANT, REVOKE),
        migrations.RunSQL(SQL["empty"], BEFORE["forwards"]),
        migrations.AddField("complaintcell", "categorie", models.CharField(max_length=10)),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"] + ";\n" + BEFORE["backwards"]),
    ]
