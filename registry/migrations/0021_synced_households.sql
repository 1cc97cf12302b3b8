-- name: forwards
SELECT accounts_sync_track('registry_menage', 'menages', 'r.region_id');
SELECT accounts_sync_track('registry_membre_menage', 'membres',
                           '(SELECT region_id FROM registry_menage WHERE id = r.menage_id)');

-- Tell that households changed because their head or dwelling did. What this transaction wrote itself is told already.
CREATE FUNCTION registry_menage_synced_by_parts(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT accounts_sync_add('menages', array_agg(id), array_agg(region_id)) FROM registry_menage
  WHERE id = ANY (ids) AND xmin <> pg_current_xact_id()::xid
$$;
CREATE FUNCTION registry_part_synced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM registry_menage_synced_by_parts(ARRAY(SELECT menage_id FROM old_rows));
  ELSE
    PERFORM registry_menage_synced_by_parts(ARRAY(SELECT menage_id FROM new_rows));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER synced_insert AFTER INSERT ON registry_chef_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_part_synced();
CREATE TRIGGER synced_update AFTER UPDATE ON registry_chef_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_part_synced();
CREATE TRIGGER synced_delete AFTER DELETE ON registry_chef_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_part_synced();
CREATE TRIGGER synced_insert AFTER INSERT ON registry_logement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_part_synced();
CREATE TRIGGER synced_update AFTER UPDATE ON registry_logement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_part_synced();
CREATE TRIGGER synced_delete AFTER DELETE ON registry_logement REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_part_synced();

-- A household that changes its region takes its members along: both regions are told.
CREATE FUNCTION registry_menage_synced_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM accounts_sync_add('membres', ids, region_id) FROM (
    SELECT region_id, ARRAY(SELECT id FROM registry_membre_menage WHERE menage_id = moved.id) AS ids FROM (
      (SELECT id, region_id FROM old_rows EXCEPT SELECT id, region_id FROM new_rows)
      UNION ALL (SELECT id, region_id FROM new_rows EXCEPT SELECT id, region_id FROM old_rows)
    ) AS moved
  ) AS told;
  RETURN NULL;
END $$;
CREATE TRIGGER synced_members AFTER UPDATE ON registry_menage REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_synced_members();

-- Members go by a cascade, when their household, and with it their region, is gone already: tell of them before.
CREATE FUNCTION registry_menage_synced_cascade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM accounts_sync_add(
    'membres', ARRAY(SELECT id FROM registry_membre_menage WHERE menage_id = OLD.id), OLD.region_id);
  RETURN OLD;
END $$;
CREATE TRIGGER synced_cascade BEFORE DELETE ON registry_menage
  FOR EACH ROW EXECUTE FUNCTION registry_menage_synced_cascade();

-- name: backwards
DROP FUNCTION registry_menage_synced_cascade, registry_menage_synced_members, registry_part_synced CASCADE;
DROP FUNCTION registry_menage_synced_by_parts;
DROP FUNCTION registry_menage_synced, registry_membre_menage_synced CASCADE;
