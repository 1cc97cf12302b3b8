-- What a movement names (its account, its entry) is checked per statement and not per row (decision 0269). That the account
-- exists is held by `mouvement_apply`, which moves its balance, and entries are never removed.

-- name: forwards
CREATE FUNCTION transfers_movements_refer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT ecriture_id AS id FROM added) AS named
    WHERE NOT EXISTS (SELECT FROM transfers_ecriture AS entry WHERE entry.id = named.id)
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a movement names no entry', TABLE = 'transfers_mouvement',
      COLUMN = 'ecriture_id', CONSTRAINT = 'mouvement_ecriture';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER mouvement_refers AFTER INSERT ON transfers_mouvement REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_movements_refer();
ALTER TABLE transfers_mouvement ENABLE ALWAYS TRIGGER mouvement_refers;

-- An account knows the number of its last movement, under the lock that who deletes it waits for.
CREATE FUNCTION transfers_keep_moved_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.dernier_numero > 0 THEN
    RAISE foreign_key_violation USING MESSAGE = 'movements name this account', TABLE = 'transfers_mouvement',
      COLUMN = 'compte_id', CONSTRAINT = 'mouvement_compte';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER compte_keep_moved BEFORE DELETE ON transfers_compte
  FOR EACH ROW EXECUTE FUNCTION transfers_keep_moved_account();
ALTER TABLE transfers_compte ENABLE ALWAYS TRIGGER compte_keep_moved;

-- name: backwards
DROP FUNCTION transfers_keep_moved_account CASCADE;
DROP FUNCTION transfers_movements_refer CASCADE;
