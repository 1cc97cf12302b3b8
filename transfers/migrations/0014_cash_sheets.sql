-- name: forwards
-- Projects that have accounts get one for the cash in the hands of payers.
INSERT INTO transfers_compte (id, projet_id, nature)
SELECT uuid7(), projet_id, 'especes_remises' FROM transfers_compte WHERE nature = 'especes_rendues';
SELECT accounts_audit_table('transfers_point_paiement', '{
  "model": "point_paiement", "region": "{row}.region_id"}');

-- name: backwards
-- Refused, by the movements, when cash was handed out: what the ledger says does not go.
DELETE FROM transfers_compte WHERE nature = 'especes_remises';
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
DROP FUNCTION transfers_point_paiement_audited CASCADE;
