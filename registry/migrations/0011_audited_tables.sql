-- name: forwards
SELECT accounts_audit_table('registry_menage', '{
  "model": "menage", "region": "{row}.region_id", "ignored": ["updated_at", "date_analyse_qualite"],
  "derived": ["operation_creation"]}');
SELECT accounts_audit_table('registry_chef_menage', '{
  "model": "chef_menage", "key": "menage_id", "object": "menage_id", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
SELECT accounts_audit_table('registry_logement', '{
  "model": "logement", "key": "menage_id", "object": "menage_id", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
SELECT accounts_audit_table('registry_membre_menage', '{
  "model": "membre", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
SELECT accounts_audit_table('registry_projet', '{"model": "projet"}');
SELECT accounts_audit_table('registry_campagne', '{"model": "campagne"}');
SELECT accounts_audit_table('registry_organisation', '{"model": "organisation"}');
SELECT accounts_audit_table('registry_reference', '{"model": "reference"}');
SELECT accounts_audit_table('registry_visite_sante', '{
  "model": "visite_sante", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
SELECT accounts_audit_table('registry_mesure_accompagnement', '{
  "model": "mesure_accompagnement", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
SELECT accounts_audit_table('registry_pmt_methode', '{"model": "pmt_methode"}');
SELECT accounts_audit_table('registry_mouvement_collecte', '{
  "model": "mouvement_collecte", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
SELECT accounts_audit_table('registry_doublon', '{
  "model": "doublon", "root": "menage_a_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_a_id)",
  "ignored": ["score", "niveaux", "empreinte", "detecte_le", "empreinte_decision"]}', '{update}');

-- name: backwards
DROP FUNCTION registry_menage_audited, registry_chef_menage_audited, registry_logement_audited,
  registry_membre_menage_audited, registry_projet_audited, registry_campagne_audited, registry_organisation_audited,
  registry_reference_audited, registry_visite_sante_audited, registry_mesure_accompagnement_audited,
  registry_pmt_methode_audited, registry_mouvement_collecte_audited, registry_doublon_audited CASCADE;
