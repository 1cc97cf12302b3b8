-- name: forwards
SELECT accounts_audit_table('transfers_operateur', '{
  "model": "operateur", "key": "code", "object": "audit_id", "root": "audit_id"}');
SELECT accounts_audit_table('transfers_compte_operateur', '{
  "model": "compte_operateur", "key": "compte_id", "object": "compte_id", "root": "compte_id"}');
SELECT accounts_audit_table('transfers_tranche', '{"model": "tranche_tarifaire"}');
SELECT accounts_audit_table('transfers_cycle', '{"model": "cycle"}');
SELECT accounts_audit_table('transfers_recurrence', '{
  "model": "recurrence", "key": "programme_id", "object": "programme_id", "root": "programme_id"}');
SELECT accounts_audit_table('transfers_regle_montant', '{
  "model": "regle_montant", "key": "programme_id", "object": "programme_id", "root": "programme_id"}');

-- name: backwards
DROP FUNCTION transfers_operateur_audited, transfers_compte_operateur_audited, transfers_tranche_audited,
  transfers_cycle_audited, transfers_recurrence_audited, transfers_regle_montant_audited CASCADE;
