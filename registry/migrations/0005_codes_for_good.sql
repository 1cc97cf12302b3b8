-- A code is one household's, living or merged (decision 0064). No constraint spans two tables, so triggers look when
-- the unique index of living codes has let a row through: a transaction that takes a code which a merge is giving up
-- waits there for the merge, and the look, a statement of its own, sees what the merge has committed. A code gets into
-- the table of former ones only from a household that the same transaction deletes, which keeps its place in that index
-- until the commit.

-- name: forwards
CREATE FUNCTION registry_code_taken(code text, holder text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE unique_violation USING MESSAGE = format('a %s household has the code_menage of this one', holder),
    DETAIL = format('Key (code_menage)=(%s) already exists.', code), TABLE = 'registry_menage', COLUMN = 'code_menage',
    CONSTRAINT = 'menage_code_for_good';
END $$;

-- Few are looked up by the index. A file is compared with all former codes at once, by their hashes: a tenth of the
-- time.
CREATE FUNCTION registry_menage_codes_inserted() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  taken text;
BEGIN
  IF (SELECT count(*) FROM new_rows) <= 100 THEN
    SELECT code_menage INTO taken FROM registry_menage_ancien
    WHERE code_menage = ANY (ARRAY(SELECT code_menage FROM new_rows)) LIMIT 1;
  ELSE
    SELECT code_menage INTO taken FROM new_rows
    WHERE code_menage IN (SELECT code_menage FROM registry_menage_ancien) LIMIT 1;
  END IF;
  IF taken IS NOT NULL THEN
    PERFORM registry_code_taken(taken, 'merged');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER codes_insert AFTER INSERT ON registry_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_codes_inserted();

CREATE FUNCTION registry_menage_code_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM registry_menage_ancien WHERE code_menage = NEW.code_menage) THEN
    PERFORM registry_code_taken(NEW.code_menage, 'merged');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER code_change AFTER UPDATE OF code_menage ON registry_menage FOR EACH ROW
  WHEN (NEW.code_menage <> OLD.code_menage) EXECUTE FUNCTION registry_menage_code_changed();

CREATE FUNCTION registry_ancien_code_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM registry_menage WHERE code_menage = NEW.code_menage) THEN
    PERFORM registry_code_taken(NEW.code_menage, 'living');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER code_kept AFTER INSERT OR UPDATE OF code_menage ON registry_menage_ancien FOR EACH ROW
  EXECUTE FUNCTION registry_ancien_code_kept();

-- name: backwards
DROP FUNCTION registry_ancien_code_kept CASCADE;
DROP FUNCTION registry_menage_code_changed CASCADE;
DROP FUNCTION registry_menage_codes_inserted CASCADE;
DROP FUNCTION registry_code_taken;
