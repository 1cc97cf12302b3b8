-- What the entries of a session name (their session, payment and lines) is checked per statement and not per row (decision
-- 0269). The locks are those of foreign keys: who deletes a row that is named waits, and then finds the entry.

-- name: forwards
CREATE FUNCTION transfers_entry_names_nothing(named text, parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = format('transfers_rapprochement_entree.%s names no row of %s', named, parent),
    TABLE = 'transfers_rapprochement_entree', COLUMN = named, CONSTRAINT = 'entree_' || named;
END $$;

-- A matching inserts an entry for each payment and each line of its session: each is looked up and locked once.
CREATE FUNCTION transfers_entries_refer_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  missing bigint;
BEGIN
  WITH named AS MATERIALIZED (SELECT DISTINCT session_id AS id FROM new_rows), found AS MATERIALIZED (
    SELECT FROM transfers_rapprochement WHERE id IN (SELECT id FROM named) ORDER BY id FOR KEY SHARE
  ) SELECT (SELECT count(*) FROM named) - (SELECT count(*) FROM found) INTO missing;
  IF missing <> 0 THEN PERFORM transfers_entry_names_nothing('session_id', 'transfers_rapprochement'); END IF;

  WITH named AS MATERIALIZED (
    SELECT DISTINCT paiement_id AS id FROM new_rows WHERE paiement_id IS NOT NULL
  ), found AS MATERIALIZED (
    SELECT FROM transfers_paiement WHERE id IN (SELECT id FROM named) ORDER BY id FOR KEY SHARE
  ) SELECT (SELECT count(*) FROM named) - (SELECT count(*) FROM found) INTO missing;
  IF missing <> 0 THEN PERFORM transfers_entry_names_nothing('paiement_id', 'transfers_paiement'); END IF;

  WITH named AS MATERIALIZED (
    SELECT ligne_id AS id FROM new_rows WHERE ligne_id IS NOT NULL
    UNION
    SELECT ligne_renversee_id FROM new_rows WHERE ligne_renversee_id IS NOT NULL
  ), found AS MATERIALIZED (
    SELECT FROM transfers_releve_ligne WHERE id IN (SELECT id FROM named) ORDER BY id FOR KEY SHARE
  ) SELECT (SELECT count(*) FROM named) - (SELECT count(*) FROM found) INTO missing;
  IF missing <> 0 THEN PERFORM transfers_entry_names_nothing('ligne_id', 'transfers_releve_ligne'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refers_insert AFTER INSERT ON transfers_rapprochement_entree REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_entries_refer_inserted();

CREATE FUNCTION transfers_entry_refers_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.session_id IS DISTINCT FROM OLD.session_id THEN
    PERFORM FROM transfers_rapprochement WHERE id = NEW.session_id FOR KEY SHARE;
    IF NOT FOUND THEN PERFORM transfers_entry_names_nothing('session_id', 'transfers_rapprochement'); END IF;
  END IF;
  IF NEW.paiement_id IS DISTINCT FROM OLD.paiement_id AND NEW.paiement_id IS NOT NULL THEN
    PERFORM FROM transfers_paiement WHERE id = NEW.paiement_id FOR KEY SHARE;
    IF NOT FOUND THEN PERFORM transfers_entry_names_nothing('paiement_id', 'transfers_paiement'); END IF;
  END IF;
  IF NEW.ligne_id IS DISTINCT FROM OLD.ligne_id AND NEW.ligne_id IS NOT NULL THEN
    PERFORM FROM transfers_releve_ligne WHERE id = NEW.ligne_id FOR KEY SHARE;
    IF NOT FOUND THEN PERFORM transfers_entry_names_nothing('ligne_id', 'transfers_releve_ligne'); END IF;
  END IF;
  IF NEW.ligne_renversee_id IS DISTINCT FROM OLD.ligne_renversee_id AND NEW.ligne_renversee_id IS NOT NULL THEN
    PERFORM FROM transfers_releve_ligne WHERE id = NEW.ligne_renversee_id FOR KEY SHARE;
    IF NOT FOUND THEN PERFORM transfers_entry_names_nothing('ligne_renversee_id', 'transfers_releve_ligne'); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refers_update
  AFTER UPDATE OF session_id, paiement_id, ligne_id, ligne_renversee_id ON transfers_rapprochement_entree
  FOR EACH ROW WHEN (
    NEW.session_id IS DISTINCT FROM OLD.session_id
    OR NEW.paiement_id IS DISTINCT FROM OLD.paiement_id
    OR NEW.ligne_id IS DISTINCT FROM OLD.ligne_id
    OR NEW.ligne_renversee_id IS DISTINCT FROM OLD.ligne_renversee_id)
  EXECUTE FUNCTION transfers_entry_refers_updated();

-- Refuse to remove rows that entries name. The arguments of the triggers are the columns of an entry.
CREATE FUNCTION transfers_entries_still_name(parent text, named text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = format('entries of sessions still name rows of %s', parent),
    TABLE = 'transfers_rapprochement_entree', COLUMN = named, CONSTRAINT = 'entree_' || named;
END $$;

CREATE FUNCTION transfers_named_by_entries_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_named boolean;
BEGIN
  FOR place IN 0 .. TG_NARGS - 1 LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM old_rows AS gone JOIN transfers_rapprochement_entree AS e ON e.%I = gone.id)',
                   TG_ARGV[place]) INTO is_named;
    IF is_named THEN PERFORM transfers_entries_still_name(TG_TABLE_NAME, TG_ARGV[place]); END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER named_by_entries_delete AFTER DELETE ON transfers_rapprochement REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_named_by_entries_deleted('session_id');
CREATE TRIGGER named_by_entries_delete AFTER DELETE ON transfers_paiement REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_named_by_entries_deleted('paiement_id');
CREATE TRIGGER named_by_entries_delete AFTER DELETE ON transfers_releve_ligne REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_named_by_entries_deleted('ligne_id', 'ligne_renversee_id');

CREATE FUNCTION transfers_named_by_entries_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_named boolean;
BEGIN
  FOR place IN 0 .. TG_NARGS - 1 LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM transfers_rapprochement_entree WHERE %I = $1)', TG_ARGV[place])
      INTO is_named USING OLD.id;
    IF is_named THEN PERFORM transfers_entries_still_name(TG_TABLE_NAME, TG_ARGV[place]); END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER named_by_entries_rename AFTER UPDATE OF id ON transfers_rapprochement
  FOR EACH ROW WHEN (NEW.id <> OLD.id) EXECUTE FUNCTION transfers_named_by_entries_renamed('session_id');
