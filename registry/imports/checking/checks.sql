-- Check the rows of a file of households, over temporary tables: import_raw (the cells as text), import_lieu (distinct
-- places and the areas they match), import_tel (phone numbers that the library parsed), import_connu (households of the
-- file that exist), import_row (the typed rows), import_issue (issues), import_hors (points outside their secteur),
-- import_touche (known households whose head or dwelling differs or is missing), import_change (their changes).

-- name: create_places
-- Select the distinct places of the file and match the region: by code, else by name.
INSERT INTO import_lieu (region_tape, secteur_tape, tabanca_tape, region_id)
SELECT region_tape, secteur_tape, tabanca_tape, region.id
FROM (SELECT DISTINCT coalesce(region, '') AS region_tape, coalesce(secteur, '') AS secteur_tape,
                      coalesce(tabanca, '') AS tabanca_tape FROM import_raw) AS asked
LEFT JOIN LATERAL (
  SELECT id FROM geo_region
  WHERE region_tape <> '' AND (code = region_tape OR code = upper(region_tape) OR nom_normalise = normalise(region_tape))
  ORDER BY (code = region_tape) DESC, (code = upper(region_tape)) DESC, id LIMIT 1
) AS region ON true;

-- name: match_sectors
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

-- name: match_villages
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

-- name: mark_unknown_regions
UPDATE import_lieu SET colonne = 'region', code = 'region_inconnue' WHERE region_tape <> '' AND region_id IS NULL;

-- name: analyse_places
ANALYZE import_lieu;

-- name: create_known
-- Select the households of the file that exist already. The index takes the codes of an array in their order, each
-- once.
CREATE TEMP TABLE import_connu ON COMMIT DROP AS
SELECT id, code_menage, region_id, secteur_id, localite_id, projet_id, campagne_id, geom
FROM registry_menage WHERE code_menage = ANY (ARRAY(SELECT code_menage FROM import_raw));
ANALYZE import_connu;

-- name: create_known_locked
-- Select them with the stored values to compare. Those visible to the importer are locked, always in the same order, so
-- that two imports of the same households wait and never deadlock. Households of other regions are selected without a
-- lock.
CREATE TEMP TABLE import_connu ON COMMIT DROP AS
WITH locked AS (
  SELECT id, code_menage, region_id, secteur_id, localite_id, projet_id, campagne_id, geom{stored}
  FROM registry_menage
  WHERE code_menage = ANY (ARRAY(SELECT code_menage FROM import_raw))
    AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s::uuid[]))
  ORDER BY id FOR UPDATE)
SELECT * FROM locked
UNION ALL
SELECT id, code_menage, region_id, secteur_id, localite_id, projet_id, campagne_id, geom{stored}
FROM registry_menage
WHERE code_menage = ANY (ARRAY(SELECT code_menage FROM import_raw WHERE %(regions)s::uuid[] IS NOT NULL))
  AND (region_id IS NULL OR region_id <> ALL(%(regions)s::uuid[]));
ANALYZE import_connu;

-- name: create_rows
-- Create import_row: each row typed, with its area, point, existing household and whether it is suspect. All conditions
-- of issues are evaluated here at once, so that only suspect rows are examined in detail.
CREATE TEMP TABLE import_row ON COMMIT DROP AS
SELECT ligne, faute, connu, region_connue, lieu, lieu_colonne, lieu_code, {levels}, {stored}, false AS refuse,
       coalesce({suspect}, false) AS suspect,
       CASE WHEN latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180
            THEN ST_SetSRID(ST_MakePoint(round(longitude, 6), round(latitude, 6)), 4326) END AS geom,
       -- Neighbours together: their index entries lie together, and so do they on disk.
       row_number() OVER near AS rang,
       -- One UUIDv7 whose last 32 bits count the rows: a random one for each would cost a tenth of all this.
       (left(%(base)s, 28) || lpad(to_hex(row_number() OVER near), 8, '0'))::uuid AS nouveau
