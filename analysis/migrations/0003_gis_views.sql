-- Views for QGIS and other programs that read the database: no people's names, no telephones, no JSON, no cases.
--
-- A migration that changes the type of a column shown here, or drops it, drops the view first and creates it again.

-- name: forwards
CREATE SCHEMA gis;
COMMENT ON SCHEMA gis IS 'Read-only views for GIS programs';

CREATE VIEW gis.regions AS
SELECT id, nom, code, population, geom
FROM geo_region;
COMMENT ON VIEW gis.regions IS 'Regions';

CREATE VIEW gis.secteurs AS
SELECT it.id, it.nom, it.code, region.nom AS region, it.population, it.geom
FROM geo_secteur AS it
JOIN geo_region AS region ON region.id = it.region_id;
COMMENT ON VIEW gis.secteurs IS 'Sectors';

CREATE VIEW gis.localites AS
SELECT it.id, it.nom, it.code, it.type, region.nom AS region, secteur.nom AS secteur, it.population, it.geom
FROM geo_localite AS it
JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
JOIN geo_region AS region ON region.id = secteur.region_id;
COMMENT ON VIEW gis.localites IS 'Localities';

CREATE VIEW gis.ecoles AS
SELECT it.id, it.nom, it.code, it.type, it.statut, it.prescolaire, it.niveau_max, array_to_string(it.niveaux_enseignes,
  ', ') AS niveaux_enseignes, it.pilote, region.nom AS region, secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM geo_ecole AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id;
COMMENT ON VIEW gis.ecoles IS 'Schools';

CREATE VIEW gis.services_sante AS
SELECT it.id, it.nom, it.code, it.type, it.statut, it.urgences_24h, it.maternite, region.nom AS region,
  secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM geo_service_sante AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id;
COMMENT ON VIEW gis.services_sante IS 'Health services';

CREATE VIEW gis.points_eau AS
SELECT it.id, it.nom, it.code, it.type, it.statut, it.fonctionnel, it.type_source, region.nom AS region,
  secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM geo_point_eau AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id;
COMMENT ON VIEW gis.points_eau IS 'Water points';

CREATE VIEW gis.menages AS
SELECT it.id, it.code_menage, it.statut, it.taille_menage, it.score_pmt, it.categorie_pauvrete, it.eligible_programme,
  it.milieu, it.date_collecte, near.ecole_metres, near.service_sante_metres, near.point_eau_metres,
  region.nom AS region, secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM registry_menage AS it
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id
LEFT JOIN analysis_nearest_service AS near ON near.menage_id = it.id
WHERE it.geom IS NOT NULL;
COMMENT ON VIEW gis.menages IS
  'Households with a position, and how far each is from the nearest school, health service and water point (metres)';

CREATE VIEW gis.beneficiaires AS
SELECT person.id, person.code, person.statut_enrolement AS statut, programme.code AS programme, it.code_menage,
  region.nom AS region, secteur.nom AS secteur, localite.nom AS localite, it.geom
FROM transfers_beneficiaire AS person
JOIN registry_menage AS it ON it.id = person.menage_id
LEFT JOIN geo_region AS region ON region.id = it.region_id
LEFT JOIN geo_secteur AS secteur ON secteur.id = it.secteur_id
LEFT JOIN geo_localite AS localite ON localite.id = it.localite_id
JOIN transfers_programme AS programme ON programme.id = person.programme_id
WHERE it.geom IS NOT NULL;
COMMENT ON VIEW gis.beneficiaires IS 'Beneficiaries, where their household lives';

-- name: backwards
DROP SCHEMA gis CASCADE;
