-- name: match_source
-- The same source told of this row before.
UPDATE import_row r SET cible = t.id, par = 'source' FROM <<table>> t
WHERE NOT r.refuse AND t.source = %(source)s AND t.source_id = r.source_id

-- name: match_code
-- The same code; never a row that the same source knows under another identifier.
UPDATE import_row r SET cible = t.id, par = 'code' FROM <<table>> t
WHERE NOT r.refuse AND r.cible IS NULL AND t.code = r.code
  AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)

-- name: match_area_names
-- The same name: in the same parent, or the only one of that name when the row does not know its parent or has a
-- boundary to be judged by.
WITH pairs AS (
  SELECT r.ligne, t.id, <<same_parent>> AS meme, <<parent_r>> IS NOT NULL AS parent_connu,
    count(*) OVER (PARTITION BY r.ligne) AS n
  FROM import_row r JOIN <<table>> t ON pg_temp.cle_aire(t.nom) = r.cle
  WHERE NOT r.refuse AND r.cible IS NULL
    AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = t.id)
    AND (<<same_parent>> OR (<<bounded>> AND r.geom IS NOT NULL))
), best AS (
  SELECT DISTINCT ON (ligne) ligne, id FROM pairs WHERE n = 1 OR (meme AND parent_connu) ORDER BY ligne, meme DESC, id
)
UPDATE import_row r SET cible = best.id, par = 'nom' FROM best WHERE best.ligne = r.ligne

-- name: measure_overlaps
-- Share of the smaller area that a row and a known unit have in common: of each matched pair, and of every unmatched
-- row with the units that it touches.
CREATE TEMP TABLE import_overlap ON COMMIT DROP AS
SELECT r.ligne, t.id, t.nom, CASE WHEN t.geom = r.geom THEN 1 ELSE
  ST_Area(ST_Intersection(ST_MakeValid(t.geom), r.geom)) / nullif(least(ST_Area(t.geom), ST_Area(r.geom)), 0) END AS part
FROM import_row r JOIN <<table>> t ON t.id = r.cible OR (r.cible IS NULL AND t.geom && r.geom)
WHERE NOT r.refuse AND r.geom IS NOT NULL AND t.geom IS NOT NULL

-- name: find_moved
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'geom', 'deplace', jsonb_build_object('connu', o.nom, 'part', round((100 * coalesce(o.part, 0))::numeric))
FROM import_row r JOIN import_overlap o ON o.ligne = r.ligne AND o.id = r.cible
WHERE NOT r.refuse AND NOT %(garde_geom)s AND coalesce(o.part, 0) < %(min_overlap)s

-- name: propose_areas
-- For rows that nothing matched: the units not matched by others that share most of their area, or have a similar
-- name where no boundary speaks against it. Taken when the caller's thresholds allow it, else an error that names it.
WITH pairs AS (
  SELECT r.ligne, t.id, t.nom, similarity(pg_temp.cle_aire(t.nom), r.cle) AS sim, o.part,
    (r.geom IS NULL OR <<target_geom>> IS NULL) AS sans_forme
  FROM import_row r CROSS JOIN <<table>> t LEFT JOIN import_overlap o ON o.ligne = r.ligne AND o.id = t.id
  WHERE NOT r.refuse AND r.cible IS NULL AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = t.id AND NOT x.refuse)
    AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)
    AND (<<parent_r>> IS NULL OR o.part > 0 OR <<same_parent>>)
), close AS (
  SELECT DISTINCT ON (ligne) *, round(sim::numeric, 2) AS arrondi, round((100 * coalesce(part, 0))::numeric) AS cent
  FROM pairs WHERE part >= 0.5 OR (sim >= %(proposition)s AND (sans_forme OR part >= 0.1))
  ORDER BY ligne, coalesce(part, 0) + sim DESC, id
), judged AS (
  SELECT *, CASE WHEN sim >= %(fuzzy)s THEN 'approche' WHEN part >= %(overlap)s THEN 'recouvrement' ELSE 'ressemble' END AS code
  FROM close
), told AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, code = 'ressemble', 'nom', code, jsonb_build_object('connu', nom, 'sim', arrondi, 'part', cent) FROM judged)
UPDATE import_row r SET cible = j.id, par = j.code FROM judged j WHERE j.ligne = r.ligne AND j.code <> 'ressemble'

