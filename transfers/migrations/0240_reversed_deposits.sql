-- name: forwards
-- A deposit bears how often its reference was deposited on the account and taken back: so the reference of one that stands
-- is refused, and that of one that was taken back is not. The account is locked: nobody counts beside it.
CREATE FUNCTION transfers_count_reversed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.reprises := (
    SELECT count(*) FROM transfers_mouvement AS m
    WHERE m.compte_id = NEW.compte_id AND m.type = 'depot'
      AND upper(replace(m.reference, ' ', '')) = upper(replace(NEW.reference, ' ', ''))
      AND EXISTS (SELECT FROM transfers_mouvement AS back WHERE back.contrepasse_id = m.id));
  RETURN NEW;
END $$;
CREATE TRIGGER mouvement_reprises BEFORE INSERT ON transfers_mouvement FOR EACH ROW
  WHEN (NEW.type = 'depot') EXECUTE FUNCTION transfers_count_reversed();
ALTER TABLE transfers_mouvement ENABLE ALWAYS TRIGGER mouvement_reprises;

-- What two people decided stays.
CREATE TRIGGER contrepassation_keep BEFORE UPDATE OR DELETE ON transfers_contrepassation FOR EACH ROW
  WHEN (OLD.confirme_le IS NOT NULL) EXECUTE FUNCTION transfers_refuse_change();

-- name: backwards
DROP TRIGGER contrepassation_keep ON transfers_contrepassation;
DROP TRIGGER mouvement_reprises ON transfers_mouvement;
DROP FUNCTION transfers_count_reversed;
