-- The analysis of many households, which are linked outside the database.

-- name: delete_shared_numbers
DELETE FROM registry_doublon_partage AS known WHERE (
  SELECT count(*) FROM (SELECT FROM registry_doublon_fiche WHERE telephones @> ARRAY[known.numero] LIMIT {most} + 1) AS f
) <= {most}

-- name: insert_shared_numbers
INSERT INTO registry_doublon_partage (numero)
SELECT numero FROM registry_doublon_fiche, unnest(telephones) AS numero GROUP BY 1 HAVING count(*) > {most}
ON CONFLICT DO NOTHING

-- name: create_read_sheets
-- The sheets which an analysis is about to read, with their hashes at that time.
CREATE TEMP TABLE doublon_lu ON COMMIT DROP AS
SELECT menage_id, etat FROM registry_doublon_fiche WHERE menage_id IN (SELECT id FROM ({menages}) AS m)

-- name: copy_sheets
COPY (SELECT menage_id, nom, sexe, annee, array_to_string(telephones, ' '), identifiant, lieu, secteur, x, y, erreur, taille,
             array_to_string(chefs, ' '), array_to_string(personnes, ' '), array_to_string(groupes, ' '), campagne, jour,
             enqueteur, plateforme, logement, maille
      FROM registry_doublon_fiche WHERE menage_id IN (SELECT menage_id FROM doublon_lu)) TO STDOUT (FORMAT csv)

-- name: copy_shared_numbers
-- The numbers which more households give than a family's own may be given by.
COPY (SELECT numero, count(*) FROM registry_doublon_fiche, unnest(telephones) AS numero GROUP BY 1 HAVING count(*) > {own})
TO STDOUT (FORMAT csv)

-- name: copy_frequencies
-- The share of each value of a column among all households.
COPY (SELECT {column}, count(*)::float8 / {n} FROM registry_doublon_fiche WHERE {column} IS NOT NULL GROUP BY 1)
TO STDOUT (FORMAT csv)

-- name: copy_village_frequencies
-- The share of each name among the households of its locality, for the names which it has more than once.
COPY (SELECT nom || '|' || lieu, (ici.n + {smoothing} * noms.n / {n}::float8) / (lieux.n + {smoothing})
      FROM (SELECT nom, lieu, count(*) AS n FROM registry_doublon_fiche GROUP BY 1, 2 HAVING count(*) > 1) AS ici
      JOIN (SELECT nom, count(*) AS n FROM registry_doublon_fiche GROUP BY 1) AS noms USING (nom)
      JOIN (SELECT lieu, count(*) AS n FROM registry_doublon_fiche GROUP BY 1) AS lieux USING (lieu))
TO STDOUT (FORMAT csv)

-- name: create_found_pairs
CREATE TEMP TABLE doublon_trouve (a uuid, b uuid, score numeric(5, 2), {levels}) ON COMMIT DROP

-- name: select_concerned_households
-- The households whose pairs, or whose summary of pairs, the analysis of {menages} may change.
SELECT a FROM doublon_trouve UNION SELECT b FROM doublon_trouve
UNION SELECT menage_id FROM registry_doublon AS pair CROSS JOIN LATERAL (VALUES (menage_a_id), (menage_b_id)) AS cote (menage_id)
      WHERE {among}
UNION SELECT id FROM ({menages}) AS m WHERE score_doublon IS NOT NULL

-- name: discard_changed_sheets
DELETE FROM doublon_lu AS lu WHERE NOT EXISTS (
  SELECT FROM registry_doublon_fiche AS fiche WHERE fiche.menage_id = lu.menage_id AND fiche.etat IS NOT DISTINCT FROM lu.etat)

-- name: discard_changed_pairs
DELETE FROM doublon_trouve AS found WHERE NOT EXISTS (SELECT FROM doublon_lu WHERE menage_id = found.a)
                                       OR NOT EXISTS (SELECT FROM doublon_lu WHERE menage_id = found.b)
