-- name: forwards
-- Return the roles that a user holds now: the user's own, and those granted until a later moment.
CREATE FUNCTION accounts_roles_of(account uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT role_id FROM accounts_user WHERE id = account AND deleted_at IS NULL
  UNION
  SELECT role_id FROM accounts_role_grant WHERE user_id = account AND (until IS NULL OR until > clock_timestamp())
$$;

-- Raise when a user holds two incompatible roles. Grants to one user wait for one another on the user's row; declaring
-- a pair waits for all grants, and all grants wait for it.
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

-- name: backwards
DROP FUNCTION accounts_pair_compatible CASCADE;
DROP FUNCTION accounts_grant_compatible CASCADE;
DROP FUNCTION accounts_user_compatible CASCADE;
DROP FUNCTION accounts_require_compatible;
DROP FUNCTION accounts_roles_of;
