-- name: forwards
-- Tell that a household changed when its head or dwelling goes over to another, which alone was told of it.
CREATE FUNCTION registry_part_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM registry_menage_synced_by_parts(ids) FROM (
    SELECT array_agg(menage_id) AS ids
    FROM (SELECT menage_id FROM old_rows EXCEPT SELECT menage_id FROM new_rows) AS earlier
  ) AS moved WHERE ids IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER synced_left AFTER UPDATE ON registry_chef_menage REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_part_left();
CREATE TRIGGER synced_left AFTER UPDATE ON registry_logement REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_part_left();

-- name: backwards
DROP FUNCTION registry_part_left CASCADE;