FROM (
  SELECT b.ligne, b.faute, b.connu, b.region_connue, b.lieu, b.lieu_colonne, b.lieu_code, b.voisins, {values},
         {typed_levels}, {texts}
  FROM (
    SELECT s.ligne, s.faute, {cells}, {plain_integers} AS entiers, {plain_decimals} AS decimaux,
           connu.id AS connu, connu.region_id AS region_connue, lieu.lieu, lieu.colonne AS lieu_colonne,
           lieu.code AS lieu_code, lieu.voisins, {place_levels}
    FROM import_raw AS s
    LEFT JOIN import_connu AS connu ON connu.code_menage = s.code_menage
    LEFT JOIN (
      -- Places are put in order, not rows: they are few.
      SELECT *, dense_rank() OVER (ORDER BY region_id, secteur_id, localite_id) AS voisins FROM import_lieu
    ) AS lieu ON lieu.region_tape = coalesce(s.region, '')
      AND lieu.secteur_tape = coalesce(s.secteur, '') AND lieu.tabanca_tape = coalesce(s.tabanca, '')
    OFFSET 0
  ) AS b OFFSET 0
) AS t
WINDOW near AS (ORDER BY voisins, code_menage COLLATE "C");
ANALYZE import_row (ligne, rang, connu, region_id, lieu_code, suspect);

-- name: record_row_issues
-- Record the issues of the suspect rows. A row broken as a whole has only that issue.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT t.ligne, found.colonne, found.code, found.code <> 'courte' AND found.grave,
       jsonb_build_object('value', left(found.valeur, 60))
FROM (SELECT l.*, {texts} FROM import_row AS l JOIN import_raw AS b ON b.ligne = l.ligne WHERE l.suspect) AS t,
LATERAL (VALUES {conditions}) AS found (holds, colonne, code, grave, valeur)
WHERE found.holds AND (t.faute IS NULL OR t.faute = 'courte' OR found.code = t.faute);

-- name: record_damaged_identifiers
-- Record the first issue that holds of the identifiers that match a pattern.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne, '{column}', code, CASE {severities} END, jsonb_build_object('value', left(cell, 60))
FROM (SELECT ligne, {column} AS cell FROM import_row
      WHERE {unknown}{column} ~ %(odd)s AND coalesce(faute, 'courte') = 'courte' OFFSET 0) AS odd,
LATERAL (SELECT CASE {codes} END AS code) AS found WHERE code IS NOT NULL;

-- name: record_outside
-- Report points outside their secteur; a point with a fault of its own, or outside the country, has only that issue.
INSERT INTO import_issue (ligne, colonne, code, grave)
SELECT ligne, 'latitude', 'hors_secteur', false FROM import_hors AS hors
WHERE NOT EXISTS (SELECT FROM import_issue AS issue WHERE issue.ligne = hors.ligne AND issue.code = ANY (%(faults)s));

-- name: record_lost_places
-- Where the region is unknown, its secteur and tabanca are looked up in all regions: what exists nowhere is reported in
-- the same pass.
WITH lost AS (SELECT * FROM import_lieu WHERE code = 'region_inconnue'),
found AS (
  SELECT lieu, 'secteur' AS colonne, 'secteur_inconnu' AS code, true AS grave, secteur_tape AS tape FROM lost
  WHERE secteur_tape <> '' AND NOT EXISTS (
    SELECT FROM geo_secteur WHERE code IN (secteur_tape, upper(secteur_tape)) OR nom_normalise = normalise(secteur_tape))
  UNION ALL
  SELECT lieu, 'tabanca', 'tabanca_nulle_part', false, tabanca_tape FROM lost
  WHERE tabanca_tape <> '' AND NOT EXISTS (
    SELECT FROM geo_localite WHERE code IN (tabanca_tape, upper(tabanca_tape)) OR nom_normalise = normalise(tabanca_tape)))
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne.ligne, found.colonne, found.code, found.grave, jsonb_build_object('value', left(found.tape, 60))
FROM found JOIN import_row AS ligne ON ligne.lieu = found.lieu AND coalesce(ligne.faute, 'courte') = 'courte';

