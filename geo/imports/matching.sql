-- name: match_source
-- The same source delivered this row before.
UPDATE import_row r SET cible = t.id, par = 'source' FROM {table} t
WHERE NOT r.refuse AND t.source = %(source)s AND t.source_id = r.source_id

-- name: match_code
-- The same code; but not a unit that the same source knows under another identifier.
UPDATE import_row r SET cible = t.id, par = 'code' FROM {table} t
WHERE NOT r.refuse AND r.cible IS NULL AND t.code = r.code
  AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)

-- name: match_area_names
-- The same name: in the same parent, or the only unit of that name when the parent is unknown or the row has a boundary
-- to compare.
WITH pairs AS (
  SELECT r.ligne, t.id, {same_parent} AS meme, {parent_r} IS NOT NULL AS parent_connu,
    count(*) OVER (PARTITION BY r.ligne) AS n
  FROM import_row r JOIN {table} t ON pg_temp.cle_aire(t.nom) = r.cle
  WHERE NOT r.refuse AND r.cible IS NULL
    AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = t.id)
    AND ({same_parent} OR ({bounded} AND r.geom IS NOT NULL))
), best AS (
  SELECT DISTINCT ON (ligne) ligne, id FROM pairs WHERE n = 1 OR (meme AND parent_connu) ORDER BY ligne, meme DESC, id
)
UPDATE import_row r SET cible = best.id, par = 'nom' FROM best WHERE best.ligne = r.ligne

-- name: measure_overlaps
-- The overlap of a row and a known unit as shares of the smaller one (part), of the row (dans) and of the unit (tient):
-- for each matched pair, for every unmatched row with the units whose bounding boxes it touches, and for every other
-- row with the units that it may contain.
CREATE TEMP TABLE import_overlap ON COMMIT DROP AS
SELECT r.ligne, t.id, t.nom, commun / nullif(least(ST_Area(t.geom), ST_Area(r.geom)), 0) AS part,
  commun / nullif(ST_Area(r.geom), 0) AS dans, commun / nullif(ST_Area(t.geom), 0) AS tient
FROM import_row r JOIN {table} t ON t.id = r.cible OR t.geom @ r.geom OR (r.cible IS NULL AND t.geom && r.geom)
CROSS JOIN LATERAL (SELECT CASE WHEN t.geom = r.geom THEN ST_Area(r.geom)
  ELSE ST_Area(ST_Intersection(ST_MakeValid(t.geom), r.geom)) END AS commun) AS shared
WHERE NOT r.refuse AND r.geom IS NOT NULL AND t.geom IS NOT NULL

-- name: find_moved
-- A unit matched by id, code or name is that unit wherever the file draws it: coastlines differ by source, and limits
-- are redrawn. A small overlap with the known boundary is a warning. It is an error below a `min_overlap` that the
-- caller gave, and for a match by name alone of a unit with another parent: several units may have one name.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT ligne, grave, 'geom',
  CASE WHEN %(overlap_exige)s THEN 'deplace' WHEN grave THEN 'autre_unite' ELSE 'redessine' END,
  jsonb_build_object('connu', nom, 'part', round((100 * part)::numeric))
FROM (SELECT r.ligne, t.nom, coalesce(o.part, 0) AS part,
        %(overlap_exige)s OR (r.par = 'nom' AND NOT {same_parent}) AS grave
      FROM import_row r JOIN import_overlap o ON o.ligne = r.ligne AND o.id = r.cible JOIN {table} t ON t.id = r.cible
      WHERE NOT r.refuse AND NOT %(garde_geom)s) AS known
WHERE part < %(min_overlap)s

-- name: find_foreign_regions
-- Regions of a file that shares no area with the known regions: they belong to another country.
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT r.ligne, NOT %(hors_admis)s, 'geom', CASE WHEN %(hors_admis)s THEN 'autre_pays_admis' ELSE 'autre_pays' END
FROM import_row r
WHERE NOT r.refuse AND r.geom IS NOT NULL AND r.par IS DISTINCT FROM 'source'
  AND EXISTS (SELECT FROM geo_region WHERE geom IS NOT NULL)
  AND NOT EXISTS (SELECT FROM import_overlap WHERE part >= 0.1)
  AND NOT EXISTS (SELECT FROM import_row x JOIN geo_region t ON t.id = x.cible WHERE x.par = 'source')

