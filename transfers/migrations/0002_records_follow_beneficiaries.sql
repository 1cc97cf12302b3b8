-- name: forwards
-- Beneficiary and household of a record are one key.
ALTER TABLE transfers_document_identite ADD CONSTRAINT transfers_document_identite_suit
  FOREIGN KEY (beneficiaire_id, menage_id) REFERENCES transfers_beneficiaire (id, menage_id)
  ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE transfers_suivi ADD CONSTRAINT transfers_suivi_suit
  FOREIGN KEY (beneficiaire_id, menage_id) REFERENCES transfers_beneficiaire (id, menage_id)
  ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- name: backwards
ALTER TABLE transfers_suivi DROP CONSTRAINT transfers_suivi_suit;
ALTER TABLE transfers_document_identite DROP CONSTRAINT transfers_document_identite_suit;
