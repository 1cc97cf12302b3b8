-- name: resolve_regions
-- Match the file's word with the code, identifier or name of a region.
UPDATE import_row r SET region_id = found.id
FROM (SELECT dit, (array_agg(id))[1] AS id FROM (
        SELECT DISTINCT r.region_dit AS dit, g.id FROM import_row r JOIN geo_region g
          ON r.region_dit IN (g.code, nullif(g.source_id, '')) OR pg_temp.cle_aire(g.nom) = pg_temp.cle_aire(r.region_dit)
        WHERE r.region_dit IS NOT NULL) AS pairs GROUP BY dit HAVING count(*) = 1) AS found
WHERE r.region_dit = found.dit AND NOT r.refuse AND (%(dit_gagne)s OR r.region_id IS NULL)

-- name: resolve_secteurs
-- By code or identifier, else by a name that only one secteur has (of the row's region, when the file names it).
WITH named AS (
  SELECT DISTINCT r.secteur_dit AS dit, CASE WHEN r.region_dit IS NOT NULL THEN r.region_id END AS region_id
  FROM import_row r WHERE r.secteur_dit IS NOT NULL AND NOT r.refuse
), pairs AS (
  SELECT t.dit, t.region_id, s.id, s.region_id AS dans, (t.dit IN (s.code, nullif(s.source_id, ''))) AS exact
  FROM named t JOIN geo_secteur s ON t.dit IN (s.code, nullif(s.source_id, ''))
    OR (pg_temp.cle_aire(s.nom) = pg_temp.cle_aire(t.dit) AND (t.region_id IS NULL OR t.region_id = s.region_id))
), best AS (
  SELECT *, count(*) OVER (PARTITION BY dit, region_id, exact) AS n,
    rank() OVER (PARTITION BY dit, region_id ORDER BY coalesce(exact, false) DESC) AS rang FROM pairs
), found AS (
  SELECT * FROM best WHERE rang = 1
), ambiguous AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT DISTINCT r.ligne, r.secteur_id IS NULL AND %(secteur_exige)s, 'secteur', 'parent_ambigu', jsonb_build_object('valeur', r.secteur_dit)
  FROM import_row r JOIN found f ON f.dit = r.secteur_dit AND f.n > 1
    AND f.region_id IS NOT DISTINCT FROM CASE WHEN r.region_dit IS NOT NULL THEN r.region_id END
  WHERE NOT r.refuse
), differing AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT r.ligne, false, 'secteur', 'autre_parent', jsonb_build_object('valeur', dit.nom, 'connu', s.nom)
  FROM import_row r JOIN found f ON f.dit = r.secteur_dit AND f.n = 1
    AND f.region_id IS NOT DISTINCT FROM CASE WHEN r.region_dit IS NOT NULL THEN r.region_id END
  JOIN geo_secteur s ON s.id = r.secteur_id JOIN geo_secteur dit ON dit.id = f.id
  WHERE NOT r.refuse AND r.secteur_id <> f.id
)
UPDATE import_row r SET secteur_id = f.id, region_id = f.dans
FROM found f
WHERE f.dit = r.secteur_dit AND f.n = 1 AND NOT r.refuse AND (%(dit_gagne)s OR r.secteur_id IS NULL)
  AND f.region_id IS NOT DISTINCT FROM CASE WHEN r.region_dit IS NOT NULL THEN r.region_id END

-- name: resolve_communes
UPDATE import_row r SET commune_id = found.id
FROM (SELECT r.ligne, (array_agg(c.id))[1] AS id FROM import_row r JOIN geo_commune c ON c.secteur_id = r.secteur_id
        AND (r.commune_dit IN (c.code, nullif(c.source_id, '')) OR pg_temp.cle_aire(c.nom) = pg_temp.cle_aire(r.commune_dit))
      WHERE NOT r.refuse AND r.commune_dit IS NOT NULL GROUP BY r.ligne HAVING count(*) = 1) AS found
WHERE found.ligne = r.ligne

-- name: default_communes
-- A secteur with a single commune: assign that one.
UPDATE import_row r SET commune_id = single.id
FROM (SELECT secteur_id, (array_agg(id))[1] AS id FROM geo_commune GROUP BY secteur_id HAVING count(*) = 1) AS single
WHERE single.secteur_id = r.secteur_id AND r.commune_id IS NULL AND r.commune_dit IS NULL AND NOT r.refuse

-- name: resolve_localites
UPDATE import_row r SET localite_id = found.id
FROM (SELECT r.ligne, (array_agg(l.id))[1] AS id FROM import_row r JOIN geo_localite l ON l.secteur_id = r.secteur_id
        AND (r.localite_dit IN (l.code, nullif(l.source_id, '')) OR pg_temp.cle(l.nom) = pg_temp.cle(r.localite_dit))
      WHERE NOT r.refuse AND r.localite_dit IS NOT NULL GROUP BY r.ligne HAVING count(*) = 1) AS found