-- name: find_area_candidates
-- For unmatched rows: the units that share most of their area, or have a similar name where no boundary contradicts it.
-- A unit that another row of the file matches, or whose name another row has, is no candidate.
CREATE TEMP TABLE import_candidate ON COMMIT DROP AS
WITH named AS (
  SELECT cle, min(ligne) AS premiere, max(ligne) AS derniere FROM import_row WHERE cible IS NULL GROUP BY cle
), free AS (
  SELECT t.*, pg_temp.cle_aire(t.nom) AS cle FROM {table} t WHERE NOT EXISTS (SELECT FROM import_row x WHERE x.cible = t.id)
), pairs AS (
  SELECT r.ligne, t.id, t.nom, similarity(t.cle, r.cle) AS sim, o.part,
    (r.geom IS NULL OR {target_geom} IS NULL) AS sans_forme
  FROM import_row r CROSS JOIN free t LEFT JOIN import_overlap o ON o.ligne = r.ligne AND o.id = t.id
  LEFT JOIN named n ON n.cle = t.cle
  WHERE NOT r.refuse AND r.cible IS NULL
    AND (n.cle IS NULL OR (n.premiere = r.ligne AND n.derniere = r.ligne))
    AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)
    AND ({parent_r} IS NULL OR o.part > 0 OR {same_parent})
)
SELECT ligne, id, nom, sim, coalesce(part, 0) AS part, NULL::double precision AS metres, coalesce(part, 0) + sim AS note,
  false AS choisi
FROM pairs WHERE part >= 0.5 OR (sim >= %(proposition)s AND (sans_forme OR part >= 0.1))

-- name: choose_candidates
-- One round: choose the pairs that are each other's best. The next round chooses among the rest, until a round finds
-- none.
WITH open AS (
  SELECT c.ligne, c.id, row_number() OVER (PARTITION BY c.ligne ORDER BY c.note DESC, c.id) AS du_rang,
    row_number() OVER (PARTITION BY c.id ORDER BY c.note DESC, c.ligne) AS au_rang
  FROM import_candidate c
  WHERE NOT EXISTS (SELECT FROM import_candidate x WHERE x.choisi AND (x.ligne = c.ligne OR x.id = c.id))
), chosen AS (
  UPDATE import_candidate c SET choisi = true FROM open o
  WHERE o.ligne = c.ligne AND o.id = c.id AND o.du_rang = 1 AND o.au_rang = 1 RETURNING 1
)
SELECT count(*) AS chosen FROM chosen

-- name: judge_area_candidates
-- Accept a candidate when the caller's thresholds allow it, else report an error that names it.
WITH judged AS (
  SELECT *, CASE WHEN sim >= %(fuzzy)s THEN 'approche' WHEN part >= %(overlap)s THEN 'recouvrement' ELSE 'ressemble' END AS code
  FROM import_candidate WHERE choisi
), reported AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, code = 'ressemble', 'nom', code, jsonb_build_object(
    'connu', nom, 'sim', round(sim::numeric, 2), 'part', round((100 * part)::numeric)) FROM judged)
UPDATE import_row r SET cible = j.id, par = j.code FROM judged j WHERE j.ligne = r.ligne AND j.code <> 'ressemble'

-- name: find_nested_areas
-- New units inside a known unit of their own level, or around one: usually units of the level below or above.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, NOT %(dedans_admis)s, 'geom', CASE WHEN o.dans >= 0.8 THEN 'dedans' ELSE 'autour' END
    || CASE WHEN %(dedans_admis)s THEN '_admis' ELSE '' END, jsonb_build_object('connu', o.nom)
FROM import_row r
CROSS JOIN LATERAL (SELECT nom, dans FROM import_overlap o WHERE o.ligne = r.ligne AND greatest(o.dans, o.tient) >= 0.8
                    ORDER BY greatest(o.dans, o.tient) DESC, o.id LIMIT 1) AS o
WHERE NOT r.refuse AND r.cible IS NULL

