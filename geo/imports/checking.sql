-- name: find_coordinate_troubles
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT ligne, true, CASE WHEN lat IS NULL THEN 'lat' ELSE 'lon' END, 'demi_coordonnee', jsonb_build_object()
FROM import_row WHERE (lat IS NULL) <> (lon IS NULL)
UNION ALL
SELECT r.ligne, true, c.colonne, 'coordonnee_illisible', jsonb_build_object('valeur', left(c.valeur, 40))
FROM import_row r CROSS JOIN LATERAL (VALUES ('lat', r.lat), ('lon', r.lon)) AS c (colonne, valeur)
WHERE r.lat IS NOT NULL AND r.lon IS NOT NULL AND pg_temp.nombre(c.valeur) IS NULL

-- name: make_shapes
-- Columns become geometry: a point from x and y (in the CRS of the options), else WKT.
UPDATE import_row r SET geom = CASE
  WHEN pg_temp.nombre(r.lat) IS NOT NULL AND pg_temp.nombre(r.lon) IS NOT NULL
    THEN pg_temp.forme(format('POINT(%%s %%s)', pg_temp.nombre(r.lon), pg_temp.nombre(r.lat)), %(srid)s)
  ELSE pg_temp.forme(r.wkt, %(srid)s) END
WHERE NOT r.refuse AND r.geom IS NULL AND (r.lat IS NOT NULL OR r.wkt IS NOT NULL)

-- name: find_shape_troubles
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT ligne, true, 'geom', CASE
  WHEN geom IS NULL THEN 'geom_illisible'
  WHEN ST_XMin(geom) = 0 AND ST_XMax(geom) = 0 AND ST_YMin(geom) = 0 AND ST_YMax(geom) = 0 THEN 'zero_zero'
  ELSE 'hors_monde' END
FROM import_row r
WHERE NOT refuse AND CASE
  WHEN geom IS NULL THEN lat IS NOT NULL OR wkt IS NOT NULL
  ELSE (ST_XMin(geom) = 0 AND ST_XMax(geom) = 0 AND ST_YMin(geom) = 0 AND ST_YMax(geom) = 0)
    OR NOT (ST_XMin(geom) >= -180 AND ST_XMax(geom) <= 180 AND ST_YMin(geom) >= -90 AND ST_YMax(geom) <= 90) END

-- name: repair_polygons
-- Repair invalid polygons; a repaired one is always a MultiPolygon. Each repair is an issue.
WITH broken AS (
  SELECT ligne, ST_IsValidReason(geom) AS raison, ST_Area(geom) AS avant,
    ST_Multi(ST_CollectionExtract(ST_MakeValid(geom, 'method=structure keepcollapsed=false'), 3)) AS fait
  FROM import_row WHERE NOT refuse AND ST_Dimension(geom) = 2 AND NOT ST_IsValid(geom)
), reported AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, ST_IsEmpty(fait), 'geom', CASE WHEN ST_IsEmpty(fait) THEN 'vide_apres_reparation' ELSE 'repare' END,
    jsonb_build_object('raison', left(raison, 100),
      'ecart', round((100 * abs(ST_Area(fait) - avant) / greatest(avant, 1e-12))::numeric, 2))
  FROM broken)
UPDATE import_row r SET geom = broken.fait FROM broken WHERE broken.ligne = r.ligne

-- name: check_polygons
-- Accept only polygons, in the stored form: MultiPolygon with counterclockwise outer rings. So importing the same file
-- again changes nothing.
WITH wrong AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT ligne, true, 'geom', 'pas_polygone', jsonb_build_object('valeur', ST_GeometryType(geom))
  FROM import_row WHERE NOT refuse AND geom IS NOT NULL AND ST_GeometryType(geom) NOT IN ('ST_Polygon', 'ST_MultiPolygon'))
UPDATE import_row SET geom = ST_ForcePolygonCCW(ST_Multi(geom))
WHERE NOT refuse AND ST_GeometryType(geom) IN ('ST_Polygon', 'ST_MultiPolygon')

-- name: check_points
WITH other AS (
  INSERT INTO import_issue (ligne, grave, colonne, code)
  SELECT ligne, false, 'geom', 'centre_pris' FROM import_row
  WHERE NOT refuse AND geom IS NOT NULL AND ST_GeometryType(geom) <> 'ST_Point'
    AND NOT (ST_GeometryType(geom) = 'ST_MultiPoint' AND ST_NumGeometries(geom) = 1))
UPDATE import_row SET geom = ST_PointOnSurface(geom)
WHERE NOT refuse AND geom IS NOT NULL AND ST_GeometryType(geom) <> 'ST_Point'

