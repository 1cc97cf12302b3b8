-- name: measure_country
-- Return the bounding box of all region boundaries; nulls when there is none.
SELECT ST_XMin(box) AS west, ST_YMin(box) AS south, ST_XMax(box) AS east, ST_YMax(box) AS north
FROM (SELECT ST_Extent(geom) AS box FROM geo_region) AS extent;

-- name: find_parent_areas
-- Return the parents of three areas, any of which may be null.
SELECT (SELECT region_id FROM geo_secteur WHERE id = %(secteur_id)s) AS secteur_region,
       (SELECT secteur_id FROM geo_commune WHERE id = %(commune_id)s) AS commune_secteur,
       localite.secteur_id AS localite_secteur, localite.commune_id AS localite_commune
FROM (SELECT) AS one LEFT JOIN geo_localite AS localite ON localite.id = %(localite_id)s;

-- name: find_region_at
SELECT id FROM geo_region WHERE ST_Covers(geom, ST_SetSRID(ST_MakePoint(%(lon)s, %(lat)s), 4326)) ORDER BY id LIMIT 1;