-- name: find_shrunk_areas
-- A known unit that contains such rows and that the file would shrink, matched by name or code: usually its capital's
-- unit of the level below, which has the same name.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'geom', 'partage', jsonb_build_object('connu', o.nom, 'part', round((100 * o.tient)::numeric))
FROM import_row r JOIN import_overlap o ON o.ligne = r.ligne AND o.id = r.cible
WHERE NOT r.refuse AND NOT %(dedans_admis)s AND NOT %(garde_geom)s AND o.tient < 0.8
  AND EXISTS (SELECT FROM import_overlap n JOIN import_row x USING (ligne)
              JOIN import_issue i ON i.ligne = x.ligne AND i.code = 'dedans' WHERE n.id = r.cible AND n.dans >= 0.8)

-- name: find_grown_areas
-- A known unit that the file would extend over others, matched by name or code: usually the unit of the level above
-- with the same name.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'geom', 'absorbe', jsonb_build_object('connu', own.nom, 'autre', other.nom)
FROM import_row r JOIN import_overlap own ON own.ligne = r.ligne AND own.id = r.cible
CROSS JOIN LATERAL (SELECT nom FROM import_overlap o WHERE o.ligne = r.ligne AND o.id <> r.cible AND o.tient >= 0.8
                    ORDER BY o.tient DESC, o.id LIMIT 1) AS other
WHERE NOT r.refuse AND NOT %(dedans_admis)s AND NOT %(garde_geom)s AND own.dans < 0.8

-- name: find_level_names
-- New units of which many have names of another level: a warning. Where most do, the file is of that level and is
-- refused as a whole. A unit may have the name of the one that contains it, when it is only a part of it.
WITH known AS MATERIALIZED (
  SELECT pg_temp.cle_aire(nom) AS cle,
    (array_agg(niveau ORDER BY array_position(ARRAY['secteur', 'region', 'commune'], niveau)))[1] AS niveau
  FROM (SELECT 'region' AS niveau, nom FROM geo_region UNION ALL SELECT 'secteur', nom FROM geo_secteur
        UNION ALL SELECT 'commune', nom FROM geo_commune) AS units
  WHERE niveau <> %(niveau)s GROUP BY 1
), fresh AS (
  SELECT r.ligne, r.nom, known.niveau FROM import_row r
  LEFT JOIN known ON known.cle = r.cle AND NOT EXISTS (
    SELECT FROM (SELECT nom, geom FROM geo_region WHERE id = r.region_id
                 UNION ALL SELECT nom, geom FROM geo_secteur WHERE id = r.secteur_id) AS above
    WHERE pg_temp.cle_aire(above.nom) = r.cle AND coalesce(ST_Area(r.geom) < 0.8 * ST_Area(above.geom), true))
  WHERE NOT r.refuse AND r.cible IS NULL
), judged AS (
  SELECT min(ligne) FILTER (WHERE niveau IS NOT NULL) AS premiere,
    NOT %(dedans_admis)s AND 2 * count(niveau) > count(*) AS grave,
    jsonb_build_object('n', count(niveau), 'total', count(*), 'niveau', mode() WITHIN GROUP (ORDER BY niveau),
      'valeur', (array_agg(nom ORDER BY ligne) FILTER (WHERE niveau IS NOT NULL))[1]) AS details
  FROM fresh HAVING count(niveau) >= 2 AND 2 * count(niveau) >= count(*)
)
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT coalesce(r.ligne, premiere), grave, 'nom', CASE WHEN grave THEN 'fichier_niveau' ELSE 'autre_niveau' END, details
FROM judged LEFT JOIN import_row r ON grave AND NOT r.refuse

-- name: find_wrong_file
-- The remaining rows of a file whose units are mostly refused as those of another level or country: known units of the
-- same name would get wrong boundaries.
WITH wrong AS (
  SELECT count(DISTINCT ligne) AS n, bool_or(code NOT IN ('hors_pays_surface', 'autre_pays')) AS niveau,
    bool_or(code IN ('hors_pays_surface', 'autre_pays')) AS pays
  FROM import_issue i
  WHERE grave AND (code IN ('dedans', 'autour', 'partage', 'absorbe', 'hors_pays_surface', 'autre_pays')
    OR (code = 'ressemble' AND EXISTS (
      SELECT FROM import_overlap o WHERE o.ligne = i.ligne AND (o.dans >= 0.8) <> (o.tient >= 0.8))))
), rest AS (
  SELECT ligne, count(*) OVER () AS n FROM import_row WHERE NOT refuse
)
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT rest.ligne, true, 'geom', CASE WHEN pays AND niveau THEN 'reste' WHEN pays THEN 'reste_pays' ELSE 'reste_niveau' END,
  jsonb_build_object('n', wrong.n, 'total', wrong.n + rest.n)
