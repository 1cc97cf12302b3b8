-- Write the rows of import_row that are not refused.

-- name: create_villages
-- Create the unknown tabancas of rows without error, with the commune when the secteur has only one.
INSERT INTO geo_localite (nom, secteur_id, commune_id, source)
SELECT DISTINCT ON (lieu.secteur_id, normalise(lieu.tabanca_tape)) left(lieu.tabanca_tape, 255), lieu.secteur_id,
       (SELECT (array_agg(id))[1] FROM geo_commune AS commune WHERE commune.secteur_id = lieu.secteur_id
        HAVING count(*) = 1), 'import'
FROM import_lieu AS lieu
WHERE lieu.code = 'tabanca_inconnue' AND EXISTS (
  SELECT FROM import_row AS ligne WHERE ligne.lieu = lieu.lieu
    AND NOT ligne.refuse
    AND (ligne.connu IS NULL OR %(overwrites)s))
  -- Another import may have created it since the places were matched.
  AND NOT EXISTS (SELECT FROM geo_localite AS known
                  WHERE known.secteur_id = lieu.secteur_id AND known.nom_normalise = normalise(lieu.tabanca_tape));

-- name: use_new_villages
UPDATE import_row AS ligne SET localite_id = localite.id, commune_id = localite.commune_id
FROM import_lieu AS lieu JOIN geo_localite AS localite
  ON localite.secteur_id = lieu.secteur_id AND localite.nom_normalise = normalise(lieu.tabanca_tape)
WHERE lieu.code = 'tabanca_inconnue' AND ligne.lieu = lieu.lieu;

-- name: list_changed_projects
-- Return the projects of the known households that are written.
SELECT DISTINCT connu.projet_id FROM import_connu AS connu JOIN import_row AS ligne ON ligne.connu = connu.id
WHERE connu.projet_id IS NOT NULL
  AND NOT ligne.refuse;

-- name: get_last_rank
SELECT coalesce(max(rang), 0) AS rang FROM import_row;

-- name: count_found
-- Count what an import found: `connus` are the known households without error.
SELECT (SELECT count(*) FROM import_row) AS lignes,
       (SELECT count(*) FROM import_issue WHERE grave) AS erreurs,
       (SELECT count(*) FROM import_row AS ligne WHERE connu IS NOT NULL
          AND NOT ligne.refuse) AS connus;

-- name: index_rows
CREATE INDEX ON import_row (rang);

-- name: save_former_codes
-- Former codes of merged households must lead to the replacing household; without this copy they would be deleted with
-- the replaced one.
INSERT INTO import_ancien SELECT former.id, former.code_menage, l.nouveau, former.created_at
FROM registry_menage_ancien AS former JOIN import_row AS l ON l.connu = former.menage_id
WHERE rang BETWEEN %(first)s AND %(last)s AND NOT l.refuse;

-- name: restore_former_codes
WITH kept AS (DELETE FROM import_ancien RETURNING *)
INSERT INTO registry_menage_ancien (id, code_menage, menage_id, created_at) SELECT * FROM kept;

-- name: delete_replaced
DELETE FROM registry_menage USING import_row AS l
WHERE id = l.connu AND rang BETWEEN %(first)s AND %(last)s AND NOT l.refuse;

-- name: insert_households
INSERT INTO registry_menage ({columns}) SELECT {values} FROM import_row AS l
WHERE {fresh} AND rang BETWEEN %(first)s AND %(last)s AND NOT l.refuse;

-- name: insert_part
-- Insert the heads or dwellings of new households.
INSERT INTO {table} (menage_id, {columns}) SELECT l.nouveau, {values} FROM import_row AS l
WHERE {fresh} AND ({has_value}) AND rang BETWEEN %(first)s AND %(last)s AND NOT l.refuse;

-- name: find_changed_parts
-- Store the heads or dwellings of known households that differ or are missing. OFFSET 0 forces a lookup per row: a join
-- would read all heads of the country for the few of a file.
INSERT INTO import_touche SELECT l.connu, l.rang, '{part}', part.menage_id IS NULL FROM import_row AS l
LEFT JOIN LATERAL (SELECT * FROM {table} WHERE menage_id = l.connu OFFSET 0) AS part ON true
WHERE l.connu IS NOT NULL AND CASE WHEN part.menage_id IS NULL THEN {has_value} ELSE {differs} END
  AND rang BETWEEN %(first)s AND %(last)s AND NOT l.refuse;

-- name: update_changed_parts
UPDATE {table} AS part SET {assignments} FROM import_touche AS t JOIN import_row AS l USING (rang)
WHERE t.partie = '{part}' AND rang BETWEEN %(first)s AND %(last)s AND part.menage_id = t.id AND NOT t.manque;

-- name: insert_missing_parts
INSERT INTO {table} (menage_id, {columns})
SELECT t.id, {values} FROM import_touche AS t JOIN import_row AS l USING (rang)
WHERE t.partie = '{part}' AND rang BETWEEN %(first)s AND %(last)s AND t.manque ORDER BY rang;

-- name: update_households
-- Update households in which something differs, or whose head or dwelling was changed; return their number.
WITH changed AS (
  UPDATE registry_menage AS m
  SET {assignments}, problemes_qualite = {quality}, updated_at = statement_timestamp()
  FROM import_row AS l JOIN import_connu AS k ON k.id = l.connu
  WHERE m.id = l.connu AND rang BETWEEN %(first)s AND %(last)s AND NOT l.refuse
    AND ({differs} OR {is_outside} <> m.problemes_qualite ? '{outside}' OR m.id IN (SELECT id FROM import_touche))
  RETURNING m.id, l.geom IS NOT NULL AND NOT coalesce(l.geom ~= k.geom, false) AS moved
), noted AS (
  INSERT INTO {touched} SELECT id FROM changed WHERE moved
)
SELECT count(*) AS changed FROM changed;

-- name: note_changed_households
-- Store the known households in which something beside their head or dwelling differs, before an update is agreed to.
INSERT INTO import_touche SELECT m.id, l.rang, 'menage', false FROM import_row AS l
JOIN LATERAL (SELECT * FROM registry_menage WHERE id = l.connu OFFSET 0) AS m ON true
-- A tabanca that is created when the import is written is a change, too.
WHERE NOT l.refuse AND ({differs} OR {is_outside} <> m.problemes_qualite ? '{outside}' OR %(creer)s AND EXISTS (
  SELECT FROM import_lieu AS lieu WHERE lieu.lieu = l.lieu AND lieu.code = 'tabanca_inconnue'));

-- name: note_new_positions
INSERT INTO {touched} SELECT nouveau, geom FROM import_row AS l
WHERE {fresh} AND geom IS NOT NULL AND rang BETWEEN %(first)s AND %(last)s AND NOT l.refuse;
