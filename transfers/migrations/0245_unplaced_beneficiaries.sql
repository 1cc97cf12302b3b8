-- Beneficiaries whose household has no position are counted too: in the cell x = -1, y = -1 of each zoom, which no tile
-- has (decision 0295). What follows is 0003_map_cells.sql with this cell.

-- name: forwards
LOCK TABLE registry_menage, transfers_beneficiaire IN SHARE ROW EXCLUSIVE MODE;

-- Append what a statement on beneficiaries changed. Rows of other tables are looked up by key and then joined by hash
-- (decision 0036).
CREATE OR REPLACE FUNCTION transfers_beneficiaire_cells() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  households uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Of those alone that count elsewhere now: another field of a beneficiary changes without the household's lock.
    households := ARRAY(SELECT menage_id FROM (
      (SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false
       EXCEPT SELECT id, menage_id, statut_enrolement FROM new_rows)
      UNION
      (SELECT id, menage_id, statut_enrolement FROM new_rows
       EXCEPT SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false)
    ) AS changed);
    -- Whoever writes these holds their households already: this waits only for those who do not.
    PERFORM FROM registry_menage WHERE id = ANY (households) ORDER BY id FOR SHARE;
    WITH gone AS MATERIALIZED (
      SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false
      EXCEPT SELECT id, menage_id, statut_enrolement FROM new_rows),
    come AS MATERIALIZED (
      SELECT id, menage_id, statut_enrolement FROM new_rows
      EXCEPT SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false),
    place AS MATERIALIZED (
      SELECT id, geom, score_pmt, region_id, secteur_id FROM registry_menage
      WHERE id = ANY (households)),
    fine AS MATERIALIZED (
      SELECT CASE WHEN lon IS NULL THEN -1 ELSE tile_x(lon, 17) END AS x,
             CASE WHEN lat IS NULL THEN -1 ELSE tile_y(lat, 17) END AS y,
             region_id, secteur_id, statut_enrolement, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt,
             coalesce(sum(sign * round(lon * 1000000)::bigint), 0) AS somme_lon,
             coalesce(sum(sign * round(lat * 1000000)::bigint), 0) AS somme_lat
      FROM (
        SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score, region_id, secteur_id, statut_enrolement
        FROM (SELECT -1 AS sign, * FROM gone UNION ALL SELECT 1, * FROM come) AS changed
        JOIN place ON place.id = changed.menage_id
      ) AS placed
      GROUP BY 1, 2, region_id, secteur_id, statut_enrolement)
    INSERT INTO transfers_beneficiaire_cell (
      z, x, y, region_id, secteur_id, statut_enrolement,
      n, avec_pmt, somme_pmt, somme_lon, somme_lat)
    SELECT * FROM (
      SELECT 17 AS z, x, y, region_id, secteur_id, statut_enrolement,
             n, avec_pmt, somme_pmt, somme_lon, somme_lat FROM fine
      UNION ALL
      SELECT z, x >> (17 - z), y >> (17 - z), region_id, secteur_id, statut_enrolement,
             sum(n), sum(avec_pmt), sum(somme_pmt), sum(somme_lon), sum(somme_lat)
      FROM fine CROSS JOIN (VALUES (8), (11), (14)) AS coarser (z)
      GROUP BY 1, 2, 3, region_id, secteur_id, statut_enrolement) AS difference
    WHERE (n, avec_pmt, somme_pmt, somme_lon, somme_lat) IS DISTINCT FROM (0, 0, 0, 0, 0);
  ELSIF TG_OP = 'DELETE' THEN
    -- Of those alone that count elsewhere now: another field of a beneficiary changes without the household's lock.
    households := ARRAY(SELECT menage_id FROM (
      (SELECT id, menage_id, statut_enrolement FROM old_rows
       EXCEPT SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false)
      UNION
      (SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false
       EXCEPT SELECT id, menage_id, statut_enrolement FROM old_rows)
    ) AS changed);
    -- Whoever writes these holds their households already: this waits only for those who do not.
    PERFORM FROM registry_menage WHERE id = ANY (households) ORDER BY id FOR SHARE;
    WITH gone AS MATERIALIZED (
      SELECT id, menage_id, statut_enrolement FROM old_rows
      EXCEPT SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false),
    come AS MATERIALIZED (
      SELECT NULL::uuid AS id, NULL::uuid AS menage_id, NULL::varchar AS statut_enrolement WHERE false
      EXCEPT SELECT id, menage_id, statut_enrolement FROM old_rows),
    place AS MATERIALIZED (
      SELECT id, geom, score_pmt, region_id, secteur_id FROM registry_menage
      WHERE id = ANY (households)),
    fine AS MATERIALIZED (
      SELECT CASE WHEN lon IS NULL THEN -1 ELSE tile_x(lon, 17) END AS x,
             CASE WHEN lat IS NULL THEN -1 ELSE tile_y(lat, 17) END AS y,
             region_id, secteur_id, statut_enrolement, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt,
             coalesce(sum(sign * round(lon * 1000000)::bigint), 0) AS somme_lon,
             coalesce(sum(sign * round(lat * 1000000)::bigint), 0) AS somme_lat
      FROM (
        SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score, region_id, secteur_id, statut_enrolement
        FROM (SELECT -1 AS sign, * FROM gone UNION ALL SELECT 1, * FROM come) AS changed
        JOIN place ON place.id = changed.menage_id
      ) AS placed
      GROUP BY 1, 2, region_id, secteur_id, statut_enrolement)
    INSERT INTO transfers_beneficiaire_cell (
      z, x, y, region_id, secteur_id, statut_enrolement,
      n, avec_pmt, somme_pmt, somme_lon, somme_lat)
    SELECT * FROM (
      SELECT 17 AS z, x, y, region_id, secteur_id, statut_enrolement,
             n, avec_pmt, somme_pmt, somme_lon, somme_lat FROM fine
      UNION ALL
      SELECT z, x >> (17 - z), y >> (17 - z), region_id, secteur_id, statut_enrolement,
             sum(n), sum(avec_pmt), sum(somme_pmt), sum(somme_lon), sum(somme_lat)
      FROM fine CROSS JOIN (VALUES (8), (11), (14)) AS coarser (z)
      GROUP BY 1, 2, 3, region_id, secteur_id, statut_enrolement) AS difference
    WHERE (n, avec_pmt, somme_pmt, somme_lon, somme_lat) IS DISTINCT FROM (0, 0, 0, 0, 0);
  ELSIF TG_OP = 'UPDATE' THEN
    -- Of those alone that count elsewhere now: another field of a beneficiary changes without the household's lock.
    households := ARRAY(SELECT menage_id FROM (
      (SELECT id, menage_id, statut_enrolement FROM old_rows
       EXCEPT SELECT id, menage_id, statut_enrolement FROM new_rows)
      UNION
      (SELECT id, menage_id, statut_enrolement FROM new_rows
       EXCEPT SELECT id, menage_id, statut_enrolement FROM old_rows)
    ) AS changed);
    -- Whoever writes these holds their households already: this waits only for those who do not.
    PERFORM FROM registry_menage WHERE id = ANY (households) ORDER BY id FOR SHARE;
    WITH gone AS MATERIALIZED (
      SELECT id, menage_id, statut_enrolement FROM old_rows
      EXCEPT SELECT id, menage_id, statut_enrolement FROM new_rows),
    come AS MATERIALIZED (
      SELECT id, menage_id, statut_enrolement FROM new_rows
      EXCEPT SELECT id, menage_id, statut_enrolement FROM old_rows),
    place AS MATERIALIZED (
      SELECT id, geom, score_pmt, region_id, secteur_id FROM registry_menage
      WHERE id = ANY (households)),
    fine AS MATERIALIZED (
      SELECT CASE WHEN lon IS NULL THEN -1 ELSE tile_x(lon, 17) END AS x,
             CASE WHEN lat IS NULL THEN -1 ELSE tile_y(lat, 17) END AS y,
             region_id, secteur_id, statut_enrolement, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt,
             coalesce(sum(sign * round(lon * 1000000)::bigint), 0) AS somme_lon,
             coalesce(sum(sign * round(lat * 1000000)::bigint), 0) AS somme_lat
      FROM (
        SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score, region_id, secteur_id, statut_enrolement
        FROM (SELECT -1 AS sign, * FROM gone UNION ALL SELECT 1, * FROM come) AS changed
        JOIN place ON place.id = changed.menage_id
      ) AS placed
      GROUP BY 1, 2, region_id, secteur_id, statut_enrolement)
    INSERT INTO transfers_beneficiaire_cell (
      z, x, y, region_id, secteur_id, statut_enrolement,
      n, avec_pmt, somme_pmt, somme_lon, somme_lat)
    SELECT * FROM (
      SELECT 17 AS z, x, y, region_id, secteur_id, statut_enrolement,
             n, avec_pmt, somme_pmt, somme_lon, somme_lat FROM fine
      UNION ALL
      SELECT z, x >> (17 - z), y >> (17 - z), region_id, secteur_id, statut_enrolement,
             sum(n), sum(avec_pmt), sum(somme_pmt), sum(somme_lon), sum(somme_lat)
      FROM fine CROSS JOIN (VALUES (8), (11), (14)) AS coarser (z)
      GROUP BY 1, 2, 3, region_id, secteur_id, statut_enrolement) AS difference
    WHERE (n, avec_pmt, somme_pmt, somme_lon, somme_lat) IS DISTINCT FROM (0, 0, 0, 0, 0);
  ELSE
    DELETE FROM transfers_beneficiaire_cell;
  END IF;
  RETURN NULL;
