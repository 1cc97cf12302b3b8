-- What a login of the database sees: its regions, by the name it signed in with, which no SET ROLE changes, and by the
-- number of its role: a role of the same name that is made later, or on another server, is another one.

-- name: scope_forwards
CREATE VIEW analysis_portee_connexion AS
SELECT login.toutes_regions, ARRAY(
  SELECT link.region_id FROM analysis_connexion_base_region AS link WHERE link.databaselogin_id = login.id) AS regions
FROM analysis_connexion_base AS login
WHERE login.termine_le IS NULL AND login.nom = session_user
  AND login.oid = (SELECT role.oid::bigint FROM pg_roles AS role WHERE role.rolname = session_user);

SELECT accounts_audit_table('analysis_connexion_base', '{"model": "connexion_base"}');
SELECT accounts_audit_table('analysis_connexion_base_region', '{
  "model": "region_connexion_base", "object": "databaselogin_id", "root": "databaselogin_id"}');

-- name: scope_backwards
DROP FUNCTION analysis_connexion_base_audited, analysis_connexion_base_region_audited CASCADE;
DROP VIEW analysis_portee_connexion;

-- name: forwards
-- The views for GIS programs, for logins with regions: no people's names, no telephones, no JSON, no cases, no services
-- for survivors. A migration that changes the type of a column shown here, or drops it, drops the view first and creates
-- it again. `security_barrier`: no function of the reader sees a row outside the scope (decision 0155).
DROP SCHEMA gis CASCADE;
CREATE SCHEMA gis;
COMMENT ON SCHEMA gis IS 'Read-only views for GIS programs';

-- QGIS wants whole numbers as keys: 62 of the random bits of the row's UUID.
CREATE FUNCTION gis.cle(id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (('x' || right(replace(id::text, '-', ''), 16))::bit(64) & x'3fffffffffffffff')::bigint;

CREATE VIEW gis.regions WITH (security_barrier) AS
SELECT gis.cle(it.id) AS cle, it.id, it.nom, it.code, it.population, it.geom
FROM geo_region AS it
WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
  OR it.id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]);
COMMENT ON VIEW gis.regions IS 'Régions';

CREATE VIEW gis.secteurs WITH (security_barrier) AS
SELECT gis.cle(it.id) AS cle, it.id, it.nom, it.code, region.nom AS region, it.population, it.geom
FROM geo_secteur AS it
JOIN geo_region AS region ON region.id = it.region_id
WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
  OR it.region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]);
COMMENT ON VIEW gis.secteurs IS 'Secteurs';

CREATE VIEW gis.localites WITH (security_barrier) AS
SELECT gis.cle(it.id) AS cle, it.id, it.nom, it.code, it.type, region.nom AS region, secteur.nom AS secteur, it.population,
  it.geom
FROM geo_localite AS it
JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
JOIN geo_region AS region ON region.id = secteur.region_id
WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
  OR secteur.region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]);
COMMENT ON VIEW gis.localites IS 'Localités';

CREATE VIEW gis.ecoles WITH (security_barrier) AS
SELECT gis.cle(it.id) AS cle, it.id, it.nom, it.code, it.type, it.statut, it.prescolaire, it.niveau_max,
  array_to_string(it.niveaux_enseignes, ', ') AS niveaux_enseignes, it.pilote, region.nom AS region,
  secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM geo_ecole AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id
WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
  OR it.region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]);
COMMENT ON VIEW gis.ecoles IS 'Écoles';

CREATE VIEW gis.services_sante WITH (security_barrier) AS
SELECT gis.cle(it.id) AS cle, it.id, it.nom, it.code, it.type, it.statut, it.urgences_24h, it.maternite,
  region.nom AS region, secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM geo_service_sante AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id
WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
  OR it.region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]);
COMMENT ON VIEW gis.services_sante IS 'Services de santé';

CREATE VIEW gis.points_eau WITH (security_barrier) AS
SELECT gis.cle(it.id) AS cle, it.id, it.nom, it.code, it.type, it.statut, it.fonctionnel, it.type_source,
  region.nom AS region, secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM geo_point_eau AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id
WHERE (SELECT toutes_regions FROM analysis_portee_connexion)
  OR it.region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]);
COMMENT ON VIEW gis.points_eau IS 'Points d''eau';

