-- name: forwards
SELECT accounts_audit_table('transfers_programme', '{"model": "programme"}');
SELECT accounts_audit_table('transfers_programme_region', '{
  "model": "region_programme", "object": "programme_id", "root": "programme_id"}');
SELECT accounts_audit_table('transfers_beneficiaire', '{
  "model": "beneficiaire", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
SELECT accounts_audit_table('transfers_document_identite', '{
  "model": "document_identite", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
SELECT accounts_audit_table('transfers_suivi', '{
  "model": "suivi", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');

-- name: backwards
DROP FUNCTION transfers_programme_audited, transfers_programme_region_audited, transfers_beneficiaire_audited,
  transfers_document_identite_audited, transfers_suivi_audited CASCADE;
