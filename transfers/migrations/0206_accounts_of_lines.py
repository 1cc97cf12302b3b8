"""Tell the lines of two accounts of one operator apart.

Going back fails where two accounts have lines that look alike: the version before cannot store both.
"""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0206_accounts_of_lines.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0205_announced_days")]

    operations = [
        migrations.AddField("StatementLine", "compte", models.CharField(max_length=64, default="", db_default="")),
        migrations.RunSQL(SQL["forwards"], migrations.RunSQL.noop),
        migrations.RemoveConstraint(model_name="statementline", name="ligne_once"),
        migrations.AddConstraint(
            model_name="statementline",
            constraint=models.UniqueConstraint(
                fields=["operateur_id", "identite", "rang", "compte"], name="ligne_once"
            ),
        ),
    ]