CREATE TRIGGER named_by_entries_rename AFTER UPDATE OF id ON transfers_paiement
  FOR EACH ROW WHEN (NEW.id <> OLD.id) EXECUTE FUNCTION transfers_named_by_entries_renamed('paiement_id');
CREATE TRIGGER named_by_entries_rename AFTER UPDATE OF id ON transfers_releve_ligne
  FOR EACH ROW WHEN (NEW.id <> OLD.id)
  EXECUTE FUNCTION transfers_named_by_entries_renamed('ligne_id', 'ligne_renversee_id');

-- After, not before: who empties the entries in the same statement may.
CREATE FUNCTION transfers_named_by_entries_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM transfers_rapprochement_entree) THEN
    PERFORM transfers_entries_still_name(TG_TABLE_NAME, TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER named_by_entries_truncate AFTER TRUNCATE ON transfers_rapprochement
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_named_by_entries_emptied('session_id');
CREATE TRIGGER named_by_entries_truncate AFTER TRUNCATE ON transfers_paiement
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_named_by_entries_emptied('paiement_id');
CREATE TRIGGER named_by_entries_truncate AFTER TRUNCATE ON transfers_releve_ligne
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_named_by_entries_emptied('ligne_id');

-- name: backwards
DROP FUNCTION transfers_named_by_entries_emptied CASCADE;
DROP FUNCTION transfers_named_by_entries_renamed CASCADE;
DROP FUNCTION transfers_named_by_entries_deleted CASCADE;
DROP FUNCTION transfers_entries_still_name;
DROP FUNCTION transfers_entry_refers_updated CASCADE;
DROP FUNCTION transfers_entries_refer_inserted CASCADE;
DROP FUNCTION transfers_entry_names_nothing;