-- name: match_near
-- The same name close by: the nearest.
UPDATE import_row r SET cible = found.id, par = 'nom'
FROM (SELECT r.ligne, near.id FROM import_row r
      CROSS JOIN LATERAL (
        SELECT t.id, ST_DistanceSphere(t.geom, r.geom) AS metres FROM <<table>> t
        WHERE t.geom && ST_Expand(r.geom, %(near)s / (111320 * cos(radians(least(abs(ST_Y(r.geom)), 80)))), %(near)s / 110000.0)
          AND replace(t.nom_normalise, ' ', '') = r.cle
          AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)
        ORDER BY t.geom <-> r.geom, t.id LIMIT 1) AS near
      WHERE NOT r.refuse AND r.cible IS NULL AND r.geom IS NOT NULL
        AND near.metres <= CASE WHEN r.anonyme THEN 5 ELSE %(near)s END
        AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = near.id)) AS found
WHERE found.ligne = r.ligne

-- name: match_unplaced
-- Where one side has no position that can be trusted: the only locality of that name in the secteur.
UPDATE import_row r SET cible = found.id, par = 'nom'
FROM (SELECT r.ligne, (array_agg(t.id))[1] AS id FROM import_row r JOIN geo_localite t
        ON t.secteur_id = r.secteur_id AND replace(t.nom_normalise, ' ', '') = r.cle
      WHERE NOT r.refuse AND r.cible IS NULL AND (r.geom IS NULL OR NOT r.position_sure OR t.geom IS NULL)
        AND NOT (t.source = %(source)s AND t.source_id <> '' AND r.source_id IS NOT NULL)
        AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = t.id)
      GROUP BY r.ligne HAVING count(*) = 1) AS found
WHERE found.ligne = r.ligne

-- name: propose_places
-- A similar name close by: taken when the caller's threshold allows it, else said, and the row is new.
WITH close AS (
  SELECT r.ligne, near.* FROM import_row r
  CROSS JOIN LATERAL (
    SELECT t.id, t.nom, similarity(replace(t.nom_normalise, ' ', ''), r.cle) AS sim, ST_DistanceSphere(t.geom, r.geom) AS metres
    FROM <<table>> t
    WHERE t.geom && ST_Expand(r.geom, %(same)s / (111320 * cos(radians(least(abs(ST_Y(r.geom)), 80)))), %(same)s / 110000.0)
      AND t.source <> %(source)s
    ORDER BY similarity(replace(t.nom_normalise, ' ', ''), r.cle) DESC, t.id LIMIT 1) AS near
  WHERE NOT r.refuse AND NOT r.anonyme AND r.cible IS NULL AND r.geom IS NOT NULL
    AND near.metres <= %(same)s AND near.sim >= %(proposition)s
    AND NOT EXISTS (SELECT FROM import_row x WHERE x.cible = near.id)
), told AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, false, 'nom', CASE WHEN sim >= %(fuzzy)s THEN 'approche' ELSE 'voisin' END,
    jsonb_build_object('connu', nom, 'sim', round(sim::numeric, 2), 'metres', round(metres)) FROM close)
UPDATE import_row r SET cible = close.id, par = 'approche' FROM close WHERE close.ligne = r.ligne AND close.sim >= %(fuzzy)s

-- name: find_area_twins
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT ligne, true, 'nom', 'doublon', jsonb_build_object('autre', premiere, 'valeur', left(nom, 80))
FROM (SELECT ligne, nom, min(ligne) OVER (PARTITION BY <<parent_r>>, cle) AS premiere FROM import_row r
      WHERE NOT refuse AND (cible IS NULL OR par <> 'source')) AS twins
WHERE ligne > premiere

-- name: gather_points
-- A table of its own for the index: one made on a table that was updated in the same transaction may go unused.
CREATE TEMP TABLE import_point ON COMMIT DROP AS
SELECT ligne, nom, cle, anonyme, par, valeurs ->> 'type' AS type, geom FROM import_row WHERE NOT refuse AND geom IS NOT NULL;
CREATE INDEX ON import_point USING gist (geom);
ANALYZE import_point

-- name: find_place_twins
-- One thing told twice in one file: the same name (and type) within a few steps, or the same name and no position in
-- the same secteur. Rows that the same source told before under two identifiers are two things.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT b.ligne, true, 'nom', 'doublon', jsonb_build_object('autre', min(a.ligne), 'valeur', left(b.nom, 80))
FROM import_point b
-- OFFSET 0: the neighbours are found by the spatial index first. Joined by name, 4,000 "Point d'eau" would be 16 million pairs.
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

-- name: find_shared_targets
-- Two rows for one known unit: the surer match keeps it.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'nom', 'meme_cible', jsonb_build_object('connu', t.nom, 'autre', r.premiere)
FROM (SELECT ligne, cible, first_value(ligne) OVER surest AS premiere FROM import_row WHERE NOT refuse AND cible IS NOT NULL
      WINDOW surest AS (PARTITION BY cible ORDER BY array_position(ARRAY['source', 'code', 'nom', 'approche', 'recouvrement'], par), ligne)
     ) AS r JOIN <<table>> t ON t.id = r.cible
