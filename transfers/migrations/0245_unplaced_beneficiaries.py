"""Count beneficiaries without position beside their sums by map cell."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0245_unplaced_beneficiaries.sql")
END = "END $$"
# The functions of before, for the way back.
BEFORE = [
    f"CREATE OR REPLACE FUNCTION {text.partition(END)[0]}{END}"
    for text in Queries(__file__, "0003_map_cells.sql")["forwards"].split("CREATE FUNCTION ")[1:]
]


class Migration(migrations.Migration):
    dependencies = [("transfers", "0240_reversed_deposits")]
    operations = [migrations.RunSQL(SQL["forwards"], ";\n".join([SQL["backwards"], *BEFORE]))]
