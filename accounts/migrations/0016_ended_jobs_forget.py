"""What ended jobs were asked is forgotten from now on; also that of those which have ended before."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_plain_names")]

    operations = [
        migrations.RunSQL(
            "UPDATE accounts_job SET parametres = '{}' WHERE ended_at IS NOT NULL AND parametres <> '{}'",
            migrations.RunSQL.noop,
        )
    ]
