"""Number sessions, let their entries be listed and searched quickly, and leave their counters out of the audit."""

from django.db import migrations, models
from django.db.models import Value
from django.db.models.functions import Coalesce

from config.sql import Queries

SQL = Queries(__file__, "0021_reconciliation_lists.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0020_reconciliation")]

    operations = [
        migrations.RemoveIndex(model_name="reconciliationentry", name="entree_liste"),
        migrations.AddIndex(
            model_name="reconciliationentry",
            index=models.Index(
                "session",
                "source",
                "statut",
                Coalesce("raison", Value("")),
                "id",
                name="entree_liste",
                include=["raison"],
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