FROM rest JOIN wrong ON wrong.n > rest.n

-- name: match_near
-- The nearest unit of the same name within the distance.
UPDATE import_row r SET cible = found.id, par = 'nom'
FROM (SELECT r.ligne, near.id FROM import_row r
      CROSS JOIN LATERAL (
        SELECT t.id, ST_DistanceSphere(t.geom, r.geom) AS metres FROM {table} t
        WHERE t.geom && ST_Expand(r.geom, %(near)s / (111320 * cos(radians(least(abs(ST_Y(r.geom)), 80)))), %(near)s / 110000.0)
          AND {target_key} = r.cle
          AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)
        ORDER BY t.geom <-> r.geom, t.id LIMIT 1) AS near
      WHERE NOT r.refuse AND r.cible IS NULL AND r.geom IS NOT NULL
        AND near.metres <= CASE WHEN r.anonyme THEN 5 ELSE %(near)s END
        AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = near.id)) AS found
WHERE found.ligne = r.ligne

-- name: match_unplaced
-- Where the row or the unit has no reliable position: the only locality of that name in the secteur.
UPDATE import_row r SET cible = found.id, par = 'nom'
FROM (SELECT r.ligne, (array_agg(t.id))[1] AS id FROM import_row r JOIN geo_localite t
        ON t.secteur_id = r.secteur_id AND {target_key} = r.cle
      WHERE NOT r.refuse AND r.cible IS NULL AND (r.geom IS NULL OR NOT r.position_sure OR t.geom IS NULL)
        AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)
        AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = t.id)
      GROUP BY r.ligne HAVING count(*) = 1) AS found
WHERE found.ligne = r.ligne

-- name: find_place_candidates
-- A similar name near by, of a unit that no other row of the file matches.
CREATE TEMP TABLE import_candidate ON COMMIT DROP AS
SELECT r.ligne, near.*, 0::double precision AS part, near.sim AS note, false AS choisi FROM import_row r
CROSS JOIN LATERAL (
  SELECT t.id, t.nom, similarity({target_key}, r.cle) AS sim, ST_DistanceSphere(t.geom, r.geom) AS metres
  FROM {table} t
  WHERE t.geom && ST_Expand(r.geom, %(same)s / (111320 * cos(radians(least(abs(ST_Y(r.geom)), 80)))), %(same)s / 110000.0)
    AND t.source <> %(source)s) AS near
WHERE NOT r.refuse AND NOT r.anonyme AND r.cible IS NULL AND r.geom IS NOT NULL
  AND near.metres <= %(same)s AND near.sim >= %(proposition)s
  AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = near.id)

-- name: judge_place_candidates
-- Accept a candidate when the caller's threshold allows it; else it is a warning, and the row is new.
WITH reported AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, false, 'nom', CASE WHEN sim >= %(fuzzy)s THEN 'approche' ELSE 'voisin' END,
    jsonb_build_object('connu', nom, 'sim', round(sim::numeric, 2), 'metres', round(metres)) FROM import_candidate WHERE choisi)
UPDATE import_row r SET cible = c.id, par = 'approche' FROM import_candidate c
WHERE c.choisi AND c.ligne = r.ligne AND c.sim >= %(fuzzy)s

-- name: find_area_twins
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT ligne, true, 'nom', 'doublon', jsonb_build_object('autre', premiere, 'valeur', left(nom, 80))
FROM (SELECT ligne, nom, min(ligne) OVER (PARTITION BY {parent_r}, cle) AS premiere FROM import_row r
      WHERE NOT refuse AND (cible IS NULL OR par <> 'source')) AS twins
WHERE ligne > premiere

-- name: gather_points
-- A separate table for the index: one created on a table that was updated in the same transaction may go unused.
CREATE TEMP TABLE import_point ON COMMIT DROP AS
SELECT ligne, nom, cle, anonyme, par, valeurs ->> 'type' AS type, geom FROM import_row WHERE NOT refuse AND geom IS NOT NULL;
CREATE INDEX ON import_point USING gist (geom);
ANALYZE import_point

