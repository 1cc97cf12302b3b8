-- What is nearly the same as something that is known: codes and tabancas, over the temporary tables of imports.sql.

-- name: alike_in_file
-- Codes that only upper and lower case tell apart: the later line names the first.
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre)
SELECT DISTINCT ON (ligne.ligne) ligne.ligne, 'code_menage', 'code_casse', 'avertissement', ligne.code_menage,
       other.code_menage || ' ' || other.ligne
FROM (SELECT lower(code_menage) AS code FROM import_ligne GROUP BY 1 HAVING count(DISTINCT code_menage) > 1) AS twin
JOIN import_ligne AS ligne ON lower(ligne.code_menage) = twin.code
JOIN import_ligne AS other ON lower(other.code_menage) = twin.code
WHERE other.ligne < ligne.ligne AND other.code_menage <> ligne.code_menage
ORDER BY ligne.ligne, other.ligne;

-- name: alike_in_registry
-- New codes that a household has in another case. The spellings that people use are looked up, since no index knows
-- codes without case.
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre)
SELECT DISTINCT ON (ligne.ligne) ligne.ligne, 'code_menage', 'code_casse_connu', 'avertissement', ligne.code_menage,
       known.code_menage
FROM registry_menage AS known
JOIN import_ligne AS ligne ON lower(ligne.code_menage) = lower(known.code_menage) AND ligne.connu IS NULL
WHERE known.code_menage = ANY (ARRAY(
    SELECT spelt FROM import_ligne, LATERAL (VALUES (upper(code_menage)), (lower(code_menage)), (initcap(code_menage)))
      AS written (spelt)
    WHERE connu IS NULL AND spelt <> code_menage))
  AND (%(regions)s::uuid[] IS NULL OR known.region_id = ANY(%(regions)s::uuid[]))
ORDER BY ligne.ligne, known.code_menage;

-- name: alike_villages
-- The known tabanca of the secteur whose name an unknown one nearly has: of four letters one is another at most, and two
-- in all. Numbers make different places.
UPDATE import_lieu AS lieu SET voisine = (
  SELECT nom FROM geo_localite AS known,
  LATERAL (SELECT left(known.nom_normalise, 60) AS known_name, left(normalise(lieu.tabanca_tape), 60) AS name) AS spelt,
  LATERAL (SELECT levenshtein_less_equal(known_name, name, 2) AS letters) AS distance
  WHERE known.secteur_id = lieu.secteur_id AND letters <= 2 AND letters * 4 <= least(length(known_name), length(name))
    AND regexp_replace(known_name, '[^0-9]+', '', 'g') = regexp_replace(name, '[^0-9]+', '', 'g')
  ORDER BY letters, nom LIMIT 1)
WHERE lieu.code = 'tabanca_inconnue';

-- name: tell_villages
UPDATE import_probleme AS problem SET autre = lieu.voisine
FROM import_ligne AS ligne JOIN import_lieu AS lieu ON lieu.lieu = ligne.lieu AND lieu.voisine IS NOT NULL
WHERE problem.ligne = ligne.ligne AND problem.code IN ('tabanca_inconnue', 'tabanca_creee');

-- name: shifted
-- Rows in which so many cells do not go with their columns that the row has shifted.
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)
SELECT ligne, NULL, 'decalee', 'erreur', count(*)::text FROM import_probleme
WHERE gravite = 'erreur' AND code = ANY (%(kinds)s) GROUP BY ligne HAVING count(*) >= %(least)s;