WHERE r.ligne <> r.premiere

-- name: find_unmatched
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT ligne, true, 'nom', 'inconnu' FROM import_row WHERE NOT refuse AND cible IS NULL

-- name: judge_names
-- A damaged name, or one that lost its accents, never replaces a known one; a damaged name makes nothing new; a code
-- alone does not make a unit of quite another name the same.
WITH kept AS (
  SELECT r.ligne, r.par, r.nom AS valeur, t.nom AS connu, CASE
    WHEN r.douteux AND r.cible IS NULL THEN 'nom_douteux'
    WHEN r.douteux AND t.nom <> r.nom THEN 'nom_garde'
    WHEN r.cible IS NOT NULL AND normalise(t.nom) = normalise(r.nom) AND t.nom ~ '[^\u0001-\u007F]' AND r.nom !~ '[^\u0001-\u007F]'
      THEN 'nom_sans_accents'
    WHEN r.par IN ('source', 'code') AND similarity(<<target_key>>, r.cle) < 0.3 AND NOT r.anonyme THEN 'autre_nom' END AS code
  FROM import_row r LEFT JOIN <<table>> t ON t.id = r.cible WHERE NOT r.refuse
), told AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, code = 'nom_douteux' OR (code = 'autre_nom' AND par = 'code' AND NOT %(remplace_noms)s), 'nom', code,
    jsonb_build_object('valeur', left(valeur, 80), 'connu', connu)
  FROM kept WHERE code IS NOT NULL AND (code <> 'nom_sans_accents' OR %(remplace_noms)s))
UPDATE import_row r SET garde_nom = true FROM kept
WHERE kept.ligne = r.ligne AND kept.code IN ('nom_garde', 'nom_sans_accents')

-- name: find_unsure_positions
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT r.ligne, false, 'geom', 'position_gardee' FROM import_row r JOIN <<table>> t ON t.id = r.cible
WHERE NOT r.refuse AND NOT r.position_sure AND t.source <> %(source)s AND t.geom IS NOT NULL AND NOT (t.geom = r.geom)

-- name: find_taken_codes
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, 'code', 'code_pris', jsonb_build_object('valeur', r.code, 'connu', t.nom)
FROM import_row r JOIN <<table>> t ON t.code = r.code AND t.id IS DISTINCT FROM r.cible
WHERE NOT r.refuse AND (r.cible IS NULL OR %(remplace_codes)s
  OR EXISTS (SELECT FROM <<table>> k WHERE k.id = r.cible AND (k.source = %(source)s OR k.code IS NULL)))

-- name: known_codes
SELECT code FROM geo_region UNION SELECT code FROM import_row WHERE code IS NOT NULL AND NOT refuse

-- name: regions_without_code
SELECT ligne, nom FROM import_row WHERE NOT refuse AND cible IS NULL AND code IS NULL ORDER BY cle, ligne

-- name: give_region_codes
UPDATE import_row r SET code = given.code FROM jsonb_to_recordset(%(codes)s::jsonb) AS given (ligne integer, code text)
WHERE given.ligne = r.ligne

-- name: give_codes
-- Region code and a number that follows the highest one in use: codes that stand are never touched.
WITH used AS (
  SELECT code FROM <<table>> WHERE code IS NOT NULL UNION SELECT code FROM import_row WHERE code IS NOT NULL AND NOT refuse
), bare AS (
  SELECT r.ligne, g.code AS prefixe, row_number() OVER (PARTITION BY g.id ORDER BY r.cle, r.ligne) AS rang
  FROM import_row r JOIN geo_region g ON g.id = r.region_id WHERE NOT r.refuse AND r.cible IS NULL AND r.code IS NULL
), last AS (
  SELECT p.prefixe, coalesce(max(substring(u.code FROM length(p.prefixe) + 1)::integer), 0) AS numero
  FROM (SELECT DISTINCT prefixe FROM bare) AS p
  LEFT JOIN used u ON starts_with(u.code, p.prefixe) AND substring(u.code FROM length(p.prefixe) + 1) ~ '^[0-9]{1,8}$'
  GROUP BY p.prefixe
)
UPDATE import_row r
SET code = b.prefixe || lpad((l.numero + b.rang)::text, greatest(%(chiffres)s, length((l.numero + b.rang)::text)), '0')
FROM bare b JOIN last l USING (prefixe) WHERE b.ligne = r.ligne

-- name: no_overlaps
CREATE TEMP TABLE import_overlap (ligne integer, id uuid, nom text, part double precision) ON COMMIT DROP