-- name: find_place_twins
-- Duplicates in one file: the same name (and type) within a few metres, or the same name without a position in the same
-- secteur. Rows that the same source delivered before under two identifiers are no duplicates.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT b.ligne, true, 'nom', 'doublon', jsonb_build_object('autre', min(a.ligne), 'valeur', left(b.nom, 80))
FROM import_point b
-- OFFSET 0 makes the planner find neighbours by the spatial index first. Joined by name, 4,000 rows "Point d'eau" would
-- be 16 million pairs.
CROSS JOIN LATERAL (
  SELECT * FROM import_point n
  WHERE n.geom && ST_Expand(b.geom, %(same)s / (111320 * cos(radians(least(abs(ST_Y(b.geom)), 80)))), %(same)s / 110000.0)
  OFFSET 0) AS a
WHERE a.ligne < b.ligne AND a.cle = b.cle AND a.type IS NOT DISTINCT FROM b.type
  AND ST_DistanceSphere(a.geom, b.geom) <= CASE WHEN a.anonyme THEN 5 ELSE %(same)s END
  AND NOT (a.par IS NOT DISTINCT FROM 'source' AND b.par IS NOT DISTINCT FROM 'source')
GROUP BY b.ligne, b.nom
UNION ALL
SELECT ligne, true, 'nom', 'doublon', jsonb_build_object('autre', premiere, 'valeur', left(nom, 80))
FROM (SELECT ligne, nom, min(ligne) OVER (PARTITION BY secteur_id, cle) AS premiere FROM import_row
      WHERE NOT refuse AND geom IS NULL) AS unplaced
WHERE ligne > premiere

-- name: find_similar_places
-- New localities whose name equals that of another one in their secteur, or differs by one letter: perhaps the same, or
-- two that are hard to tell apart. Two names differ by one letter when they are equal without it; first letters, digits
-- and the short words that number villages (A, II) do not count.
WITH named AS (
  SELECT ligne, NULL::uuid AS id, nom, secteur_id, cle, cible IS NULL AS neuf FROM import_row
  WHERE NOT refuse AND NOT anonyme AND secteur_id IS NOT NULL
  UNION ALL
  SELECT NULL, t.id, t.nom, t.secteur_id, {target_key}, false FROM geo_localite t
  WHERE t.secteur_id IN (SELECT secteur_id FROM import_row WHERE NOT refuse AND cible IS NULL)
    AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = t.id)
), forms AS (
  SELECT named.*, 0 AS place, cle AS forme FROM named
  UNION ALL
  SELECT n.*, i, overlay(n.cle placing '' FROM i FOR 1) FROM named n CROSS JOIN LATERAL generate_series(1, length(n.cle)) AS i
  WHERE length(n.cle) >= 5 AND i > 1 AND substr(n.cle, i, 1) !~ '[0-9]' AND normalise(n.nom) !~ ' ([a-z]|[ivx]+)$'
), alike AS (
  SELECT DISTINCT ON (a.ligne) a.ligne, b.nom, b.ligne AS autre FROM forms a JOIN forms b USING (secteur_id, forme)
  WHERE a.neuf AND (b.id IS NOT NULL OR b.ligne < a.ligne) AND (a.place = b.place OR a.place = 0 OR b.place = 0)
  ORDER BY a.ligne, a.place + b.place, b.ligne, b.id
)
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT ligne, false, 'nom', CASE WHEN autre IS NULL THEN 'semblable_connu' ELSE 'semblable' END,
  jsonb_build_object('connu', left(nom, 80), 'autre', autre)
FROM alike a WHERE NOT EXISTS (SELECT FROM import_issue i WHERE i.ligne = a.ligne AND i.code = 'voisin')

-- name: find_shared_targets
-- Two rows for one known unit: the more certain match keeps it.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'nom', 'meme_cible', jsonb_build_object('connu', t.nom, 'autre', r.premiere)
FROM (SELECT ligne, cible, first_value(ligne) OVER surest AS premiere FROM import_row WHERE NOT refuse AND cible IS NOT NULL
      WINDOW surest AS (PARTITION BY cible ORDER BY array_position(ARRAY['source', 'code', 'nom', 'approche', 'recouvrement'], par), ligne)
     ) AS r JOIN {table} t ON t.id = r.cible
WHERE r.ligne <> r.premiere

-- name: find_unmatched
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT ligne, true, 'nom', 'inconnu' FROM import_row WHERE NOT refuse AND cible IS NULL

