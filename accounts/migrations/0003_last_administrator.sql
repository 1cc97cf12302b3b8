-- name: forwards
CREATE FUNCTION accounts_administers(role accounts_role) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT role.is_active AND role.permissions @> '{administration.utilisateurs,administration.roles}'::varchar[]
$$;

-- Raise unless an active administrator is left (with `super`, an active super administrator: nobody below could create
-- another). The lock puts two changes in line of which each would leave the other's administrator as the last.
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

-- name: backwards
DROP FUNCTION accounts_role_keeps_administrator CASCADE;
DROP FUNCTION accounts_user_keeps_administrator CASCADE;
DROP FUNCTION accounts_require_administrator;
DROP FUNCTION accounts_administers;
