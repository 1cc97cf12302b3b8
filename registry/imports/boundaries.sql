-- Where points lie, over the temporary tables of imports.sql. Boundaries are cut into small pieces first: a point is
-- compared with few corners then.

-- name: unplaced
-- Whether some row may name no secteur, or no place at all. Places are few: no row is looked at.
SELECT EXISTS (SELECT FROM import_lieu WHERE secteur_id IS NULL AND code IS NULL) AS sectorless,
       EXISTS (SELECT FROM import_lieu WHERE region_id IS NULL AND code IS NULL) AS placeless;

-- name: sector_pieces
CREATE TEMP TABLE import_morceau (region_id uuid, secteur_id uuid, geom geometry) ON COMMIT DROP;
INSERT INTO import_morceau
SELECT region_id, id, ST_Subdivide(ST_Force2D(geom), 128) FROM geo_secteur
WHERE geom IS NOT NULL AND EXISTS (SELECT FROM import_ligne WHERE geom IS NOT NULL AND secteur_id IS NULL AND lieu_code IS NULL);
CREATE INDEX ON import_morceau USING gist (geom);
ANALYZE import_morceau;

-- name: fill_sectors
-- A row that names no secteur gets the one that its point lies in, unless its household is known to live in one.
UPDATE import_ligne AS ligne SET region_id = found.region_id, secteur_id = found.secteur_id
FROM (
  SELECT asked.ligne, piece.region_id, piece.secteur_id
  FROM import_ligne AS asked
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

-- name: placeless
-- New households of which nothing tells where they live: a point abroad does not.
INSERT INTO import_probleme (ligne, colonne, code, gravite)
SELECT ligne, 'region', 'lieu_manque', 'erreur' FROM import_ligne
WHERE region_id IS NULL AND lieu_code IS NULL AND (connu IS NULL OR NOT %(keeps)s)
  AND (geom IS NULL OR ligne IN (SELECT ligne FROM import_probleme WHERE code = %(abroad)s))
  AND coalesce(faute, 'courte') = 'courte' AND %(regions)s::uuid[] IS NULL AND NOT %(sans_lieu)s;

-- name: may_be_abroad
-- Whether some point may lie outside the country, whose regions all have a boundary: one that is not in its secteur, or
-- whose secteur is not known or has none.
SELECT coalesce((SELECT bool_and(geom IS NOT NULL) FROM geo_region), false)
   AND (EXISTS (SELECT FROM import_hors)
        OR EXISTS (SELECT FROM import_lieu AS lieu WHERE code IS NULL
                   AND NOT EXISTS (SELECT FROM import_secteur AS secteur WHERE secteur.id = lieu.secteur_id))) AS found;

-- name: region_pieces
CREATE TEMP TABLE import_pays (geom geometry) ON COMMIT DROP;
INSERT INTO import_pays SELECT ST_Subdivide(ST_Force2D(geom), 128) FROM geo_region;
CREATE INDEX ON import_pays USING gist (geom);
ANALYZE import_pays;

-- name: abroad
-- Points in the country's box and outside its boundaries.
INSERT INTO import_probleme (ligne, colonne, code, gravite)
SELECT ligne, 'latitude', %(abroad)s, 'avertissement' FROM import_ligne AS ligne
WHERE geom IS NOT NULL
  AND (NOT EXISTS (SELECT FROM import_secteur AS secteur WHERE secteur.id = ligne.secteur_id)
       OR EXISTS (SELECT FROM import_hors WHERE import_hors.ligne = ligne.ligne))
  AND NOT EXISTS (SELECT FROM import_pays AS piece WHERE ST_Intersects(piece.geom, ligne.geom))
  AND NOT EXISTS (SELECT FROM import_probleme AS told WHERE told.ligne = ligne.ligne AND told.code = ANY (%(told)s));
