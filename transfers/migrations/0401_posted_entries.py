"""Post several entries at once: deposits that wait for one account share a statement."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0401_posted_entries.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0400_moments_of_movements")]

    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
