-- name: forwards
SELECT accounts_audit_table('registry_doublon', '{
  "model": "doublon", "root": "menage_a_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_a_id)",
  "ignored": ["score", "niveaux", "apports", "modele", "empreinte", "detecte_le", "empreinte_decision"]}', '{update}');

-- name: backwards
SELECT accounts_audit_table('registry_doublon', '{
  "model": "doublon", "root": "menage_a_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_a_id)",
  "ignored": ["score", "niveaux", "empreinte", "detecte_le", "empreinte_decision"]}', '{update}');
