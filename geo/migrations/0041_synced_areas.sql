-- name: forwards
SELECT accounts_sync_track('geo_region', 'regions', 'r.id');
SELECT accounts_sync_track('geo_secteur', 'secteurs', 'r.region_id');
SELECT accounts_sync_track('geo_commune', 'communes', '(SELECT region_id FROM geo_secteur WHERE id = r.secteur_id)');
SELECT accounts_sync_track('geo_localite', 'localites', '(SELECT region_id FROM geo_secteur WHERE id = r.secteur_id)');

-- A secteur that changes its region takes along what lies in it: both regions are told.
CREATE FUNCTION geo_secteur_synced_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM accounts_sync_add('communes', ARRAY(SELECT id FROM geo_commune WHERE secteur_id = moved.id), region_id),
          accounts_sync_add('localites', ARRAY(SELECT id FROM geo_localite WHERE secteur_id = moved.id), region_id)
  FROM (
    (SELECT id, region_id FROM old_rows EXCEPT SELECT id, region_id FROM new_rows)
    UNION ALL (SELECT id, region_id FROM new_rows EXCEPT SELECT id, region_id FROM old_rows)
  ) AS moved;
  RETURN NULL;
END $$;
CREATE TRIGGER synced_parts AFTER UPDATE ON geo_secteur REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION geo_secteur_synced_parts();

-- name: backwards
DROP FUNCTION geo_secteur_synced_parts CASCADE;
DROP FUNCTION geo_region_synced, geo_secteur_synced, geo_commune_synced, geo_localite_synced CASCADE;
