-- Find the areas that contain points, over the temporary tables of imports.sql. Boundaries are first cut into small
-- pieces, so that a point is compared with few vertices.

-- name: find_unplaced
-- Return whether some row may name no secteur, or no place at all. Only the distinct places are read: they are few.
SELECT EXISTS (SELECT FROM import_lieu WHERE secteur_id IS NULL AND code IS NULL) AS sectorless,
       EXISTS (SELECT FROM import_lieu WHERE region_id IS NULL AND code IS NULL) AS placeless;

-- name: create_sector_pieces
CREATE TEMP TABLE import_morceau (region_id uuid, secteur_id uuid, geom geometry) ON COMMIT DROP;
INSERT INTO import_morceau
SELECT region_id, id, ST_Subdivide(ST_Force2D(geom), 128) FROM geo_secteur
WHERE geom IS NOT NULL AND EXISTS (SELECT FROM import_row WHERE geom IS NOT NULL AND secteur_id IS NULL AND lieu_code IS NULL);
CREATE INDEX ON import_morceau USING gist (geom);
ANALYZE import_morceau;

-- name: fill_sectors
-- Give a row that names no secteur the one that contains its point, unless its household already has one.
UPDATE import_row AS ligne SET region_id = found.region_id, secteur_id = found.secteur_id
FROM (
  SELECT asked.ligne, piece.region_id, piece.secteur_id
  FROM import_row AS asked
  LEFT JOIN import_connu AS connu ON connu.id = asked.connu AND %(keeps)s
  CROSS JOIN LATERAL (
    SELECT region_id, secteur_id FROM import_morceau AS piece
    WHERE ST_Intersects(piece.geom, asked.geom)
      AND piece.region_id = coalesce(asked.region_id, connu.region_id, piece.region_id)
    ORDER BY secteur_id LIMIT 1
  ) AS piece
  WHERE asked.geom IS NOT NULL AND asked.secteur_id IS NULL AND asked.lieu_code IS NULL
    AND (connu.secteur_id IS NULL OR asked.region_id <> connu.region_id)
) AS found
WHERE found.ligne = ligne.ligne;

-- name: record_placeless
-- Report new households without any sign of where they live; a point abroad is none.
INSERT INTO import_issue (ligne, colonne, code, grave)
SELECT ligne, 'region', 'lieu_manque', true FROM import_row
WHERE region_id IS NULL AND lieu_code IS NULL AND (connu IS NULL OR NOT %(keeps)s)
  AND (geom IS NULL OR ligne IN (SELECT ligne FROM import_issue WHERE code = %(abroad)s))
  AND coalesce(faute, 'courte') = 'courte' AND %(regions)s::uuid[] IS NULL AND NOT %(sans_lieu)s;

-- name: drop_positions_abroad
UPDATE import_row SET geom = NULL, latitude = NULL, longitude = NULL, altitude = NULL, precision_gps = NULL
WHERE ligne IN (SELECT ligne FROM import_issue WHERE code = %(abroad)s);

-- name: may_be_abroad
-- Return whether some point may lie outside the country, provided that all regions have a boundary: a point that is not
-- in its secteur, or whose secteur is unknown or has no boundary.
SELECT coalesce((SELECT bool_and(geom IS NOT NULL) FROM geo_region), false)
   AND (EXISTS (SELECT FROM import_hors)
        OR EXISTS (SELECT FROM import_lieu AS lieu WHERE code IS NULL
                   AND NOT EXISTS (SELECT FROM import_secteur AS secteur WHERE secteur.id = lieu.secteur_id))) AS found;

-- name: create_region_pieces
CREATE TEMP TABLE import_pays (geom geometry) ON COMMIT DROP;
INSERT INTO import_pays SELECT ST_Subdivide(ST_Force2D(geom), 128) FROM geo_region;
CREATE INDEX ON import_pays USING gist (geom);
ANALYZE import_pays;

-- name: record_abroad
-- Report points inside the country's bounding box but outside its boundaries.
INSERT INTO import_issue (ligne, colonne, code, grave)
SELECT ligne, 'latitude', %(abroad)s, false FROM import_row AS ligne
WHERE geom IS NOT NULL
  AND (NOT EXISTS (SELECT FROM import_secteur AS secteur WHERE secteur.id = ligne.secteur_id)
       OR EXISTS (SELECT FROM import_hors WHERE import_hors.ligne = ligne.ligne))
  AND NOT EXISTS (SELECT FROM import_pays AS piece WHERE ST_Intersects(piece.geom, ligne.geom))
  AND NOT EXISTS (SELECT FROM import_issue AS known WHERE known.ligne = ligne.ligne AND known.code = ANY (%(faults)s));
