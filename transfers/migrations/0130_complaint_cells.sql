-- Sums of complaints by map cell, appended by triggers. A complaint lies at the point of its locality, whatever its
-- household does later. None about violence is counted, and none makes a tile old: the version tells of no case.

-- name: forwards
LOCK TABLE transfers_plainte, geo_localite IN SHARE ROW EXCLUSIVE MODE;

-- So many complaints of one kind at one point, or, below zero, so many fewer.
CREATE TYPE transfers_plainte_difference AS (
  nombre bigint, geom geometry, region_id uuid, secteur_id uuid, statut varchar, priorite varchar);

CREATE FUNCTION transfers_plainte_add_cells(differences transfers_plainte_difference[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO transfers_plainte_cell (
    z, x, y, region_id, secteur_id, statut, priorite, n, avec_pmt, somme_pmt, somme_lon, somme_lat)
  SELECT zoom.z, tile_x(ST_X(geom), zoom.z), tile_y(ST_Y(geom), zoom.z), region_id, secteur_id, statut, priorite,
    sum(nombre), 0, 0, sum(nombre * round(ST_X(geom) * 1000000)::bigint),
    sum(nombre * round(ST_Y(geom) * 1000000)::bigint)
  FROM unnest(differences) CROSS JOIN (VALUES (8), (11), (14), (17)) AS zoom (z)
  WHERE geom IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7
  HAVING (sum(nombre), sum(nombre * round(ST_X(geom) * 1000000)::bigint),
    sum(nombre * round(ST_Y(geom) * 1000000)::bigint)) <> (0, 0, 0)
$$;

-- What a statement changed for the map: rows that are gone (-1) or come (1), of which some differ in what a tile shows.
CREATE TYPE transfers_plainte_change AS (
  sens integer, localite_id uuid, region_id uuid, secteur_id uuid, statut varchar, priorite varchar);

CREATE FUNCTION transfers_plainte_changed(changes transfers_plainte_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(changes) = 0 THEN
    RETURN;
  END IF;
  INSERT INTO geo_layer_change (couche) VALUES ('plaintes');
  -- Who moves one of these localities counts its complaints afterwards, or is waited for.
  PERFORM FROM geo_localite WHERE id IN (SELECT localite_id FROM unnest(changes)) ORDER BY id FOR SHARE;
  PERFORM transfers_plainte_add_cells(ARRAY(
    SELECT (sum(sens), place.geom, change.region_id, change.secteur_id, statut, priorite)::transfers_plainte_difference
    FROM unnest(changes) AS change JOIN geo_localite AS place ON place.id = localite_id
    GROUP BY place.id, change.region_id, change.secteur_id, statut, priorite
    HAVING sum(sens) <> 0));
END $$;

CREATE FUNCTION transfers_plainte_cells() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM transfers_plainte_changed(ARRAY(
      SELECT (1, localite_id, region_id, secteur_id, statut, priorite)::transfers_plainte_change
      FROM new_rows WHERE categorie <> 'vbg' AND localite_id IS NOT NULL));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM transfers_plainte_changed(ARRAY(
      SELECT (-1, localite_id, region_id, secteur_id, statut, priorite)::transfers_plainte_change
      FROM old_rows WHERE categorie <> 'vbg' AND localite_id IS NOT NULL));
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM transfers_plainte_changed(ARRAY(
      WITH gone AS (
        SELECT id, reference, categorie, localite_id, region_id, secteur_id, statut, priorite FROM old_rows
        WHERE categorie <> 'vbg' AND localite_id IS NOT NULL
        EXCEPT
        SELECT id, reference, categorie, localite_id, region_id, secteur_id, statut, priorite FROM new_rows),
      come AS (
        SELECT id, reference, categorie, localite_id, region_id, secteur_id, statut, priorite FROM new_rows
        WHERE categorie <> 'vbg' AND localite_id IS NOT NULL
        EXCEPT
        SELECT id, reference, categorie, localite_id, region_id, secteur_id, statut, priorite FROM old_rows)
      SELECT (sens, localite_id, region_id, secteur_id, statut, priorite)::transfers_plainte_change
      FROM (SELECT -1 AS sens, * FROM gone UNION ALL SELECT 1, * FROM come) AS changed));
  ELSE
    INSERT INTO geo_layer_change (couche) VALUES ('plaintes');
    DELETE FROM transfers_plainte_cell;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER map_cells_inserted AFTER INSERT ON transfers_plainte REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_plainte_cells();
CREATE TRIGGER map_cells_updated AFTER UPDATE ON transfers_plainte
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_plainte_cells();
CREATE TRIGGER map_cells_deleted AFTER DELETE ON transfers_plainte REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_plainte_cells();
CREATE TRIGGER map_cells_emptied AFTER TRUNCATE ON transfers_plainte
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_plainte_cells();

-- Append what a move of localities changed for the complaints in them.
CREATE FUNCTION transfers_plainte_moved() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  differences transfers_plainte_difference[] := ARRAY(
    WITH moved AS (
      SELECT place.id, place.geom AS old_geom, new_rows.geom AS new_geom
      FROM old_rows AS place JOIN new_rows USING (id) WHERE place.geom IS DISTINCT FROM new_rows.geom),
    held AS (
      SELECT count(*) AS nombre, localite_id, region_id, secteur_id, statut, priorite FROM transfers_plainte
      WHERE categorie <> 'vbg' AND localite_id = ANY (ARRAY(SELECT id FROM moved))
      GROUP BY 2, 3, 4, 5, 6)
    SELECT (sens * nombre, CASE sens WHEN 1 THEN new_geom ELSE old_geom END, region_id, secteur_id, statut,
      priorite)::transfers_plainte_difference
    FROM held JOIN moved ON moved.id = localite_id CROSS JOIN (VALUES (-1), (1)) AS side (sens));
BEGIN
  IF cardinality(differences) > 0 THEN
    INSERT INTO geo_layer_change (couche) VALUES ('plaintes');
    PERFORM transfers_plainte_add_cells(differences);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER map_complaints_moved AFTER UPDATE ON geo_localite
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_plainte_moved();
CREATE INDEX plainte_localite ON transfers_plainte (localite_id) WHERE categorie <> 'vbg';

SELECT transfers_plainte_changed(ARRAY(
  SELECT (1, localite_id, region_id, secteur_id, statut, priorite)::transfers_plainte_change
  FROM transfers_plainte WHERE categorie <> 'vbg' AND localite_id IS NOT NULL));

-- name: backwards
DROP INDEX plainte_localite;
DROP TRIGGER map_complaints_moved ON geo_localite;
DROP TRIGGER map_cells_emptied ON transfers_plainte;
DROP TRIGGER map_cells_deleted ON transfers_plainte;
DROP TRIGGER map_cells_updated ON transfers_plainte;
DROP TRIGGER map_cells_inserted ON transfers_plainte;
DROP FUNCTION transfers_plainte_moved, transfers_plainte_cells, transfers_plainte_changed, transfers_plainte_add_cells;
DROP TYPE transfers_plainte_change;
DROP TYPE transfers_plainte_difference;
