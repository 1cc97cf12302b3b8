-- Compute which share of households, or of other rows, has a service within a distance, and how far the nearest ones are.

-- name: by_zone
-- One scan of the rows with a position counts them per zone and step of distance (1 m; beyond 1 km, 10 m); sums and
-- medians are computed from these counts, as sorting the distances of all households would take longer than the scan. A
-- row without any service counts as not covered. `count` and `metres` say how many each row stands for.
WITH stepped AS (
  SELECT *, CASE WHEN metres < 1000 THEN round(metres) ELSE round(metres / 10) * 10 END AS step
  FROM ({proches}) AS proche
), grouped AS (
  SELECT zone, step, {count} AS n, {count} FILTER (WHERE metres <= %(rayon)s) AS couverts, {metres} AS total
  FROM stepped GROUP BY zone, step
), ranked AS (
  SELECT *, sum(n::float8) FILTER (WHERE step IS NOT NULL) OVER (PARTITION BY zone ORDER BY step) AS upto,
         sum(n::float8) FILTER (WHERE step IS NOT NULL) OVER (PARTITION BY zone) AS away
  FROM grouped
)
SELECT zone, sum(n)::bigint AS nombre, coalesce(sum(couverts), 0)::bigint AS couverts,
       sum(total) / sum(n) FILTER (WHERE step IS NOT NULL)::float8 AS moyenne,
       min(step) FILTER (WHERE upto * 2 >= away) AS mediane
FROM ranked GROUP BY zone;

-- name: by_class
-- How many households have each combination of classes of distance, one class by kind of service: one scan, whatever the
-- number of kinds. A class is the number of bounds that the distance has reached; null, where there is no such service.
SELECT ARRAY[{classes}] AS classes, count(*) AS menages FROM ({proches}) AS proche GROUP BY 1;
