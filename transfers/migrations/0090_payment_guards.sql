-- name: forwards
-- Whoever changes how a beneficiary is paid is noted, by whatever statement: they do not send the money there alone.
CREATE FUNCTION transfers_note_account_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.compte_modifie_par_id := nullif(split_part(coalesce(current_setting('tabanca.context', true), ''), '|', 1), '')::uuid;
  RETURN NEW;
END $$;
CREATE TRIGGER beneficiaire_compte_auteur
  BEFORE UPDATE OF mode_paiement, compte_mobile, compte_bancaire, numero_op_b ON transfers_beneficiaire FOR EACH ROW
  WHEN ((OLD.mode_paiement, OLD.compte_mobile, OLD.compte_bancaire, OLD.numero_op_b)
    IS DISTINCT FROM (NEW.mode_paiement, NEW.compte_mobile, NEW.compte_bancaire, NEW.numero_op_b))
  EXECUTE FUNCTION transfers_note_account_author();
SELECT accounts_audit_table('transfers_beneficiaire', '{
  "model": "beneficiaire", "root": "menage_id", "derived": ["compte_modifie_par_id"],
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');

-- name: backwards
DROP FUNCTION transfers_note_account_author CASCADE;

-- name: audit_again
-- After the column went, when going back.
SELECT accounts_audit_table('transfers_beneficiaire', '{
  "model": "beneficiaire", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
