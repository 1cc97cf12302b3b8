"""Find a point in faces of shared borders that are too thin for a middle."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0031_thin_faces.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0030_far_places")]

    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
