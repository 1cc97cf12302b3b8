-- Temporary tables of one import: import_brut (the cells as text), import_lieu (distinct places and the areas they
-- match), import_tel (phone numbers that the library parsed), import_connu (households of the file that exist),
-- import_ligne (the typed rows), import_probleme (issues), import_erreur (rows left out), import_hors (points outside
-- their secteur), import_touche (known households whose head or dwelling differs or is missing), import_change (their
-- changes).

-- name: drop_tables
DROP TABLE IF EXISTS pg_temp.import_brut, pg_temp.import_lieu, pg_temp.import_tel, pg_temp.import_connu,
  pg_temp.import_ligne, pg_temp.import_probleme, pg_temp.import_erreur, pg_temp.import_hors, pg_temp.import_touche,
  pg_temp.import_secteur, pg_temp.import_ancien, pg_temp.import_morceau, pg_temp.import_pays, pg_temp.import_prefixe,
  pg_temp.import_change;

-- name: create_tables
CREATE TEMP TABLE import_tel (tape text PRIMARY KEY, e164 text NOT NULL) ON COMMIT DROP;
CREATE TEMP TABLE import_probleme (
  ligne integer, colonne text, code text NOT NULL, gravite text NOT NULL, valeur text, autre text
) ON COMMIT DROP;
CREATE TEMP TABLE import_ancien (id uuid, code_menage text, menage_id uuid, created_at timestamptz) ON COMMIT DROP;
CREATE TEMP TABLE import_touche (id uuid, rang bigint, partie text, manque boolean) ON COMMIT DROP;
CREATE TEMP TABLE import_lieu (
  lieu integer GENERATED ALWAYS AS IDENTITY, region_tape text, secteur_tape text, tabanca_tape text,
  region_id uuid, secteur_id uuid, commune_id uuid, localite_id uuid, colonne text, code text, candidats uuid[], voisine text
) ON COMMIT DROP;

-- name: cut_to
-- Keep only the first rows of the file.
DELETE FROM import_brut WHERE ligne IN (SELECT ligne FROM import_brut ORDER BY ligne OFFSET %(most)s);

-- name: places
-- Select the distinct places of the file and match the region: by code, else by name.
INSERT INTO import_lieu (region_tape, secteur_tape, tabanca_tape, region_id)
SELECT region_tape, secteur_tape, tabanca_tape, region.id
FROM (SELECT DISTINCT coalesce(region, '') AS region_tape, coalesce(secteur, '') AS secteur_tape,
                      coalesce(tabanca, '') AS tabanca_tape FROM import_brut) AS asked
LEFT JOIN LATERAL (
  SELECT id FROM geo_region
  WHERE region_tape <> '' AND (code = region_tape OR code = upper(region_tape) OR nom_normalise = normalise(region_tape))
  ORDER BY (code = region_tape) DESC, (code = upper(region_tape)) DESC, id LIMIT 1
) AS region ON true;

-- name: place_sectors
-- Match the secteur: by code, else by name inside the region; without a region, by a name that only one secteur has.
UPDATE import_lieu AS lieu
SET secteur_id = found.id, region_id = coalesce(lieu.region_id, found.region_id),
    colonne = CASE WHEN found.code IS NOT NULL THEN 'secteur' END, code = found.code
FROM (
  SELECT lieu.lieu, coded.id IS NOT NULL AS coded, coalesce(coded.id, named.ids[1]) AS id,
         coalesce(coded.region_id, named.regions[1]) AS region_id,
         CASE WHEN coded.id IS NOT NULL AND coded.region_id <> lieu.region_id THEN 'secteur_ailleurs'
              WHEN coded.id IS NOT NULL THEN NULL
              WHEN named.ids IS NULL THEN CASE WHEN lieu.region_id IS NULL THEN 'secteur_inconnu'
                                               ELSE 'secteur_absent' END
              WHEN cardinality(named.ids) > 1 THEN 'secteur_ambigu' END AS code
  FROM import_lieu AS lieu
  LEFT JOIN geo_secteur AS coded ON coded.code IN (lieu.secteur_tape, upper(lieu.secteur_tape))
  LEFT JOIN LATERAL (
    SELECT array_agg(id) AS ids, array_agg(region_id) AS regions FROM geo_secteur
    WHERE coded.id IS NULL AND nom_normalise = normalise(lieu.secteur_tape)
      AND (lieu.region_id IS NULL OR region_id = lieu.region_id)
  ) AS named ON true
  WHERE lieu.secteur_tape <> '' AND (lieu.region_id IS NOT NULL OR lieu.region_tape = '')
) AS found
WHERE found.lieu = lieu.lieu;