-- name: propose_regions
-- Name the region of the secteur that stands beside an unknown region, where only one region has it.
WITH asked AS (
  SELECT lieu, min(secteur.nom) AS secteur, min(region.nom) AS region
  FROM import_lieu AS lieu
  JOIN geo_secteur AS secteur ON secteur.code IN (lieu.secteur_tape, upper(lieu.secteur_tape))
    OR secteur.nom_normalise = normalise(lieu.secteur_tape)
  JOIN geo_region AS region ON region.id = secteur.region_id
  WHERE lieu.code = 'region_inconnue' AND lieu.secteur_tape <> ''
  GROUP BY lieu HAVING count(DISTINCT region.id) = 1
)
UPDATE import_issue AS issue
SET code = 'region_du_secteur',
    details = issue.details || jsonb_build_object('other', asked.secteur, 'region', asked.region)
FROM import_row AS ligne JOIN asked ON asked.lieu = ligne.lieu
WHERE issue.ligne = ligne.ligne AND issue.code = 'region_inconnue';

-- name: choose_namesakes
-- Decide between namesake tabancas. Take the one nearest to the position, if it is near and the others are at least
-- twice as far, and all have a position; else the one where the household is known to live.
UPDATE import_row AS ligne
SET region_id = secteur.region_id, secteur_id = village.secteur_id, commune_id = village.commune_id,
    localite_id = village.id, lieu_code = CASE WHEN found.near THEN 'tabanca_proche' END
