-- name: forwards
-- Tell that a household changed when a member left it: by the member alone nobody finds it any more.
CREATE FUNCTION registry_member_left() RETURNS trigger LANGUAGE plpgsql
  SET enable_nestloop = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM registry_menage_synced_by_parts(ARRAY(SELECT menage_id FROM old_rows));
  ELSE
    PERFORM registry_menage_synced_by_parts(ids) FROM (
      SELECT array_agg(DISTINCT earlier.menage_id) AS ids
      FROM old_rows AS earlier JOIN new_rows AS later USING (id) WHERE earlier.menage_id <> later.menage_id
    ) AS moved WHERE ids IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER synced_left AFTER DELETE ON registry_membre_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_member_left();
CREATE TRIGGER synced_moved AFTER UPDATE ON registry_membre_menage REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_member_left();

-- name: backwards
DROP FUNCTION registry_member_left CASCADE;