-- name: place_villages
-- Match the tabanca: by code, else by name in the secteur; without a secteur, by a name that only one tabanca of the
-- region has. All namesakes are stored: the position of a row may decide between them.
UPDATE import_lieu AS lieu
SET localite_id = found.id, secteur_id = coalesce(lieu.secteur_id, found.secteur_id), commune_id = found.commune_id,
    region_id = coalesce(lieu.region_id, found.region_id), candidats = found.candidats,
    colonne = CASE WHEN found.code IS NOT NULL THEN 'tabanca' END, code = found.code
FROM (
  SELECT lieu.lieu, CASE WHEN cardinality(named.ids) > 1 THEN named.ids END AS candidats, one.id, one.secteur_id, one.commune_id, secteur.region_id,
         CASE WHEN coded.id IS NOT NULL THEN
                CASE WHEN coded.secteur_id <> lieu.secteur_id OR secteur.region_id <> lieu.region_id
                     THEN 'tabanca_ailleurs' END
              WHEN cardinality(named.ids) > 1 THEN
                CASE WHEN lieu.secteur_id IS NULL THEN 'tabanca_sans_secteur' ELSE 'tabanca_ambigue' END
              WHEN named.ids IS NULL THEN
                CASE WHEN lieu.tabanca_tape ~ %(rate)s THEN 'formule'
                     WHEN NOT spelt.a_name THEN 'tabanca_sans_nom'
                     WHEN lieu.tabanca_tape ~ %(abime)s THEN 'tabanca_abimee'
                     WHEN lieu.secteur_id IS NULL THEN 'tabanca_sans_secteur' ELSE 'tabanca_inconnue' END END AS code
  FROM import_lieu AS lieu
  LEFT JOIN geo_localite AS coded ON coded.code IN (lieu.tabanca_tape, upper(lieu.tabanca_tape))
  LEFT JOIN LATERAL (
    SELECT array_agg(localite.id) AS ids FROM geo_localite AS localite
    JOIN geo_secteur AS secteur ON secteur.id = localite.secteur_id
    WHERE coded.id IS NULL AND localite.nom_normalise = normalise(lieu.tabanca_tape)
      AND (lieu.secteur_id IS NULL OR localite.secteur_id = lieu.secteur_id)
      AND (lieu.region_id IS NULL OR secteur.region_id = lieu.region_id)
  ) AS named ON true
  LEFT JOIN geo_localite AS one
    ON one.id = coalesce(coded.id, CASE WHEN cardinality(named.ids) = 1 THEN named.ids[1] END)
  LEFT JOIN geo_secteur AS secteur ON secteur.id = one.secteur_id,
  -- A name has two adjacent letters, not one letter repeated, and is not a word for "unknown".
  LATERAL (SELECT normalise(lieu.tabanca_tape) AS name) AS plain,
  LATERAL (SELECT name ~ '[a-z]{2}' AND name !~ '^([a-z])(\1| )*$' AND name <> ALL(%(sans_nom)s) AS a_name) AS spelt
  WHERE lieu.tabanca_tape <> '' AND lieu.code IS NULL AND (lieu.region_id IS NOT NULL OR lieu.region_tape = '')
    AND (lieu.secteur_id IS NOT NULL OR lieu.secteur_tape = '')
) AS found
WHERE found.lieu = lieu.lieu;

-- name: place_unknown_regions
UPDATE import_lieu SET colonne = 'region', code = 'region_inconnue' WHERE region_tape <> '' AND region_id IS NULL;

-- name: analyse_places
ANALYZE import_lieu;

-- name: known
-- Select the households of the file that exist already. The index takes the codes of an array in their order, each
-- once.
CREATE TEMP TABLE import_connu ON COMMIT DROP AS
SELECT id, code_menage, region_id, secteur_id, localite_id, projet_id, campagne_id, geom
FROM registry_menage WHERE code_menage = ANY (ARRAY(SELECT code_menage FROM import_brut));
ANALYZE import_connu;

