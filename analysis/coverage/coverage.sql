-- Coverage: which share of households has a service within a distance.

-- name: by_zone
-- One reading of the households: how many there are per zone and step of distance (1 m, beyond 1 km 10 m), then sums and
-- the median over that: sorting every household's distance would take longer than the reading.
-- A household without any service counts, uncovered; one without a position only as such.
WITH grouped AS (
  SELECT m.{zone} AS zone, m.geom IS NULL AS lost,
         CASE WHEN n.{column}_metres < 1000 THEN round(n.{column}_metres) ELSE round(n.{column}_metres / 10) * 10 END AS metres,
         count(*) AS n, count(*) FILTER (WHERE n.{column}_metres <= %(rayon)s) AS couverts, sum(n.{column}_metres) AS total
  FROM ({menages}) AS m LEFT JOIN analysis_nearest_service AS n ON n.menage_id = m.id
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(n::float8) FILTER (WHERE metres IS NOT NULL) OVER (PARTITION BY zone ORDER BY metres) AS upto,
         sum(n::float8) FILTER (WHERE metres IS NOT NULL) OVER (PARTITION BY zone) AS away
  FROM grouped
)
SELECT zone, coalesce(sum(n) FILTER (WHERE NOT lost), 0)::bigint AS menages,
       coalesce(sum(couverts) FILTER (WHERE NOT lost), 0)::bigint AS couverts,
       coalesce(sum(n) FILTER (WHERE lost), 0)::bigint AS sans_position,
       sum(total) / sum(n) FILTER (WHERE metres IS NOT NULL)::float8 AS moyenne,
       min(metres) FILTER (WHERE upto * 2 >= away) AS mediane
FROM ranked GROUP BY zone
