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
