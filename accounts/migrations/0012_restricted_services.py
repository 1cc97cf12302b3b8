"""Give the right to see restricted services to the role that looks after survivors, and to no other."""

from django.db import migrations

FORWARDS = """
UPDATE accounts_role SET permissions = array_append(permissions, 'vbg.voir_services_restreints')
WHERE code = 'ROLE_VBG' AND is_system AND NOT 'vbg.voir_services_restreints' = ANY (permissions)
"""
BACKWARDS = "UPDATE accounts_role SET permissions = array_remove(permissions, 'vbg.voir_services_restreints')"


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_access_keys")]
    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