-- name: known_locked
-- Select them with the stored values to compare. Those visible to the importer are locked, always in the same order, so
-- that two imports of the same households wait and never deadlock. Households of other regions are selected without a
-- lock.
CREATE TEMP TABLE import_connu ON COMMIT DROP AS
WITH locked AS (
  SELECT id, code_menage, region_id, secteur_id, localite_id, projet_id, campagne_id, geom{stored}
  FROM registry_menage
  WHERE code_menage = ANY (ARRAY(SELECT code_menage FROM import_brut))
    AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s::uuid[]))
  ORDER BY id FOR UPDATE)
SELECT * FROM locked
UNION ALL
SELECT id, code_menage, region_id, secteur_id, localite_id, projet_id, campagne_id, geom{stored}
FROM registry_menage
WHERE code_menage = ANY (ARRAY(SELECT code_menage FROM import_brut WHERE %(regions)s::uuid[] IS NOT NULL))
  AND (region_id IS NULL OR region_id <> ALL(%(regions)s::uuid[]));
ANALYZE import_connu;

-- name: namesakes
-- Decide between namesake tabancas. Take the one nearest to the position, if it is near and the others are at least
-- twice as far, and all have a position; else the one where the household is known to live.
UPDATE import_ligne AS ligne
SET region_id = secteur.region_id, secteur_id = village.secteur_id, commune_id = village.commune_id,
    localite_id = village.id, lieu_code = CASE WHEN found.near THEN 'tabanca_proche' END
FROM (
  SELECT asked.ligne, next_one.id IS NOT NULL AS near,
         coalesce(next_one.id, CASE WHEN connu.localite_id = ANY (lieu.candidats) THEN connu.localite_id END) AS id
  FROM import_ligne AS asked
  JOIN import_lieu AS lieu ON lieu.lieu = asked.lieu AND lieu.candidats IS NOT NULL
  LEFT JOIN import_connu AS connu ON connu.id = asked.connu AND %(keeps)s
  LEFT JOIN LATERAL (
    SELECT id FROM (
      SELECT id, metres, row_number() OVER near AS place, lead(metres) OVER near AS beyond,
             bool_and(metres IS NOT NULL) OVER () AS placed
      FROM (
        SELECT id, ST_Distance(geom::geography, coalesce(asked.geom, connu.geom)::geography) AS metres
        FROM geo_localite WHERE id = ANY (lieu.candidats)
      ) AS candidate WINDOW near AS (ORDER BY metres)
    ) AS ranked
    WHERE place = 1 AND placed AND metres <= %(proche)s AND beyond > metres AND beyond >= 2 * metres
  ) AS next_one ON true
) AS found
JOIN geo_localite AS village ON village.id = found.id
JOIN geo_secteur AS secteur ON secteur.id = village.secteur_id
WHERE ligne.ligne = found.ligne;

-- name: fill_regions
-- Give a row that names no place the region that covers its point, else the only region of its importer.
UPDATE import_ligne AS ligne
SET region_id = coalesce(
  (SELECT id FROM geo_region AS region WHERE ST_Covers(region.geom, ligne.geom) ORDER BY id LIMIT 1), %(default)s::uuid)
WHERE region_id IS NULL AND lieu_code IS NULL AND (region_connue IS NULL OR NOT %(keeps)s);

-- name: twins
-- Report codes that occur twice, in the later lines, and codes of households that were merged into another: importing
-- them would create the duplicate again.
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)
SELECT ligne, 'code_menage', 'code_double', 'erreur', code_menage || ' ' || premiere
FROM (SELECT code_menage, min(ligne) AS premiere FROM import_brut
      WHERE code_menage IS NOT NULL GROUP BY code_menage HAVING count(*) > 1) AS twin
JOIN import_brut USING (code_menage) WHERE ligne > premiere AND code_menage !~ %(rate)s
UNION ALL
SELECT ligne, 'code_menage', 'code_fusionne', 'erreur', code_menage
FROM import_brut JOIN registry_menage_ancien USING (code_menage);

-- name: scope
-- Report rows outside the regions of a restricted importer, and their rows without a region.
INSERT INTO import_probleme (ligne, colonne, code, gravite)
SELECT ligne, 'region', CASE WHEN region_id IS NULL THEN 'region_manque' ELSE 'perimetre' END, 'erreur'
FROM import_ligne
WHERE %(regions)s::uuid[] IS NOT NULL AND coalesce(faute, 'courte') = 'courte' AND lieu_code IS DISTINCT FROM 'region_inconnue'
  AND NOT coalesce(region_id = ANY(%(regions)s::uuid[]), %(keeps)s AND region_connue IS NOT NULL AND region_id IS NULL);

