"""Check movements of one statement in one pass, and frozen lists without joining old rows and new."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0100_fewer_scans.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0091_losses_and_closings"),
    ]

    operations = [
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
