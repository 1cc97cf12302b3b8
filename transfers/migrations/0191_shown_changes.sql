-- name: forwards
-- What a tile of beneficiaries shows or filters by; the rest is the place of the household (`transfers_menage_moved`).
-- Ids are unique: as soon as a row differs, one of the old ones is none of the new.
CREATE FUNCTION transfers_beneficiaire_layer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT id, menage_id, code, statut_enrolement, type FROM old_rows
             EXCEPT SELECT id, menage_id, code, statut_enrolement, type FROM new_rows) THEN
    INSERT INTO geo_layer_change (couche) VALUES ('beneficiaires');
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER layer_changed ON transfers_beneficiaire;
CREATE TRIGGER layer_changed AFTER INSERT OR DELETE OR TRUNCATE ON transfers_beneficiaire
  FOR EACH STATEMENT EXECUTE FUNCTION geo_layer_changed('beneficiaires');
CREATE TRIGGER layer_changed_updated AFTER UPDATE ON transfers_beneficiaire
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_beneficiaire_layer_changed();

-- INSERT ... ON CONFLICT runs the triggers of insertion and of updating, also without a row of theirs. No tile shows fees.
CREATE FUNCTION transfers_paiement_layer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_shown boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    is_shown := EXISTS (SELECT FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN
    is_shown := EXISTS (SELECT FROM old_rows);
  ELSE
    is_shown := EXISTS (
      SELECT id, cycle_id, region_id, operateur_id, statut, nombre, montant, recu FROM old_rows
      EXCEPT SELECT id, cycle_id, region_id, operateur_id, statut, nombre, montant, recu FROM new_rows);
  END IF;
  IF is_shown THEN
    INSERT INTO geo_layer_change (couche) VALUES ('paiements');
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER layer_changed ON transfers_paiement_total;
CREATE TRIGGER layer_changed AFTER TRUNCATE ON transfers_paiement_total
  FOR EACH STATEMENT EXECUTE FUNCTION geo_layer_changed('paiements');
CREATE TRIGGER layer_changed_inserted AFTER INSERT ON transfers_paiement_total REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_paiement_layer_changed();
CREATE TRIGGER layer_changed_updated AFTER UPDATE ON transfers_paiement_total
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_paiement_layer_changed();
CREATE TRIGGER layer_changed_deleted AFTER DELETE ON transfers_paiement_total REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_paiement_layer_changed();

-- name: backwards
DROP FUNCTION transfers_paiement_layer_changed CASCADE;
DROP FUNCTION transfers_beneficiaire_layer_changed CASCADE;
DROP TRIGGER layer_changed ON transfers_paiement_total;
CREATE TRIGGER layer_changed AFTER INSERT OR DELETE OR TRUNCATE ON transfers_paiement_total FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('paiements');
DROP TRIGGER layer_changed ON transfers_beneficiaire;
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transfers_beneficiaire
  FOR EACH STATEMENT EXECUTE FUNCTION geo_layer_changed('beneficiaires');
