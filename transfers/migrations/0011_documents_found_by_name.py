"""Papers are found by words of their names through an index, as beneficiaries are."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import migrations

from config.text import Normalised


class Migration(migrations.Migration):
    dependencies = [("transfers", "0010_no_control_characters")]
    operations = [
        migrations.AddIndex(
            "identitydocument",
            GinIndex(OpClass(Normalised("nom_complet"), name="gin_trgm_ops"), name="document_nom_trgm"),
        ),
    ]