-- name: sectors
-- Store the boundaries of the file's secteurs uncompressed: compressed ones would be decompressed for every point.
CREATE TEMP TABLE import_secteur (id uuid, geom geometry) ON COMMIT DROP;
ALTER TABLE import_secteur ALTER COLUMN geom SET STORAGE EXTERNAL;
INSERT INTO import_secteur SELECT id, ST_Force2D(ST_Multi(geom)) FROM geo_secteur
WHERE geom IS NOT NULL AND id IN (SELECT secteur_id FROM import_ligne UNION SELECT secteur_id FROM import_connu);

-- name: outside
-- Select the rows whose household will lie outside its secteur.
CREATE TEMP TABLE import_hors ON COMMIT DROP AS
SELECT ligne FROM (
  SELECT ligne.ligne, coalesce(ligne.geom, connu.geom) AS geom, coalesce(ligne.secteur_id, connu.secteur_id) AS secteur_id
  FROM import_ligne AS ligne LEFT JOIN import_connu AS connu ON connu.id = ligne.connu AND %(keeps)s
  -- Sorted by boundary, so that each is prepared once.
  ORDER BY 3
) AS placed
JOIN import_secteur AS secteur ON secteur.id = placed.secteur_id
WHERE placed.geom IS NOT NULL AND NOT ST_Covers(secteur.geom, placed.geom);

-- name: errors
CREATE TEMP TABLE import_erreur ON COMMIT DROP AS
SELECT DISTINCT ligne FROM import_probleme WHERE gravite = 'erreur' AND ligne IS NOT NULL;

-- name: create_villages
-- Create the unknown tabancas of rows without error, with the commune when the secteur has only one.
INSERT INTO geo_localite (nom, secteur_id, commune_id, source)
SELECT DISTINCT ON (lieu.secteur_id, normalise(lieu.tabanca_tape)) left(lieu.tabanca_tape, 255), lieu.secteur_id,
       (SELECT (array_agg(id))[1] FROM geo_commune AS commune WHERE commune.secteur_id = lieu.secteur_id
        HAVING count(*) = 1), 'import'
FROM import_lieu AS lieu
WHERE lieu.code = 'tabanca_inconnue' AND EXISTS (
  SELECT FROM import_ligne AS ligne WHERE ligne.lieu = lieu.lieu
    AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne)
    AND (ligne.connu IS NULL OR %(overwrites)s))
  -- Another import may have created it since the places were matched.
  AND NOT EXISTS (SELECT FROM geo_localite AS known
                  WHERE known.secteur_id = lieu.secteur_id AND known.nom_normalise = normalise(lieu.tabanca_tape));

-- name: use_new_villages
UPDATE import_ligne AS ligne SET localite_id = localite.id, commune_id = localite.commune_id
FROM import_lieu AS lieu JOIN geo_localite AS localite
  ON localite.secteur_id = lieu.secteur_id AND localite.nom_normalise = normalise(lieu.tabanca_tape)
WHERE lieu.code = 'tabanca_inconnue' AND ligne.lieu = lieu.lieu;

-- name: closed
-- Report known households that the importer may not change: outside their regions, or in a project that accepts no
-- change.
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)
SELECT ligne.ligne, 'code_menage',
       CASE WHEN hidden THEN 'code_pris' ELSE 'projet_ferme' END, 'erreur', connu.code_menage
FROM import_ligne AS ligne JOIN import_connu AS connu ON connu.id = ligne.connu
LEFT JOIN registry_projet AS projet ON projet.id = connu.projet_id,
LATERAL (SELECT NOT coalesce(connu.region_id = ANY(%(regions)s), %(regions)s::uuid[] IS NULL) AS hidden) AS scope
WHERE hidden OR (%(overwrites)s AND (projet.lecture_seule OR NOT projet.actif));

-- name: changed_projects
-- Return the projects of the known households that are written.
SELECT DISTINCT connu.projet_id FROM import_connu AS connu JOIN import_ligne AS ligne ON ligne.connu = connu.id
WHERE connu.projet_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne);