-- name: find_missing_points
INSERT INTO import_issue (ligne, grave, colonne, code)
SELECT ligne, %(exige)s, 'geom', CASE WHEN %(exige)s THEN 'geom_absente' ELSE 'sans_position' END
FROM import_row WHERE NOT refuse AND geom IS NULL

-- name: find_shared_points
-- Five rows or more on one point look like a default position: one issue for each point, and it does not replace a
-- known position.
WITH shared AS (
  SELECT geom FROM import_row
  WHERE NOT refuse AND geom IS NOT NULL GROUP BY geom HAVING count(*) >= 5
), reported AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT r.ligne, false, 'geom', 'point_partage',
    jsonb_build_object('lat', round(ST_Y(s.geom)::numeric, 5), 'lon', round(ST_X(s.geom)::numeric, 5))
  FROM shared s JOIN import_row r ON r.geom = s.geom AND NOT r.refuse)
UPDATE import_row r SET position_sure = false FROM shared WHERE r.geom = shared.geom

-- name: cut_boundaries
-- Subdivide the known boundaries: a point is compared with a few vertices instead of a whole coastline.
CREATE TEMP TABLE import_piece ON COMMIT DROP AS
SELECT 'region' AS niveau, id, id AS region_id, ST_Subdivide(geom, 96) AS geom FROM geo_region WHERE geom IS NOT NULL
UNION ALL
SELECT 'secteur', id, region_id, ST_Subdivide(geom, 96) FROM geo_secteur WHERE geom IS NOT NULL;
CREATE INDEX ON import_piece USING gist (geom);
ANALYZE import_piece;
ANALYZE import_row

-- name: known_boundaries
SELECT coalesce(bool_or(niveau = 'region'), false) AS regions, coalesce(bool_or(niveau = 'secteur'), false) AS secteurs
FROM import_piece

-- name: place_points
-- The region and secteur that contain the point. On a shared border the smaller id wins, so that the result is
-- repeatable.
WITH hits AS (
  SELECT r.ligne, p.niveau, p.id, p.region_id FROM import_piece p JOIN import_row r ON ST_Intersects(p.geom, r.geom)
  WHERE NOT r.refuse
), found AS (
  SELECT ligne, (array_agg(region_id ORDER BY niveau DESC, id))[1] AS region_id,
    (array_agg(id ORDER BY id) FILTER (WHERE niveau = 'secteur'))[1] AS secteur_id
  FROM hits GROUP BY ligne
)
UPDATE import_row r SET region_id = found.region_id, secteur_id = found.secteur_id FROM found WHERE found.ligne = r.ligne

-- name: place_near_points
-- Points outside every piece: assign the nearest piece within the tolerance, else report them as out of the country, or
-- as swapped when they lie inside with latitude and longitude exchanged.
WITH country AS (
  SELECT coalesce((SELECT ST_Collect(contour) FROM geo_region), (SELECT ST_Collect(contour) FROM geo_secteur)) AS geom
), outside AS (
  SELECT r.ligne, r.geom, p.region_id, p.id, p.niveau, p.metres
  FROM import_row r
  LEFT JOIN LATERAL (
    SELECT p.region_id, p.id, p.niveau, ST_DistanceSphere(ST_ClosestPoint(p.geom, r.geom), r.geom) AS metres
    FROM import_piece p
    WHERE p.geom && ST_Expand(r.geom, %(tolerance)s / (111320 * cos(radians(least(abs(ST_Y(r.geom)), 80)))), %(tolerance)s / 110000.0)
    ORDER BY 4, p.niveau DESC, p.id LIMIT 1) AS p ON p.metres <= %(tolerance)s
  WHERE NOT r.refuse AND r.geom IS NOT NULL AND r.region_id IS NULL
), reported AS (
  INSERT INTO import_issue (ligne, grave, colonne, code, details)
  SELECT o.ligne, o.id IS NULL, 'geom',
    CASE WHEN o.id IS NOT NULL THEN 'au_bord'
      WHEN EXISTS (SELECT FROM import_piece s WHERE ST_Intersects(s.geom, ST_FlipCoordinates(o.geom))) THEN 'inverse'
      ELSE 'hors_pays' END,
    CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('metres', pg_temp.palier(o.metres))
      ELSE jsonb_build_object('km', pg_temp.palier(ST_DistanceSphere(ST_ClosestPoint(country.geom, o.geom), o.geom) / 1000)) END
  FROM outside o CROSS JOIN country)
UPDATE import_row r SET region_id = o.region_id, secteur_id = CASE WHEN o.niveau = 'secteur' THEN o.id END
FROM outside o WHERE o.ligne = r.ligne AND o.id IS NOT NULL