FROM (
  SELECT asked.ligne, next_one.id IS NOT NULL AS near,
         coalesce(next_one.id, CASE WHEN connu.localite_id = ANY (lieu.candidats) THEN connu.localite_id END) AS id
  FROM import_row AS asked
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
UPDATE import_row AS ligne
SET region_id = coalesce(
  (SELECT id FROM geo_region AS region WHERE ST_Covers(region.geom, ligne.geom) ORDER BY id LIMIT 1), %(default)s::uuid)
WHERE region_id IS NULL AND lieu_code IS NULL AND (region_connue IS NULL OR NOT %(keeps)s);

-- name: record_duplicate_codes
-- Report codes that occur twice, in the later lines, and codes of households that were merged into another: importing
-- them would create the duplicate again.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne, 'code_menage', 'code_double', true, jsonb_build_object('value', code_menage, 'other', premiere)
FROM (SELECT code_menage, min(ligne) AS premiere FROM import_raw
      WHERE code_menage IS NOT NULL GROUP BY code_menage HAVING count(*) > 1) AS twin
JOIN import_raw USING (code_menage) WHERE ligne > premiere AND code_menage !~ %(rate)s
UNION ALL
SELECT ligne, 'code_menage', 'code_fusionne', true, jsonb_build_object('value', code_menage)
FROM import_raw JOIN registry_menage_ancien USING (code_menage);

-- name: record_out_of_scope
-- Report rows outside the regions of a restricted importer, and their rows without a region.
INSERT INTO import_issue (ligne, colonne, code, grave)
SELECT ligne, 'region', CASE WHEN region_id IS NULL THEN 'region_manque' ELSE 'perimetre' END, true
FROM import_row
WHERE %(regions)s::uuid[] IS NOT NULL AND coalesce(faute, 'courte') = 'courte' AND lieu_code IS DISTINCT FROM 'region_inconnue'
  AND NOT coalesce(region_id = ANY(%(regions)s::uuid[]), %(keeps)s AND region_connue IS NOT NULL AND region_id IS NULL);

-- name: create_sectors
-- Store the boundaries of the file's secteurs uncompressed: compressed ones would be decompressed for every point.
CREATE TEMP TABLE import_secteur (id uuid, geom geometry) ON COMMIT DROP;
ALTER TABLE import_secteur ALTER COLUMN geom SET STORAGE EXTERNAL;
INSERT INTO import_secteur SELECT id, ST_Force2D(ST_Multi(geom)) FROM geo_secteur
WHERE geom IS NOT NULL AND id IN (SELECT secteur_id FROM import_row UNION SELECT secteur_id FROM import_connu);

-- name: create_outside
-- Select the rows whose household will lie outside its secteur.
CREATE TEMP TABLE import_hors ON COMMIT DROP AS
SELECT ligne FROM (
  SELECT ligne.ligne, coalesce(ligne.geom, connu.geom) AS geom, coalesce(ligne.secteur_id, connu.secteur_id) AS secteur_id
  FROM import_row AS ligne LEFT JOIN import_connu AS connu ON connu.id = ligne.connu AND %(keeps)s
  -- Sorted by boundary, so that each is prepared once.
  ORDER BY 3
) AS placed
JOIN import_secteur AS secteur ON secteur.id = placed.secteur_id
WHERE placed.geom IS NOT NULL AND NOT ST_Covers(secteur.geom, placed.geom);

-- name: record_closed
-- Report known households that the importer may not change: outside their regions, or in a project that accepts no
-- change.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne.ligne, 'code_menage',
       CASE WHEN hidden THEN 'code_pris' ELSE 'projet_ferme' END, true,
       jsonb_build_object('value', connu.code_menage)
FROM import_row AS ligne JOIN import_connu AS connu ON connu.id = ligne.connu
LEFT JOIN registry_projet AS projet ON projet.id = connu.projet_id,
LATERAL (SELECT NOT coalesce(connu.region_id = ANY(%(regions)s), %(regions)s::uuid[] IS NULL) AS hidden) AS scope
WHERE hidden OR (%(overwrites)s AND (projet.lecture_seule OR NOT projet.actif));

-- name: record_forbidden_scores
-- Report rows that would change the score of a household, by an importer who may not score or in a project without
-- scoring.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne.ligne, CASE WHEN ligne.score_pmt IS NULL THEN 'categorie_pauvrete' ELSE 'score_pmt' END,
       CASE WHEN %(may_score)s THEN 'projet_sans_score' ELSE 'score_sans_droit' END, true,
       jsonb_build_object('value', projet.nom)
FROM import_row AS ligne
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

-- name: record_lost_members
-- Warn of rows that replace a household with members, which the file cannot restore.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne.ligne, 'code_menage', 'membres_perdus', false, jsonb_build_object('value', membres.n::text)
FROM import_row AS ligne
JOIN LATERAL (SELECT count(*) AS n FROM registry_membre_menage AS m WHERE m.menage_id = ligne.connu) AS membres ON membres.n > 0
WHERE NOT ligne.refuse;

-- name: record_lost_scores
-- Warn of rows that replace a household with a score, where the file has none.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne.ligne, 'score_pmt', 'score_perdu', false, jsonb_build_object('value', menage.score_pmt::text)
FROM import_row AS ligne
JOIN LATERAL (SELECT score_pmt FROM registry_menage WHERE id = ligne.connu OFFSET 0) AS menage ON menage.score_pmt IS NOT NULL
WHERE ligne.score_pmt IS NULL AND NOT ligne.refuse;

-- name: count_rows
SELECT (SELECT count(*) FROM import_row) AS total,
       (SELECT count(*) FROM import_row WHERE refuse) AS error_rows,
       (SELECT count(*) FROM import_row AS ligne WHERE connu IS NOT NULL
          AND NOT ligne.refuse) AS known,
       (SELECT count(*) FROM import_row WHERE connu IS NOT NULL AND refuse) AS known_errors,
       (SELECT count(DISTINCT id) FROM import_touche) AS changed,
       (SELECT count(DISTINCT code_menage) + count(*) FILTER (WHERE code_menage IS NULL AND NOT refuse)
        FROM import_row) AS households;

-- name: list_replaced
SELECT ligne.connu, ligne.ligne FROM import_row AS ligne WHERE connu IS NOT NULL
  AND NOT ligne.refuse;

-- name: record_repeated
-- Report new households that have the head, the locality and the telephone of a registered household in sight, under
-- another code. One that differs by case alone is reported as that (likeness.sql).
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT DISTINCT ON (ligne.ligne) ligne.ligne, 'code_menage', 'menage_repete', false,
  jsonb_build_object('value', ligne.nom_complet_chef, 'other', menage.code_menage)
FROM import_row AS ligne
JOIN registry_chef_menage AS chef ON chef.telephone = ligne.telephone_chef
JOIN registry_menage AS menage ON menage.id = chef.menage_id AND menage.localite_id = ligne.localite_id
WHERE ligne.connu IS NULL AND coalesce(ligne.faute, 'courte') = 'courte'
  AND normalise(chef.nom_complet) = normalise(ligne.nom_complet_chef)
  AND upper(menage.code_menage) IS DISTINCT FROM upper(ligne.code_menage)
  AND (%(regions)s::uuid[] IS NULL OR menage.region_id = ANY(%(regions)s::uuid[]))
ORDER BY ligne.ligne, menage.code_menage;

-- name: record_identical
-- Report rows without a code whose cells all equal those of an earlier one: the household would be created twice.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne, NULL, 'ligne_identique', false, jsonb_build_object('other', premiere::text)
FROM (SELECT ligne, min(ligne) OVER (PARTITION BY {cells}) AS premiere FROM import_raw
      WHERE code_menage IS NULL AND faute IS NULL) AS twin
WHERE ligne > premiere;

-- name: record_alike
-- Warn of new households that have the head, the place and the telephone of an earlier row, where the rows differ.
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne, 'telephone_chef', 'ligne_semblable', false,
       jsonb_build_object('value', nom_complet_chef, 'other', premiere::text)
FROM (
  SELECT ligne.ligne, ligne.nom_complet_chef,
         min(ligne.ligne) OVER (
           PARTITION BY telephone_chef, coalesce(ligne.localite_id::text, ligne.lieu::text),
                        normalise(ligne.nom_complet_chef)) AS premiere
  FROM import_row AS ligne JOIN (
    SELECT telephone_chef FROM import_row
    WHERE telephone_chef IS NOT NULL AND nom_complet_chef IS NOT NULL GROUP BY telephone_chef HAVING count(*) > 1
  ) AS shared USING (telephone_chef)
  WHERE ligne.connu IS NULL AND ligne.nom_complet_chef IS NOT NULL
    AND coalesce(ligne.faute, 'courte') = 'courte'
) AS twin
WHERE ligne > premiere AND NOT EXISTS (
  SELECT FROM import_issue AS known
  WHERE known.ligne = twin.ligne AND known.code IN ('ligne_identique', 'code_double'));

-- name: settle_issues
-- Give the issues of a question the code of its answer; those of rows that are left out become errors.
UPDATE import_issue SET code = code || '_' || %(answer)s, grave = %(answer)s = %(left_out)s WHERE code = %(question)s;

-- name: leave_example_out
-- The example row of the template, left in a file that was filled in, is no household.
WITH example AS (
  UPDATE import_row SET refuse = true WHERE code_menage = %(example)s AND NOT refuse RETURNING ligne
)
INSERT INTO import_issue (ligne, colonne, code, grave, details)
SELECT ligne, 'code_menage', 'exemple', false, jsonb_build_object('value', %(example)s::text) FROM example;

-- name: list_known
-- The first known households of the file, by line; of an update also whether it would change them.
SELECT ligne, code_menage AS code,
       CASE WHEN %(is_update)s THEN connu IN (SELECT id FROM import_touche) END AS modifie
FROM import_row WHERE connu IS NOT NULL AND NOT refuse ORDER BY ligne LIMIT %(most)s;