END $$;
-- Append what a move of households changed for their beneficiaries.
CREATE OR REPLACE FUNCTION transfers_menage_moved() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  moved uuid[] := ARRAY(SELECT id FROM (
    SELECT id, region_id, secteur_id, localite_id, score_pmt, geom FROM old_rows
    EXCEPT SELECT id, region_id, secteur_id, localite_id, score_pmt, geom FROM new_rows) AS place);
  concerned uuid[] := ARRAY(SELECT DISTINCT menage_id FROM transfers_beneficiaire WHERE menage_id = ANY (moved));
BEGIN
  IF concerned <> '{}' THEN
    INSERT INTO geo_layer_change (couche) VALUES ('beneficiaires');
    WITH held AS MATERIALIZED (
      SELECT menage_id, statut_enrolement FROM transfers_beneficiaire WHERE menage_id = ANY (concerned)),
    fine AS MATERIALIZED (
      SELECT CASE WHEN lon IS NULL THEN -1 ELSE tile_x(lon, 17) END AS x,
             CASE WHEN lat IS NULL THEN -1 ELSE tile_y(lat, 17) END AS y,
             region_id, secteur_id, statut_enrolement, sum(sign) AS n,
             coalesce(sum(sign) FILTER (WHERE score IS NOT NULL), 0) AS avec_pmt,
             coalesce(sum(sign * score), 0) AS somme_pmt,
             coalesce(sum(sign * round(lon * 1000000)::bigint), 0) AS somme_lon,
             coalesce(sum(sign * round(lat * 1000000)::bigint), 0) AS somme_lat
      FROM (
        SELECT sign, ST_X(geom) AS lon, ST_Y(geom) AS lat, score_pmt AS score, region_id, secteur_id, statut_enrolement
        FROM (SELECT -1 AS sign, * FROM old_rows WHERE id = ANY (concerned)
              UNION ALL SELECT 1, * FROM new_rows WHERE id = ANY (concerned)) AS place
        JOIN held ON held.menage_id = place.id
      ) AS placed
      GROUP BY 1, 2, region_id, secteur_id, statut_enrolement)
    INSERT INTO transfers_beneficiaire_cell (
      z, x, y, region_id, secteur_id, statut_enrolement,
      n, avec_pmt, somme_pmt, somme_lon, somme_lat)
    SELECT * FROM (
      SELECT 17 AS z, x, y, region_id, secteur_id, statut_enrolement,
             n, avec_pmt, somme_pmt, somme_lon, somme_lat FROM fine
      UNION ALL
      SELECT z, x >> (17 - z), y >> (17 - z), region_id, secteur_id, statut_enrolement,
             sum(n), sum(avec_pmt), sum(somme_pmt), sum(somme_lon), sum(somme_lat)
      FROM fine CROSS JOIN (VALUES (8), (11), (14)) AS coarser (z)
      GROUP BY 1, 2, 3, region_id, secteur_id, statut_enrolement) AS difference
    WHERE (n, avec_pmt, somme_pmt, somme_lon, somme_lat) IS DISTINCT FROM (0, 0, 0, 0, 0);
  END IF;
  RETURN NULL;
END $$;

INSERT INTO transfers_beneficiaire_cell (
  z, x, y, region_id, secteur_id, statut_enrolement, n, avec_pmt, somme_pmt, somme_lon, somme_lat)
SELECT z, -1, -1, region_id, secteur_id, statut_enrolement, count(*), count(score_pmt), coalesce(sum(score_pmt), 0), 0, 0
FROM transfers_beneficiaire JOIN registry_menage AS menage ON menage.id = menage_id
CROSS JOIN (VALUES (8), (11), (14), (17)) AS zoom (z)
WHERE geom IS NULL GROUP BY 1, 4, 5, 6;

-- name: backwards
-- The functions of 0003_map_cells.sql follow (0245_unplaced_beneficiaries.py).
DELETE FROM transfers_beneficiaire_cell WHERE x = -1;