-- name: place_border_points
-- Points in a region but in none of its secteurs (boundaries of two sources): assign the nearest secteur within the
-- tolerance.
UPDATE import_row r SET secteur_id = near.id
FROM (SELECT r.ligne, p.id, ST_DistanceSphere(ST_ClosestPoint(p.geom, r.geom), r.geom) AS metres
      FROM import_row r
      CROSS JOIN LATERAL (SELECT * FROM import_piece p WHERE p.niveau = 'secteur' AND p.region_id = r.region_id
                          ORDER BY p.geom <-> r.geom, p.id LIMIT 1) AS p
      WHERE NOT r.refuse AND r.geom IS NOT NULL AND r.region_id IS NOT NULL AND r.secteur_id IS NULL) AS near
WHERE near.ligne = r.ligne AND near.metres <= %(tolerance)s

-- name: place_polygons
-- The share (per cent) of each polygon inside the known regions, and the unit of the level above that contains most of
-- it.
WITH parts AS (
  SELECT r.ligne, p.niveau, p.id, p.region_id, sum(ST_Area(ST_Intersection(p.geom, r.geom))) AS aire
  FROM import_row r JOIN import_piece p ON p.geom && r.geom AND ST_Intersects(p.geom, r.geom)
  WHERE NOT r.refuse AND r.geom IS NOT NULL AND p.niveau IN ('region', %(au_dessus)s)
  GROUP BY r.ligne, p.niveau, p.id, p.region_id
), country AS (
  SELECT r.ligne, 100 * coalesce(sum(parts.aire), 0) / nullif(ST_Area(r.geom), 0) AS part
  FROM import_row r LEFT JOIN parts ON parts.ligne = r.ligne AND parts.niveau = 'region'
  WHERE NOT r.refuse AND r.geom IS NOT NULL GROUP BY r.ligne
), best AS (
  SELECT DISTINCT ON (ligne) ligne, id, region_id FROM parts WHERE niveau = %(au_dessus)s ORDER BY ligne, aire DESC, id
)
UPDATE import_row r SET part_pays = country.part, region_id = best.region_id,
  secteur_id = CASE WHEN %(au_dessus)s = 'secteur' THEN best.id END
FROM country LEFT JOIN best USING (ligne) WHERE country.ligne = r.ligne

-- name: find_outside_polygons
-- New units outside the country. One that lies in it by 10 per cent, or by half within the tolerance of it, is accepted
-- with a warning: coastlines differ by source, and a coastal unit may lie beyond a coarse one. A region must lie in it:
-- one that only touches known regions is usually a neighbour's. Known units are checked only for swapped coordinates.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT r.ligne, inverse OR (dehors AND NOT %(hors_admis)s), 'geom',
  CASE WHEN inverse THEN 'inverse' WHEN dehors AND NOT %(hors_admis)s THEN 'hors_pays_surface' ELSE 'depasse_pays' END,
  jsonb_build_object('part', round(r.part_pays::numeric))
FROM import_row r
CROSS JOIN LATERAL (SELECT %(tolerance)s / 111320.0 AS degres) AS near
CROSS JOIN LATERAL (SELECT r.part_pays < 10 AND (%(niveau)s = 'region' OR coalesce((
    SELECT ST_Area(ST_Intersection(r.geom, ST_Union(ST_Buffer(p.geom, degres, 2)))) FROM import_piece p
    WHERE p.niveau = 'region' AND p.geom && ST_Expand(r.geom, degres)), 0) < ST_Area(r.geom) / 2) AS dehors, EXISTS (
  SELECT FROM import_piece s WHERE ST_Intersects(s.geom, ST_FlipCoordinates(ST_PointOnSurface(r.geom)))) AS inverse) AS judged
WHERE NOT r.refuse AND r.part_pays < 50 AND (inverse OR r.cible IS NULL) AND NOT (r.cible IS NOT NULL AND %(garde_geom)s)
  AND (inverse OR NOT EXISTS (SELECT FROM import_issue i WHERE i.ligne = r.ligne AND i.code = 'autre_pays_admis'))
  AND EXISTS (SELECT FROM import_piece WHERE niveau = 'region')

-- name: find_overlaps_inside
-- Polygons of one file that overlap by more than a twentieth of the smaller one.
INSERT INTO import_issue (ligne, grave, colonne, code, details)
SELECT b.ligne, false, 'geom', 'chevauche', jsonb_build_object('connu', a.nom, 'autre', a.ligne,
  'part', round((100 * shared.part)::numeric))
FROM import_row a JOIN import_row b ON a.ligne < b.ligne AND a.geom && b.geom
CROSS JOIN LATERAL (SELECT ST_Area(ST_Intersection(a.geom, b.geom)) / nullif(least(ST_Area(a.geom), ST_Area(b.geom)), 0)
                    AS part) AS shared
WHERE NOT a.refuse AND NOT b.refuse AND shared.part > 0.05
