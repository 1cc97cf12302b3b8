"""The trail of changes (decision 0018): one append-only table, and the triggers of this app's own tables."""

from django.db import migrations, models

from accounts.audit.tables.triggers import build_audit_triggers as track
from accounts.audited_tables import AUDITED_TABLES as TRAILS

# `transaction` lets the sealing take only what no running transaction can precede any more.
TABLE = """
CREATE TABLE accounts_audit (
  id uuid PRIMARY KEY DEFAULT uuid7(),
  numero bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  date timestamptz NOT NULL DEFAULT statement_timestamp(),
  utilisateur_id uuid,
  adresse inet,
  requete text,
  operation_id uuid,
  action text NOT NULL CHECK (action IN ('creation', 'modification', 'suppression', 'operation', 'lecture', 'anonymisation')),
  model text NOT NULL,
  objet uuid,
  racine uuid,
  region_id uuid,
  changements jsonb NOT NULL DEFAULT '{}',
  nombre bigint,
  details jsonb,
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX audit_racine ON accounts_audit (racine, numero) WHERE racine IS NOT NULL;
CREATE INDEX audit_objet ON accounts_audit (objet, numero) WHERE objet IS NOT NULL;
CREATE INDEX audit_utilisateur ON accounts_audit (utilisateur_id, numero) WHERE utilisateur_id IS NOT NULL;
CREATE INDEX audit_region ON accounts_audit (region_id, numero) WHERE region_id IS NOT NULL;
CREATE INDEX audit_operation ON accounts_audit (operation_id, numero) WHERE operation_id IS NOT NULL;
CREATE INDEX audit_model ON accounts_audit (model, numero);
CREATE INDEX audit_date ON accounts_audit (date);

CREATE FUNCTION accounts_audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON accounts_audit
  FOR EACH STATEMENT EXECUTE FUNCTION accounts_audit_kept();

-- {column: [before, after]} of two rows as JSON, where they differ; what one of them lacks is null.
CREATE FUNCTION accounts_audit_difference(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(name, jsonb_build_array(before -> name, after -> name)), '{}')
  FROM jsonb_object_keys(before || after) AS name
  WHERE coalesce(before -> name, 'null') <> coalesce(after -> name, 'null')
$$;
"""

# A later table has a migration of its own.
TABLES = (
    "accounts_user", "accounts_role", "accounts_role_grant", "accounts_role_incompatibility",
    "accounts_webhook_endpoint",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_sealed_authenticators")]
    operations = [
        migrations.RunSQL(TABLE, migrations.RunSQL.noop),
        migrations.RunSQL(track(TRAILS, *TABLES), migrations.RunSQL.noop),
        migrations.CreateModel(
            name="Trace",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("numero", models.BigIntegerField(unique=True)),
                ("date", models.DateTimeField()),
                ("adresse", models.GenericIPAddressField(null=True)),
                ("requete", models.TextField(null=True)),
                ("operation_id", models.UUIDField(null=True)),
                (
                    "action",
                    models.TextField(
                        choices=[
                            ("creation", "Creation"),
                            ("modification", "Modification"),
                            ("suppression", "Suppression"),
                            ("operation", "Operation"),
                            ("lecture", "Lecture"),
                            ("anonymisation", "Anonymisation"),
                        ]
                    ),
                ),
                ("model", models.TextField()),
                ("objet", models.UUIDField(null=True)),
                ("racine", models.UUIDField(null=True)),
                ("region_id", models.UUIDField(null=True)),
                ("changements", models.JSONField(default=dict)),
                ("nombre", models.BigIntegerField(null=True)),
                ("details", models.JSONField(null=True)),
            ],
            options={
                "db_table": "accounts_audit",
                "ordering": ["-numero"],
                "managed": False,
            },
        ),
    ]
