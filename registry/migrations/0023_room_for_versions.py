"""Pages of households keep room for a second version of their rows (decision 0037). Pages that are written from now on;
an older database gets it whole by `VACUUM FULL registry_menage`."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("registry", "0022_steady_plans")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE registry_menage SET (fillfactor = 50)", "ALTER TABLE registry_menage RESET (fillfactor)"
        )
    ]
