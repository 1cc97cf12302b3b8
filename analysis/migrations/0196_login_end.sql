-- The server refuses new sessions of a role after its day (VALID UNTIL), and lets open ones be: the scope ends with it.

-- name: forwards
CREATE OR REPLACE VIEW analysis_portee_connexion AS
SELECT login.toutes_regions, ARRAY(
  SELECT link.region_id FROM analysis_connexion_base_region AS link WHERE link.databaselogin_id = login.id) AS regions
FROM analysis_connexion_base AS login
WHERE login.termine_le IS NULL AND login.nom = session_user
  AND login.oid = (
    SELECT role.oid::bigint FROM pg_roles AS role
    WHERE role.rolname = session_user AND coalesce(role.rolvaliduntil > now(), true));

-- name: backwards
CREATE OR REPLACE VIEW analysis_portee_connexion AS
SELECT login.toutes_regions, ARRAY(
  SELECT link.region_id FROM analysis_connexion_base_region AS link WHERE link.databaselogin_id = login.id) AS regions
FROM analysis_connexion_base AS login
WHERE login.termine_le IS NULL AND login.nom = session_user
  AND login.oid = (SELECT role.oid::bigint FROM pg_roles AS role WHERE role.rolname = session_user);
