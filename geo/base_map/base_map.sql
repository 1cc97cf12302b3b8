-- name: sort_lines
-- What each object of the file is: its class (null: none that is drawn), its name, its lines in the country. Where no
-- boundary is known, everywhere is.
CREATE TEMP TABLE base_map_object ON COMMIT DROP AS
WITH country AS MATERIALIZED (
  SELECT ST_Expand(ST_SetSRID(ST_Extent(contour)::geometry, 4326), 0.3) AS box FROM geo_region
), object AS (
  SELECT raw.ligne, (
           SELECT %(classes)s::jsonb ->> lower(btrim(raw.attrs ->> kind.name))
           FROM unnest(%(class_columns)s::text[]) WITH ORDINALITY AS kind (name, place)
           WHERE raw.attrs ->> kind.name <> '' ORDER BY kind.place LIMIT 1
         ) AS classe, (
           SELECT left(btrim(raw.attrs ->> title.name), 255)
           FROM unnest(%(name_columns)s::text[]) WITH ORDINALITY AS title (name, place)
           WHERE btrim(raw.attrs ->> title.name) <> '' ORDER BY title.place LIMIT 1
         ) AS nom,
         CASE WHEN raw.faute IS NULL AND ST_Dimension(raw.geom) = 1 THEN ST_CollectionExtract(ST_MakeValid(raw.geom), 2) END AS geom
  FROM import_raw AS raw
)
SELECT object.classe, coalesce(object.nom, '') AS nom, object.geom,
       coalesce(NOT ST_IsEmpty(object.geom), false) AS est_ligne,
       coalesce(object.geom && country.box, country.box IS NULL) AS est_au_pays
FROM object, country;

-- name: count_objects
SELECT count(*) AS lignes,
       count(*) FILTER (WHERE classe IS NULL) AS autres,
       count(*) FILTER (WHERE classe IS NOT NULL AND NOT est_ligne) AS sans_ligne,
       count(*) FILTER (WHERE classe IS NOT NULL AND est_ligne AND NOT est_au_pays) AS hors_pays
FROM base_map_object;

-- name: count_classes
SELECT classe, count(*) AS nombre FROM base_map_object
WHERE classe IS NOT NULL AND est_ligne AND est_au_pays GROUP BY classe;

-- name: delete_lines
DELETE FROM geo_ligne_fond WHERE classe = ANY (%(replaced)s);

-- name: add_lines
-- Pieces of one road become one line, cut where it has many corners: a tile reads few rows, and none of the whole country.
INSERT INTO geo_ligne_fond (classe, nom, geom, source, date_source)
SELECT classe, nom, ST_LineSubstring(merged.geom, (piece - 1.0) / pieces, piece / pieces::float8), %(source)s, %(date)s
FROM (
  SELECT classe, nom, (ST_Dump(ST_LineMerge(ST_Collect(part.geom)))).geom AS geom
  FROM base_map_object, ST_Dump(base_map_object.geom) AS part
  WHERE classe IS NOT NULL AND est_ligne AND est_au_pays
  GROUP BY classe, nom
) AS merged
CROSS JOIN LATERAL (SELECT ceil(ST_NPoints(merged.geom) / 256.0)::integer AS pieces) AS cut
CROSS JOIN LATERAL generate_series(1, pieces) AS piece;
