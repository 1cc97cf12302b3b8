-- Sums of complaints by map cell by category too: who may not read complaints about corruption does not count them.

-- name: empty
LOCK TABLE transfers_plainte, geo_localite IN SHARE ROW EXCLUSIVE MODE;
-- Sums are not folded meanwhile.
LOCK TABLE transfers_plainte_cell IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM transfers_plainte_cell;

-- name: forwards
ALTER TYPE transfers_plainte_difference ADD ATTRIBUTE categorie varchar;
ALTER TYPE transfers_plainte_change ADD ATTRIBUTE categorie varchar;

CREATE OR REPLACE FUNCTION transfers_plainte_add_cells(differences transfers_plainte_difference[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO transfers_plainte_cell (
    z, x, y, region_id, secteur_id, statut, priorite, categorie, n, avec_pmt, somme_pmt, somme_lon, somme_lat)
  SELECT zoom.z, tile_x(ST_X(geom), zoom.z), tile_y(ST_Y(geom), zoom.z), region_id, secteur_id, statut, priorite,
    categorie, sum(nombre), 0, 0, sum(nombre * round(ST_X(geom) * 1000000)::bigint),
    sum(nombre * round(ST_Y(geom) * 1000000)::bigint)
  FROM unnest(differences) CROSS JOIN (VALUES (8), (11), (14), (17)) AS zoom (z)
  WHERE geom IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  HAVING (sum(nombre), sum(nombre * round(ST_X(geom) * 1000000)::bigint),
    sum(nombre * round(ST_Y(geom) * 1000000)::bigint)) <> (0, 0, 0)
$$;

CREATE OR REPLACE FUNCTION transfers_plainte_changed(changes transfers_plainte_change[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(changes) = 0 THEN
    RETURN;
  END IF;
  INSERT INTO geo_layer_change (couche) VALUES ('plaintes');
  -- Who moves one of these localities counts its complaints afterwards, or is waited for.
  PERFORM FROM geo_localite WHERE id IN (SELECT localite_id FROM unnest(changes)) ORDER BY id FOR SHARE;
  PERFORM transfers_plainte_add_cells(ARRAY(
    SELECT (sum(sens), place.geom, change.region_id, change.secteur_id, statut, priorite,
      categorie)::transfers_plainte_difference
    FROM unnest(changes) AS change JOIN geo_localite AS place ON place.id = localite_id
    GROUP BY place.id, change.region_id, change.secteur_id, statut, priorite, categorie
    HAVING sum(sens) <> 0));
END $$;

CREATE OR REPLACE FUNCTION transfers_plainte_cells() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM transfers_plainte_changed(ARRAY(
      SELECT (1, localite_id, region_id, secteur_id, statut, priorite, categorie)::transfers_plainte_change
      FROM new_rows WHERE categorie <> 'vbg' AND localite_id IS NOT NULL));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM transfers_plainte_changed(ARRAY(
      SELECT (-1, localite_id, region_id, secteur_id, statut, priorite, categorie)::transfers_plainte_change
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
      SELECT (sens, localite_id, region_id, secteur_id, statut, priorite, categorie)::transfers_plainte_change
      FROM (SELECT -1 AS sens, * FROM gone UNION ALL SELECT 1, * FROM come) AS changed));
  ELSE
    INSERT INTO geo_layer_change (couche) VALUES ('plaintes');
    DELETE FROM transfers_plainte_cell;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION transfers_plainte_moved() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  differences transfers_plainte_difference[] := ARRAY(
    WITH moved AS (
      SELECT place.id, place.geom AS old_geom, new_rows.geom AS new_geom
      FROM old_rows AS place JOIN new_rows USING (id) WHERE place.geom IS DISTINCT FROM new_rows.geom),
    held AS (
      SELECT count(*) AS nombre, localite_id, region_id, secteur_id, statut, priorite, categorie
      FROM transfers_plainte
      WHERE categorie <> 'vbg' AND localite_id = ANY (ARRAY(SELECT id FROM moved))
      GROUP BY 2, 3, 4, 5, 6, 7)
    SELECT (sens * nombre, CASE sens WHEN 1 THEN new_geom ELSE old_geom END, region_id, secteur_id, statut,
      priorite, categorie)::transfers_plainte_difference
    FROM held JOIN moved ON moved.id = localite_id CROSS JOIN (VALUES (-1), (1)) AS side (sens));
BEGIN
  IF cardinality(differences) > 0 THEN
    INSERT INTO geo_layer_change (couche) VALUES ('plaintes');
    PERFORM transfers_plainte_add_cells(differences);
  END IF;
  RETURN NULL;
END $$;

SELECT transfers_plainte_changed(ARRAY(
  SELECT (1, localite_id, region_id, secteur_id, statut, priorite, categorie)::transfers_plainte_change
  FROM transfers_plainte WHERE categorie <> 'vbg' AND localite_id IS NOT NULL));

-- name: backwards
-- Before the functions of migration 0130 go, which come back as they were once the column is gone.
LOCK TABLE transfers_plainte, geo_localite IN SHARE ROW EXCLUSIVE MODE;
-- Sums are not folded meanwhile.
LOCK TABLE transfers_plainte_cell IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM transfers_plainte_cell;
