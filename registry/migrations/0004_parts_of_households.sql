-- Head and dwelling are known by the id of their household. That it exists is checked per statement, and they go with
-- it (decision 0013).

-- name: forwards
CREATE FUNCTION registry_part_needs(owners uuid[], part text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found integer;
BEGIN
  SELECT count(*) INTO found FROM (
    SELECT FROM registry_menage WHERE id = ANY (owners) ORDER BY id FOR KEY SHARE) AS household;
  IF found < cardinality(owners) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s names no household', part), TABLE = part,
      COLUMN = 'menage_id', CONSTRAINT = 'part_of_household';
  END IF;
END $$;

-- A household that this transaction inserted cannot be deleted by another: it needs no lock. Rows that were inserted
-- under a savepoint have another id than the transaction, and take the lock. All are looked up at once first: one by
-- one takes twice as long.
CREATE FUNCTION registry_part_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owners uuid[] := ARRAY(SELECT menage_id FROM new_rows);
BEGIN
  IF (SELECT count(*) FROM registry_menage WHERE id = ANY (owners) AND xmin = pg_current_xact_id()::xid)
     < cardinality(owners) THEN
    PERFORM registry_part_needs(ARRAY(
      SELECT menage_id FROM unnest(owners) AS menage_id WHERE (
        SELECT menage.xmin = pg_current_xact_id()::xid FROM registry_menage AS menage WHERE menage.id = menage_id
      ) IS NOT TRUE), TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION registry_part_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM registry_part_needs(ARRAY[NEW.menage_id], TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER part_insert AFTER INSERT ON registry_chef_menage REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION registry_part_inserted();
CREATE TRIGGER part_moved AFTER UPDATE OF menage_id ON registry_chef_menage FOR EACH ROW
  WHEN (NEW.menage_id <> OLD.menage_id) EXECUTE FUNCTION registry_part_moved();
CREATE TRIGGER part_insert AFTER INSERT ON registry_logement REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION registry_part_inserted();
CREATE TRIGGER part_moved AFTER UPDATE OF menage_id ON registry_logement FOR EACH ROW
  WHEN (NEW.menage_id <> OLD.menage_id) EXECUTE FUNCTION registry_part_moved();

-- Look up the parts by their key, also when the first rows were a hundred thousand: joined, the whole table would then
-- be read for every single one.
CREATE FUNCTION registry_menage_parts_go() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[] := ARRAY(SELECT id FROM old_rows);
BEGIN
  DELETE FROM registry_chef_menage WHERE menage_id = ANY (gone);
  DELETE FROM registry_logement WHERE menage_id = ANY (gone);
  RETURN NULL;
END $$;
CREATE TRIGGER parts_go AFTER DELETE ON registry_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_parts_go();

CREATE FUNCTION registry_menage_keeps_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = 'the id of a household is for good', TABLE = 'registry_menage',
    COLUMN = 'id', CONSTRAINT = 'part_of_household';
END $$;
CREATE TRIGGER keeps_id BEFORE UPDATE OF id ON registry_menage FOR EACH ROW
  WHEN (NEW.id <> OLD.id) EXECUTE FUNCTION registry_menage_keeps_id();

-- name: backwards
DROP FUNCTION registry_menage_keeps_id CASCADE;
DROP FUNCTION registry_menage_parts_go CASCADE;
DROP FUNCTION registry_part_moved CASCADE;
DROP FUNCTION registry_part_inserted CASCADE;
DROP FUNCTION registry_part_needs;
