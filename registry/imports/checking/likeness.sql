-- Find codes and tabancas that nearly equal a known one, over the temporary tables of imports.sql.

-- name: create_prefixes
-- Collect the prefixes of the codes, without the last digits: codes that differ only in case differ there, and a file
-- has few. `autre` is a prefix that differs only in case: of another code of the file (`ici`), or of a household
-- (`connu`). The usual spellings are looked up, since no index ignores the case of codes.
CREATE TEMP TABLE import_prefixe ON COMMIT DROP AS
WITH own AS MATERIALIZED (
  SELECT prefixe, lower(prefixe) AS bas FROM (
    SELECT DISTINCT rtrim(code_menage COLLATE "C", '0123456789') AS prefixe FROM import_row
    WHERE code_menage IS NOT NULL) AS each
), written AS (
  SELECT prefixe, autre FROM own, LATERAL (VALUES (upper(prefixe)), (bas), (initcap(prefixe))) AS spelt (autre)
  UNION SELECT own.prefixe, other.prefixe FROM own JOIN own AS other USING (bas)
)
SELECT prefixe, autre, autre IN (SELECT prefixe FROM own) AS ici,
       EXISTS (SELECT FROM registry_menage WHERE code_menage >= autre AND code_menage < autre || chr(1114111)) AS connu
FROM written WHERE autre <> prefixe;
DELETE FROM import_prefixe WHERE NOT ici AND NOT connu;

-- name: record_case_variants
-- Warn of codes that differ only in case from one of an earlier line, or of a household. Codes of two known households
-- are not reported.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT DISTINCT ON (ligne) ligne, 'code_menage', code, false, jsonb_build_object('value', code_menage) || details FROM (
  SELECT ligne.ligne, ligne.code_menage, 'code_casse' AS code, other.code_menage || ' ' || other.ligne AS autre,
         jsonb_build_object('other', other.code_menage, 'line', other.ligne) AS details
  FROM import_prefixe AS spelt
  JOIN import_row AS ligne ON rtrim(ligne.code_menage COLLATE "C", '0123456789') = spelt.prefixe
  JOIN import_row AS other
    ON other.code_menage = spelt.autre || right(ligne.code_menage, -length(spelt.prefixe)) AND other.ligne < ligne.ligne
  WHERE spelt.ici AND (ligne.connu IS NULL OR other.connu IS NULL)
  UNION ALL
  SELECT ligne.ligne, ligne.code_menage, 'code_casse_connu', known.code_menage,
         jsonb_build_object('other', known.code_menage)
  FROM import_prefixe AS spelt
  JOIN import_row AS ligne
    ON rtrim(ligne.code_menage COLLATE "C", '0123456789') = spelt.prefixe AND ligne.connu IS NULL
  JOIN registry_menage AS known
    ON known.code_menage = spelt.autre || right(ligne.code_menage, -length(spelt.prefixe))
  WHERE spelt.connu AND (%(regions)s::uuid[] IS NULL OR known.region_id = ANY(%(regions)s::uuid[]))
) AS found ORDER BY ligne, code, autre;

-- name: find_near_villages
-- Find the known tabanca of the secteur whose name nearly equals an unknown one: at most one letter in four differs,
-- and at most two in total. Different digits mean different places.
UPDATE import_lieu AS lieu SET voisine = (
  SELECT nom FROM geo_localite AS known,
  LATERAL (SELECT left(known.nom_normalise, 60) AS known_name, left(normalise(lieu.tabanca_tape), 60) AS name) AS spelt,
  LATERAL (SELECT levenshtein_less_equal(known_name, name, 2) AS letters) AS distance
  WHERE known.secteur_id = lieu.secteur_id AND letters <= 2 AND letters * 4 <= least(length(known_name), length(name))
    AND regexp_replace(known_name, '[^0-9]+', '', 'g') = regexp_replace(name, '[^0-9]+', '', 'g')
  ORDER BY letters, nom LIMIT 1)
WHERE lieu.code = 'tabanca_inconnue';

-- name: find_near_sectors
-- Find the secteur that an unknown one of a region means: of this very name in another region, or nearly of its name in
-- this one.
UPDATE import_lieu AS lieu SET voisine = near.nom, region_voisine = near.region
FROM (
  SELECT asked.lieu, found.nom, found.region FROM import_lieu AS asked, LATERAL (
    SELECT known.nom, CASE WHEN known.region_id <> asked.region_id THEN region.nom END AS region
    FROM geo_secteur AS known JOIN geo_region AS region ON region.id = known.region_id,
    LATERAL (SELECT left(known.nom_normalise, 60) AS known_name, left(normalise(asked.secteur_tape), 60) AS name) AS spelt,
    LATERAL (SELECT levenshtein_less_equal(known_name, name, 2) AS letters) AS distance
    WHERE letters = 0 OR known.region_id = asked.region_id AND letters <= 2
      AND letters * 4 <= least(length(known_name), length(name))
    ORDER BY letters, known.nom LIMIT 1) AS found
  WHERE asked.code = 'secteur_absent'
) AS near WHERE near.lieu = lieu.lieu;

-- name: copy_near_names
UPDATE import_issue AS issue
SET code = CASE WHEN lieu.region_voisine IS NULL THEN issue.code ELSE 'secteur_voisin' END,
    details = issue.details
      || jsonb_strip_nulls(jsonb_build_object('other', lieu.voisine, 'region', lieu.region_voisine))
FROM import_row AS ligne JOIN import_lieu AS lieu ON lieu.lieu = ligne.lieu AND lieu.voisine IS NOT NULL
WHERE issue.ligne = ligne.ligne AND issue.code IN ('tabanca_inconnue', 'tabanca_creee', 'secteur_absent');

-- name: record_shifted_rows
-- Report rows with so many cells that do not fit their columns that the row has shifted.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne, NULL, 'decalee', true, jsonb_build_object('value', count(*)::text) FROM import_issue
WHERE grave AND code = ANY (%(kinds)s) GROUP BY ligne HAVING count(*) >= %(least)s;
