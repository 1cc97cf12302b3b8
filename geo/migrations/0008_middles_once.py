"""Compute the middle of each face of shared borders once."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0008_middles_once.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0007_services_of_survivors")]

    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
