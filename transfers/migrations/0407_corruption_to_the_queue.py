"""Return complaints about corruption to the queue whose handlers may not read them, and delete the notices of them.

Who handles them again is for those to say who may read them, so there is nothing to take back.
"""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0407_corruption_to_the_queue.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0406_complaint_cells_by_category")]
    operations = [migrations.RunSQL(SQL["forwards"], migrations.RunSQL.noop)]
