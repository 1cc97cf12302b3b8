-- name: forwards
-- Beneficiary and household of a check are one key, which follows merges.
ALTER TABLE transfers_conditionnalite_verification ADD CONSTRAINT transfers_conditionnalite_verification_suit
  FOREIGN KEY (beneficiaire_id, menage_id) REFERENCES transfers_beneficiaire (id, menage_id)
  ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;
SELECT accounts_audit_table('transfers_conditionnalite', '{
  "model": "conditionnalite", "object": "programme_id", "root": "programme_id"}');
SELECT accounts_audit_table('transfers_conditionnalite_verification', '{
  "model": "verification_conditionnalite", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');

-- name: backwards
DROP FUNCTION transfers_conditionnalite_verification_audited, transfers_conditionnalite_audited CASCADE;
ALTER TABLE transfers_conditionnalite_verification DROP CONSTRAINT transfers_conditionnalite_verification_suit;