-- name: judge_names
-- A damaged name, or one without its accents, never replaces a known name; a row with a damaged name creates nothing; a
-- code alone does not match a unit of quite another name.
WITH kept AS (
  SELECT r.ligne, r.par, r.nom AS valeur, t.nom AS connu, CASE
    WHEN r.douteux AND r.cible IS NULL THEN 'nom_douteux'
    WHEN r.douteux AND t.nom <> r.nom THEN 'nom_garde'
    WHEN r.cible IS NOT NULL AND normalise(t.nom) = normalise(r.nom) AND t.nom ~ '[^\u0001-\u007F]' AND r.nom !~ '[^\u0001-\u007F]'
      THEN 'nom_sans_accents'
    WHEN r.par IN ('source', 'code') AND similarity({target_key}, r.cle) < 0.3 AND NOT r.anonyme THEN 'autre_nom' END AS code
  FROM import_row r LEFT JOIN {table} t ON t.id = r.cible WHERE NOT r.refuse
), reported AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, code = 'nom_douteux' OR (code = 'autre_nom' AND par = 'code' AND NOT %(remplace_noms)s), 'nom', code,
    jsonb_build_object('valeur', left(valeur, 80), 'connu', connu)
  FROM kept WHERE code IS NOT NULL AND (code <> 'nom_sans_accents' OR %(remplace_noms)s))
UPDATE import_row r SET garde_nom = true FROM kept
WHERE kept.ligne = r.ligne AND kept.code IN ('nom_garde', 'nom_sans_accents')

-- name: find_unsure_positions
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT r.ligne, false, 'geom', 'position_gardee' FROM import_row r JOIN {table} t ON t.id = r.cible
WHERE NOT r.refuse AND NOT r.position_sure AND t.source <> %(source)s AND t.geom IS NOT NULL AND NOT (t.geom = r.geom)

-- name: find_taken_codes
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'code', 'code_pris', jsonb_build_object('valeur', r.code, 'connu', t.nom)
FROM import_row r JOIN {table} t ON t.code = r.code AND t.id IS DISTINCT FROM r.cible
WHERE NOT r.refuse AND (r.cible IS NULL OR %(remplace_codes)s
  OR EXISTS (SELECT FROM {table} k WHERE k.id = r.cible AND (k.source = %(source)s OR k.code IS NULL)))

-- name: known_codes
SELECT code FROM geo_region UNION SELECT code FROM import_row WHERE code IS NOT NULL AND NOT refuse

-- name: regions_without_code
SELECT ligne, nom FROM import_row WHERE NOT refuse AND cible IS NULL AND code IS NULL ORDER BY cle, ligne

-- name: give_region_codes
UPDATE import_row r SET code = given.code FROM jsonb_to_recordset(%(codes)s::jsonb) AS given (ligne integer, code text)
WHERE given.ligne = r.ligne

-- name: give_codes
-- The region's code and a number after the highest one in use: existing codes never change.
WITH used AS (
  SELECT code FROM {table} WHERE code IS NOT NULL UNION SELECT code FROM import_row WHERE code IS NOT NULL AND NOT refuse
), bare AS (
  SELECT r.ligne, g.code AS prefixe, row_number() OVER (PARTITION BY g.id ORDER BY r.cle, r.ligne) AS rang
  FROM import_row r JOIN geo_region g ON g.id = r.region_id WHERE NOT r.refuse AND r.cible IS NULL AND r.code IS NULL
), last AS (
  SELECT p.prefixe, coalesce(max(substring(u.code FROM length(p.prefixe) + 1)::integer), 0) AS numero
  FROM (SELECT DISTINCT prefixe FROM bare) AS p
  LEFT JOIN used u ON starts_with(u.code, p.prefixe) AND substring(u.code FROM length(p.prefixe) + 1) ~ '^[0-9]{{1,8}}$'
  GROUP BY p.prefixe
)
UPDATE import_row r
SET code = b.prefixe || lpad((l.numero + b.rang)::text, greatest(%(chiffres)s, length((l.numero + b.rang)::text)), '0')
FROM bare b JOIN last l USING (prefixe) WHERE b.ligne = r.ligne

-- name: no_overlaps
CREATE TEMP TABLE import_overlap (
  ligne integer, id uuid, nom text, part double precision, dans double precision, tient double precision) ON COMMIT DROP
