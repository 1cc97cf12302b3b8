"""Keep which submissions of forms of cases are known, in the schema of cases."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0340_collected_cases.sql")


class Migration(migrations.Migration):
    dependencies = [("analysis", "0205_enrolled_households")]

    operations = [
        migrations.CreateModel(
            name="CollectedCase",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("formulaire", models.UUIDField()),
                ("version", models.UUIDField()),
                ("dit", models.BooleanField(db_default=False, default=False)),
            ],
            options={"db_table": '"vbg"."collecte"'},
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
