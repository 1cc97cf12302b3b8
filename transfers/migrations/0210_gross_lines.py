"""Tell the lines whose amount has the fees in it. Of those that are stored already nothing says so: they stay as they are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0206_accounts_of_lines")]

    operations = [migrations.AddField("StatementLine", "brut", models.BooleanField(default=False, db_default=False))]
