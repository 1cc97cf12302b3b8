"""The list of reasons for sending a household back."""

from django.db import migrations

from registry.references.rules import DEFAULT_LISTS as DEFAULTS

FIELD = "motifRejet"


def fill(apps, schema_editor):
    """A new database has the list already, from the migration that filled all lists."""
    reference = apps.get_model("registry", "Reference")
    reference.objects.bulk_create(
        (
            reference(champ=FIELD, valeur=value, libelle=label, ordre=place)
            for place, (value, label) in enumerate(DEFAULTS[FIELD].items())
        ),
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("registry", "0017_cheaper_traces")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
