-- Compare the future values of known households with those stored for others, over the temporary tables of imports.sql.

-- name: create_changes
-- Select known households of rows without error whose head's name, region or a watched value differs from the stored
-- one. Heads are looked up one by one: a join would read all heads of the country for the few of a file. Households
-- invisible to the importer are left out, so that nothing about them is revealed.
CREATE TEMP TABLE import_change ON COMMIT DROP AS
SELECT ligne.ligne, ligne.code_menage, chef.nom_complet AS ancien_nom, ligne.nom_complet_chef AS nouveau_nom,
       ligne.region_connue AS ancienne_region, ligne.region_id AS nouvelle_region{values}
FROM import_row AS ligne JOIN import_connu AS menage ON menage.id = ligne.connu
LEFT JOIN LATERAL (SELECT * FROM registry_chef_menage WHERE menage_id = menage.id OFFSET 0) AS chef ON true
WHERE (ligne.nom_complet_chef <> chef.nom_complet OR ligne.region_id <> ligne.region_connue{differing})
  AND (%(regions)s::uuid[] IS NULL OR ligne.region_connue = ANY(%(regions)s::uuid[]))
  AND NOT ligne.refuse;

-- name: count_changed
SELECT {counts} FROM import_change;

-- name: record_taken_values
-- Warn of households that get a value stored for another one which gives it up; one that keeps it shares it.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT taker.ligne, %(column)s, 'valeur_ailleurs', false, jsonb_build_object(
         'value', left(taker.{after}::text, 60), 'line', giver.ligne, 'code', taker.code_menage, 'other', giver.code_menage)
FROM import_change AS taker JOIN (
  SELECT DISTINCT ON ({before}) {before}, ligne, code_menage FROM import_change
  WHERE {before} IS NOT NULL AND {after} IS DISTINCT FROM {before} ORDER BY {before}, ligne
) AS giver ON giver.{before} = taker.{after}
WHERE taker.{after} IS DISTINCT FROM taker.{before};

-- name: record_repeated_values
-- Warn of a value that belongs to one household and that many new or changed households would get.
WITH given AS (
  SELECT ligne, {column} AS valeur FROM import_row WHERE connu IS NULL AND {column} IS NOT NULL AND NOT refuse{changes}
), repeated AS (
  SELECT valeur, count(*) AS n FROM given GROUP BY valeur HAVING count(*) >= %(least)s
)
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne, %(column)s, 'valeur_repetee', false, jsonb_build_object('value', left(valeur, 60), 'other', n)
FROM given JOIN repeated USING (valeur)

-- name: count_neighbours
SELECT {counts} FROM import_change AS upper JOIN import_change AS lower ON lower.ligne = upper.ligne + 1;