-- name: unscored
-- Report rows that would change the score of a household, by an importer who may not score or in a project without
-- scoring.
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)
SELECT ligne.ligne, CASE WHEN ligne.score_pmt IS NULL THEN 'categorie_pauvrete' ELSE 'score_pmt' END,
       CASE WHEN %(may_score)s THEN 'projet_sans_score' ELSE 'score_sans_droit' END, 'erreur', projet.nom
FROM import_ligne AS ligne
LEFT JOIN import_connu AS connu ON connu.id = ligne.connu
LEFT JOIN registry_projet AS projet ON projet.id = coalesce(%(projet)s::uuid, connu.projet_id) AND NOT projet.peut_scorer
-- Looked up one by one for the few remaining rows, and not at all where the importer may score in every project.
LEFT JOIN LATERAL (SELECT * FROM registry_menage WHERE id = connu.id AND %(keeps)s OFFSET 0) AS menage ON true
WHERE (NOT %(may_score)s OR EXISTS (SELECT FROM registry_projet WHERE NOT peut_scorer))
  AND (NOT %(may_score)s OR projet.id IS NOT NULL) AND (ligne.connu IS NULL OR %(overwrites)s)
  AND (coalesce(ligne.score_pmt <> menage.score_pmt, ligne.score_pmt IS NOT NULL)
       -- The score determines the category, whatever category the file has.
       OR (coalesce(ligne.score_pmt, menage.score_pmt) IS NULL
           AND coalesce(ligne.categorie_pauvrete <> menage.categorie_pauvrete, ligne.categorie_pauvrete IS NOT NULL)));

-- name: lost_members
-- Warn of rows that replace a household with members, which the file cannot restore.
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)
SELECT ligne.ligne, 'code_menage', 'membres_perdus', 'avertissement', membres.n::text
FROM import_ligne AS ligne
JOIN LATERAL (SELECT count(*) AS n FROM registry_membre_menage AS m WHERE m.menage_id = ligne.connu) AS membres ON membres.n > 0
WHERE NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne);

-- name: lost_scores
-- Warn of rows that replace a household with a score, where the file has none.
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur)
SELECT ligne.ligne, 'score_pmt', 'score_perdu', 'avertissement', menage.score_pmt::text
FROM import_ligne AS ligne
JOIN LATERAL (SELECT score_pmt FROM registry_menage WHERE id = ligne.connu OFFSET 0) AS menage ON menage.score_pmt IS NOT NULL
WHERE ligne.score_pmt IS NULL AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne);

-- name: counts
SELECT (SELECT count(*) FROM import_ligne) AS total,
       (SELECT count(*) FROM import_probleme WHERE gravite = 'erreur') AS errors,
       (SELECT count(*) FROM import_probleme WHERE gravite = 'avertissement') AS warnings,
       (SELECT count(*) FROM import_erreur) AS error_rows,
       (SELECT count(*) FROM import_ligne AS ligne WHERE connu IS NOT NULL
          AND NOT EXISTS (SELECT FROM import_erreur AS wrong WHERE wrong.ligne = ligne.ligne)) AS known,
       (SELECT count(DISTINCT code_menage) FROM import_ligne) AS households;

-- name: last
SELECT coalesce(max(rang), 0) AS rang FROM import_ligne;

-- name: found
-- Count what an import found: `connus` are the known households without error.
SELECT (SELECT count(*) FROM import_ligne) AS lignes,
       (SELECT count(*) FROM import_probleme WHERE gravite = 'erreur') AS erreurs,
       (SELECT count(*) FROM import_ligne AS ligne WHERE connu IS NOT NULL
          AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne)) AS connus;

-- name: problems
SELECT coalesce(ligne, 1) AS ligne, colonne, code, valeur, autre FROM import_probleme
WHERE gravite = %(gravite)s ORDER BY ligne NULLS FIRST, colonne, code LIMIT %(limit)s;

-- name: replaced_ids
SELECT ligne.connu, ligne.ligne FROM import_ligne AS ligne WHERE connu IS NOT NULL
  AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne);

-- name: problems_between
SELECT ligne, colonne, code, gravite, valeur, autre FROM import_probleme
WHERE ligne BETWEEN %(first)s AND %(last)s ORDER BY ligne, gravite DESC, colonne, code;

-- name: problems_by_column
SELECT colonne, count(*) AS n FROM import_probleme GROUP BY colonne ORDER BY n DESC, colonne LIMIT 100;
