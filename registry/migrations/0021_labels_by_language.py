"""What the values of reference lists are called in the other languages; those that ship are."""

from django.db import migrations, models

from accounts.audit.tables.triggers import build_audit_triggers as track
from registry.audited_tables import AUDITED_TABLES as TRAILS
from registry.references.rules import TRANSLATIONS


def fill(apps, schema_editor):
    """Where a label is still the shipped one."""
    reference = apps.get_model("registry", "Reference")
    rows = list(reference.objects.filter(libelle__in=TRANSLATIONS))
    for row in rows:
        row.libelles = dict(zip(("pt", "en"), TRANSLATIONS[row.libelle], strict=True))
    reference.objects.bulk_update(rows, ["libelles"])


class Migration(migrations.Migration):
    dependencies = [("registry", "0020_neighbours")]
    operations = [
        migrations.AddField("reference", "libelles", models.JSONField(db_default={}, default=dict)),
        migrations.RunSQL(track(TRAILS, "registry_reference"), migrations.RunSQL.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
