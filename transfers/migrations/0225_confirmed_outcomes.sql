-- name: forwards
-- What two people decided about an unknown payment stays; the erasure of a household takes their words away.
CREATE TRIGGER decision_resultat_keep BEFORE DELETE ON transfers_decision_resultat FOR EACH ROW
  WHEN (OLD.confirme_le IS NOT NULL) EXECUTE FUNCTION transfers_refuse_change();
CREATE TRIGGER decision_resultat_fixed BEFORE UPDATE ON transfers_decision_resultat FOR EACH ROW
  WHEN (OLD.confirme_le IS NOT NULL AND to_jsonb(NEW) - 'motif' IS DISTINCT FROM to_jsonb(OLD) - 'motif')
  EXECUTE FUNCTION transfers_refuse_change();

-- name: backwards
DROP TRIGGER decision_resultat_fixed ON transfers_decision_resultat;
DROP TRIGGER decision_resultat_keep ON transfers_decision_resultat;