WHERE found.ligne = r.ligne

-- name: find_unknown_parents
-- Parents that the file names and that are unknown; the issue also says what the position tells, or which other level
-- has a unit of that name.
WITH said AS (
  SELECT r.ligne, p.* FROM import_row r
  LEFT JOIN geo_region g ON g.id = r.region_id
  LEFT JOIN geo_secteur s ON s.id = r.secteur_id
  CROSS JOIN LATERAL (VALUES
    ('region', r.region_dit, r.region_id, g.nom, r.region_dit IN (g.code, g.source_id) OR pg_temp.cle_aire(g.nom) = pg_temp.cle_aire(r.region_dit)),
    ('secteur', r.secteur_dit, r.secteur_id, s.nom, r.secteur_dit IN (s.code, s.source_id) OR pg_temp.cle_aire(s.nom) = pg_temp.cle_aire(r.secteur_dit)),
    ('commune', r.commune_dit, r.commune_id, NULL, r.commune_id IS NOT NULL),
    ('localite', r.localite_dit, r.localite_id, NULL, r.localite_id IS NOT NULL)
  ) AS p (niveau, dit, trouve, nom, reconnu)
  WHERE NOT r.refuse AND p.dit IS NOT NULL AND p.reconnu IS NOT TRUE
    AND NOT EXISTS (SELECT FROM import_issue i WHERE i.ligne = r.ligne AND i.colonne = p.niveau)
), words AS MATERIALIZED (
  SELECT niveau, dit, pg_temp.cle_aire(dit) AS cle FROM said GROUP BY niveau, dit
), known AS MATERIALIZED (
  SELECT niveau, code, pg_temp.cle_aire(nom) AS cle
  FROM (SELECT 'region' AS niveau, code, nom FROM geo_region UNION ALL SELECT 'secteur', code, nom FROM geo_secteur
        UNION ALL SELECT 'commune', code, nom FROM geo_commune) AS units
), levels AS (
  SELECT w.niveau, w.dit, bool_or(known.niveau = w.niveau) AS ici,
    (array_agg(known.niveau ORDER BY array_position(ARRAY['secteur', 'region', 'commune'], known.niveau)))[1] AS est
  FROM words w JOIN known ON known.code = w.dit OR known.cle = w.cle GROUP BY w.niveau, w.dit
)
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT said.ligne, false, said.niveau,
  CASE WHEN l.ici AND said.nom IS NOT NULL THEN 'autre_parent' WHEN NOT l.ici THEN 'parent_autre_niveau'
    WHEN said.trouve IS NULL THEN 'parent_inconnu' ELSE 'parent_remplace' END,
  jsonb_build_object('valeur', left(said.dit, 80), 'connu', said.nom, 'est', l.est, 'niveau', said.niveau)
FROM said LEFT JOIN levels l ON l.niveau = said.niveau AND l.dit = said.dit

-- name: find_orphans
-- New rows without a parent; when no unit of the level above is known, the issue says that these must be imported
-- first.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, true, %(parent)s,
  CASE WHEN EXISTS (SELECT FROM geo_{parent}) THEN 'sans_parent' ELSE 'avant_{parent}' END,
  jsonb_build_object('niveau', %(parent)s)
FROM import_row r WHERE NOT r.refuse AND r.cible IS NULL AND {parent_r} IS NULL

-- name: drop_far_points
-- A locality whose position lies far from the secteur that the file names: keep the secteur, drop the position.
WITH far AS (
  SELECT r.ligne, s.nom, min(ST_DistanceSphere(ST_ClosestPoint(p.geom, r.geom), r.geom)) AS metres
  FROM import_row r JOIN geo_secteur s ON s.id = r.secteur_id JOIN import_piece p ON p.niveau = 'secteur' AND p.id = s.id
  WHERE NOT r.refuse AND r.geom IS NOT NULL AND r.secteur_dit IS NOT NULL
    AND NOT EXISTS (SELECT FROM import_piece q WHERE q.niveau = 'secteur' AND q.id = s.id AND ST_Intersects(q.geom, r.geom))
  GROUP BY r.ligne, s.nom
), reported AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, false, 'geom', 'hors_secteur', jsonb_build_object('secteur', nom, 'km', pg_temp.palier(metres / 1000))
  FROM far WHERE metres > %(tolerance)s)
UPDATE import_row r SET geom = NULL FROM far WHERE far.ligne = r.ligne AND far.metres > %(tolerance)s

-- name: find_out_of_scope
-- Rows outside the caller's regions, by their own area or by the area of the unit that they would change.
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT r.ligne, true, NULL, 'hors_portee' FROM import_row r LEFT JOIN {table} t ON t.id = r.cible
WHERE NOT r.refuse AND NOT coalesce(coalesce({region_r}, {region_t}) = ANY (%(regions)s::uuid[])
  AND (r.cible IS NULL OR {region_t} = ANY (%(regions)s::uuid[])), false)
