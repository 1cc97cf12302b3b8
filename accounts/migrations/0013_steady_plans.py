"""Traces whose plans suit one row as well as many (decision 0036), and fewer entries of indexes for each of them."""

from django.db import migrations

from accounts.audit.tables.triggers import build_audit_triggers as track
from accounts.audited_tables import AUDITED_TABLES as TRAILS

# A later table has a migration of its own.
TABLES = (
    "accounts_user", "accounts_role", "accounts_role_grant", "accounts_role_incompatibility",
    "accounts_webhook_endpoint", "accounts_stored_file",
)  # fmt: skip

# Most rows are the object of their own history, and found by it.
OBJECTS = """
ALTER TABLE accounts_audit ADD CONSTRAINT audit_racine_known CHECK (objet IS NULL OR racine IS NOT NULL);
DROP INDEX audit_objet;
CREATE INDEX audit_objet ON accounts_audit (objet, numero) WHERE objet <> racine;
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_cheaper_traces")]
    operations = [
        migrations.RunSQL(track(TRAILS, *TABLES), migrations.RunSQL.noop),
        migrations.RunSQL(OBJECTS, migrations.RunSQL.noop),
    ]
