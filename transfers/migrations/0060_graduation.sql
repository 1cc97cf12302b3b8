-- name: forwards
-- Beneficiary and household of a graduation are one key, which follows merges.
ALTER TABLE transfers_graduation ADD CONSTRAINT transfers_graduation_suit
  FOREIGN KEY (beneficiaire_id, menage_id) REFERENCES transfers_beneficiaire (id, menage_id)
  ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;
SELECT accounts_audit_table('transfers_critere_graduation', '{
  "model": "critere_graduation", "object": "programme_id", "root": "programme_id"}');
SELECT accounts_audit_table('transfers_graduation', '{"model": "graduation", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');

-- name: backwards
DROP FUNCTION transfers_graduation_audited, transfers_critere_graduation_audited CASCADE;
ALTER TABLE transfers_graduation DROP CONSTRAINT transfers_graduation_suit;
