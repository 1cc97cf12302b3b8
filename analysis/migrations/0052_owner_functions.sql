-- name: forwards
-- PostgreSQL lets everybody who connects run every function, and make temporary ones. Logins of analysts connect to every
-- database of the server: functions that run with the owner's rights, as the one that posts movements of money, are for
-- the owner alone. A restore runs it again: backups hold no privileges.
CREATE FUNCTION analysis_fermer() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  guarded record;
BEGIN
  FOR guarded IN SELECT oid::regprocedure AS name FROM pg_proc
                 WHERE prosecdef AND proowner = (SELECT oid FROM pg_roles WHERE rolname = current_user) LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', guarded.name);
  END LOOP;
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  -- Imports of cases gather their rows in temporary tables, as this role.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tabanca_vbg') THEN
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO tabanca_vbg', current_database());
  END IF;
END $$;
SELECT analysis_fermer();

-- name: backwards
DROP FUNCTION analysis_fermer();