CREATE VIEW gis.menages WITH (security_barrier) AS
SELECT gis.cle(it.id) AS cle, it.id, it.code_menage, it.statut, it.taille_menage, it.score_pmt, it.categorie_pauvrete,
  it.eligible_programme, it.milieu, it.date_collecte, near.ecole_metres, near.service_sante_metres,
  near.point_eau_metres, region.nom AS region, secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM registry_menage AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id
LEFT JOIN analysis_nearest_service AS near ON near.menage_id = it.id
WHERE it.geom IS NOT NULL AND ((SELECT toutes_regions FROM analysis_portee_connexion)
  OR it.region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]));
COMMENT ON VIEW gis.menages IS 'Ménages avec une position';

CREATE VIEW gis.beneficiaires WITH (security_barrier) AS
SELECT gis.cle(person.id) AS cle, person.id, person.code, person.statut_enrolement AS statut,
  programme.code AS programme, it.code_menage, region.nom AS region, secteur.nom AS secteur,
  localite.nom AS localite, it.geom
FROM transfers_beneficiaire AS person
JOIN registry_menage AS it ON it.id = person.menage_id
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id
JOIN transfers_programme AS programme ON programme.id = person.programme_id
WHERE it.geom IS NOT NULL AND ((SELECT toutes_regions FROM analysis_portee_connexion)
  OR it.region_id = ANY ((SELECT regions FROM analysis_portee_connexion)::uuid[]));
COMMENT ON VIEW gis.beneficiaires IS 'Bénéficiaires, à la position de leur ménage';

-- What QGIS shows of a column beside its name.
DO $$
DECLARE
  shown record;
  said CONSTANT jsonb := '{
    "cle": "Clé (nombre entier)", "id": "Identifiant dans l''API", "nom": "Nom", "code": "Code",
    "population": "Population", "geom": "Position ou limite (EPSG:4326)", "region": "Région", "secteur": "Secteur",
    "localite": "Localité", "type": "Type", "statut": "Statut", "prescolaire": "Préscolaire",
    "niveau_max": "Niveau le plus haut", "niveaux_enseignes": "Niveaux enseignés", "pilote": "École pilote",
    "urgences_24h": "Urgences 24 h sur 24", "maternite": "Maternité", "fonctionnel": "Fonctionne",
    "type_source": "Type de source", "code_menage": "Code du ménage", "taille_menage": "Taille du ménage",
    "score_pmt": "Score PMT (0 à 100)", "categorie_pauvrete": "Catégorie de pauvreté",
    "eligible_programme": "Éligible à un programme", "milieu": "Milieu", "date_collecte": "Date de la collecte",
    "ecole_metres": "Mètres jusqu''à l''école la plus proche",
    "service_sante_metres": "Mètres jusqu''au service de santé le plus proche",
    "point_eau_metres": "Mètres jusqu''au point d''eau le plus proche", "programme": "Programme"}';
BEGIN
  FOR shown IN SELECT attrelid::regclass AS view, attname AS name FROM pg_attribute
               WHERE attnum > 0 AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'gis'::regnamespace) LOOP
    EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', shown.view, shown.name, said ->> shown.name);
  END LOOP;
END $$;

-- Styles that QGIS applies by itself: it looks for them under the name of the database, which a restore may change.
CREATE TABLE analysis_style_gis (
  vue text PRIMARY KEY, description text NOT NULL, qml text NOT NULL, modifie timestamptz NOT NULL);
CREATE VIEW gis.layer_styles AS
SELECT row_number() OVER (ORDER BY vue)::integer AS id, current_database()::text AS f_table_catalog,
  'gis'::text AS f_table_schema, vue AS f_table_name, 'geom'::text AS f_geometry_column, 'tabanca'::text AS stylename,
  xmlparse(DOCUMENT qml) AS styleqml, NULL::xml AS stylesld, true AS useasdefault, description, 'tabanca'::text AS owner,
  NULL::xml AS ui, modifie::timestamp AS update_time,
  CASE WHEN vue IN ('regions', 'secteurs') THEN 'Polygon' ELSE 'Point' END AS type
FROM analysis_style_gis;
-- Projects that QGIS opens from the database.
CREATE TABLE gis.qgis_projects (name text PRIMARY KEY, metadata jsonb NOT NULL, content bytea NOT NULL);

-- name: backwards
DROP SCHEMA gis CASCADE;
DROP TABLE analysis_style_gis;
