"""The system roles with their default matrix, as data."""

from typing import Any

from django.db import migrations

from accounts.roles.rules import SYSTEM_ROLES


def load(apps: Any, schema_editor: Any) -> None:
    role = apps.get_model("accounts", "Role")
    for code, (nom, permissions) in SYSTEM_ROLES.items():
        role.objects.update_or_create(
            code=code, defaults={"nom": nom, "is_system": True, "permissions": sorted(permissions)}
        )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_initial")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
