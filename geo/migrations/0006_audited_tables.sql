-- name: forwards
SELECT accounts_audit_table('geo_region', '{
  "model": "region", "region": "{row}.id", "derived": ["nom_normalise", "contour"], "shapes": ["geom"]}');
SELECT accounts_audit_table('geo_secteur', '{
  "model": "secteur", "region": "{row}.region_id", "derived": ["nom_normalise", "contour"], "shapes": ["geom"]}');
SELECT accounts_audit_table('geo_commune', '{
  "model": "commune", "region": "(SELECT region_id FROM geo_secteur WHERE id = {row}.secteur_id)",
  "derived": ["nom_normalise"]}');
SELECT accounts_audit_table('geo_localite', '{
  "model": "localite", "region": "(SELECT region_id FROM geo_secteur WHERE id = {row}.secteur_id)",
  "derived": ["nom_normalise"]}');
SELECT accounts_audit_table('geo_region_user', '{
  "model": "region_utilisateur", "object": "user_id", "root": "user_id"}');
SELECT accounts_audit_table('geo_ecole', '{
  "model": "ecole", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');
SELECT accounts_audit_table('geo_service_sante', '{
  "model": "service_sante", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');
SELECT accounts_audit_table('geo_point_eau', '{
  "model": "point_eau", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');
SELECT accounts_audit_table('geo_police_judiciaire', '{
  "model": "police_judiciaire", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');
SELECT accounts_audit_table('geo_service_vbg', '{
  "model": "service_vbg", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');
SELECT accounts_audit_table('geo_asc', '{
  "model": "asc", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');
SELECT accounts_audit_table('geo_acteur_local', '{
  "model": "acteur_local", "region": "{row}.region_id", "derived": ["nom_normalise", "geog"]}');

-- name: backwards
DROP FUNCTION geo_region_audited, geo_secteur_audited, geo_commune_audited, geo_localite_audited,
  geo_region_user_audited, geo_ecole_audited, geo_service_sante_audited, geo_point_eau_audited,
  geo_police_judiciaire_audited, geo_service_vbg_audited, geo_asc_audited, geo_acteur_local_audited CASCADE;
