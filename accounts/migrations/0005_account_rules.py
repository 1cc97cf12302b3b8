"""What the database holds about users and roles: an administrator stays, incompatible roles stay apart."""

from typing import Any

from django.db import migrations

RULES = """
-- One minute of counting may be lost in a crash; in return no request waits for the disk.
ALTER TABLE accounts_request_count SET UNLOGGED;
ALTER TABLE accounts_request_count SET (fillfactor = 50);

-- The last active administrator stays, and so does the last super administrator, since nobody below could make another.
-- The lock puts two changes in line that would each leave the other's administrator as the last.
CREATE FUNCTION accounts_administers(role accounts_role) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT role.is_active AND role.permissions @> '{administration.utilisateurs,administration.roles}'::varchar[]
$$;

CREATE FUNCTION accounts_require_administrator(super boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('accounts_require_administrator'));
  IF NOT EXISTS (
    SELECT FROM accounts_user AS account JOIN accounts_role AS role ON role.id = account.role_id
    WHERE account.is_active AND account.deleted_at IS NULL AND accounts_administers(role)
      AND (NOT super OR role.code = 'ROLE_SUPER_ADMIN')
  ) THEN
    RAISE EXCEPTION 'no active administrator would be left'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'last_administrator', TABLE = 'accounts_user';
  END IF;
END $$;

CREATE FUNCTION accounts_user_keeps_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE held accounts_role;
BEGIN
  SELECT * INTO held FROM accounts_role WHERE id = OLD.role_id;
  IF OLD.is_active AND OLD.deleted_at IS NULL AND accounts_administers(held) THEN
    PERFORM accounts_require_administrator(held.code = 'ROLE_SUPER_ADMIN');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_administrator AFTER UPDATE OF is_active, deleted_at, role_id ON accounts_user
  FOR EACH ROW WHEN ((OLD.is_active, OLD.deleted_at, OLD.role_id) IS DISTINCT FROM
                     (NEW.is_active, NEW.deleted_at, NEW.role_id))
  EXECUTE FUNCTION accounts_user_keeps_administrator();
CREATE TRIGGER keep_administrator_gone AFTER DELETE ON accounts_user
  FOR EACH ROW EXECUTE FUNCTION accounts_user_keeps_administrator();

CREATE FUNCTION accounts_role_keeps_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF accounts_administers(OLD) AND NOT accounts_administers(NEW)
     AND EXISTS (SELECT FROM accounts_user WHERE role_id = OLD.id AND is_active AND deleted_at IS NULL) THEN
    PERFORM accounts_require_administrator(OLD.code = 'ROLE_SUPER_ADMIN');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_administrator AFTER UPDATE OF is_active, permissions ON accounts_role
  FOR EACH ROW EXECUTE FUNCTION accounts_role_keeps_administrator();

-- Nobody holds two incompatible roles at once, be it as his own or given. Giving roles to one user waits for one
-- another on his row; declaring a pair waits for all giving, and all giving for it.
CREATE FUNCTION accounts_roles_of(account uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT role_id FROM accounts_user WHERE id = account AND deleted_at IS NULL
  UNION
  SELECT role_id FROM accounts_role_grant WHERE user_id = account AND (until IS NULL OR until > clock_timestamp())
$$;

CREATE FUNCTION accounts_require_compatible(account uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('accounts_role_incompatibility'));
  PERFORM FROM accounts_user WHERE id = account FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM accounts_role_incompatibility
    WHERE role_a_id IN (SELECT accounts_roles_of(account)) AND role_b_id IN (SELECT accounts_roles_of(account))
  ) THEN
    RAISE EXCEPTION 'incompatible roles'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'roles_incompatible', TABLE = 'accounts_role_grant';
  END IF;
END $$;

CREATE FUNCTION accounts_user_compatible() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM accounts_require_compatible(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER compatible_roles AFTER UPDATE OF role_id ON accounts_user
  FOR EACH ROW WHEN (OLD.role_id <> NEW.role_id) EXECUTE FUNCTION accounts_user_compatible();

CREATE FUNCTION accounts_grant_compatible() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM accounts_require_compatible(NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER compatible_roles AFTER INSERT OR UPDATE OF user_id, role_id, until ON accounts_role_grant
  FOR EACH ROW EXECUTE FUNCTION accounts_grant_compatible();

CREATE FUNCTION accounts_pair_compatible() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('accounts_role_incompatibility'));
  IF EXISTS (
    SELECT FROM accounts_user AS account
    WHERE account.deleted_at IS NULL
      AND NEW.role_a_id IN (SELECT accounts_roles_of(account.id))
      AND NEW.role_b_id IN (SELECT accounts_roles_of(account.id))
      AND (account.role_id IN (NEW.role_a_id, NEW.role_b_id)
           OR EXISTS (SELECT FROM accounts_role_grant WHERE user_id = account.id AND role_id = NEW.role_a_id))
  ) THEN
    RAISE EXCEPTION 'somebody holds both roles'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'roles_incompatible', TABLE = 'accounts_role_incompatibility';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER compatible_roles AFTER INSERT OR UPDATE ON accounts_role_incompatibility
  FOR EACH ROW EXECUTE FUNCTION accounts_pair_compatible();
"""

# Who prepares or carries out a payment does not approve it, and one approval is one person's.
INCOMPATIBLE = (
    ("ROLE_AGENT", "ROLE_SUPERVISEUR"),
    ("ROLE_AGENT", "ROLE_DIRECTION"),
    ("ROLE_SUPERVISEUR", "ROLE_DIRECTION"),
    ("ROLE_ADMIN", "ROLE_DIRECTION"),
)


def declare(apps: Any, schema_editor: Any) -> None:
    ids = dict(apps.get_model("accounts", "Role").objects.values_list("code", "id"))
    pairs = [sorted((ids[one], ids[other])) for one, other in INCOMPATIBLE]
    apps.get_model("accounts", "Incompatibility").objects.bulk_create(
        [
            apps.get_model("accounts", "Incompatibility")(
                role_a_id=one, role_b_id=other, motif="Qui prépare ou exécute un paiement ne l'approuve pas."
            )
            for one, other in pairs
        ]
    )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_accounts_and_trust")]
    operations = [
        migrations.RunSQL(RULES, migrations.RunSQL.noop),
        migrations.RunPython(declare, migrations.RunPython.noop),
    ]
