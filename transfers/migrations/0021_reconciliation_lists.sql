-- name: forwards
CREATE SEQUENCE transfers_rapprochement_numero;
-- What sessions are searched by: references from their start, telephones by their last nine digits.
CREATE INDEX ligne_reference ON transfers_releve_ligne (reference) WHERE reference IS NOT NULL;
CREATE INDEX ligne_transaction ON transfers_releve_ligne (transaction) WHERE transaction IS NOT NULL;
CREATE INDEX ligne_telephone ON transfers_releve_ligne (right(regexp_replace(telephone, '\D', '', 'g'), 9))
  WHERE telephone IS NOT NULL;
-- What the monthly statement of an account sums.
CREATE INDEX ligne_jour ON transfers_releve_ligne (operateur_id, date_operation);
-- The counters follow from the entries, whose decisions are rows of their own.
SELECT accounts_audit_table('transfers_rapprochement', '{
  "model": "session_rapprochement", "ignored": ["updated_at", "compteurs"], "derived": ["compteurs"]}');

-- name: backwards
SELECT accounts_audit_table('transfers_rapprochement', '{"model": "session_rapprochement"}');
DROP INDEX ligne_jour, ligne_telephone, ligne_transaction, ligne_reference;
DROP SEQUENCE transfers_rapprochement_numero;
