-- name: forwards
SELECT accounts_sync_track('transfers_paiement', 'paiements', 'r.region_id');
SELECT accounts_sync_track('transfers_beneficiaire', 'beneficiaires',
                           '(SELECT region_id FROM registry_menage WHERE id = r.menage_id)');

-- A beneficiary is shown with the code, region and secteur of the household: the regions of both are told.
CREATE FUNCTION registry_menage_synced_beneficiaries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM accounts_sync_add('beneficiaires', ids, region_id) FROM (
    SELECT region_id, ARRAY(SELECT id FROM transfers_beneficiaire WHERE menage_id = changed.id) AS ids FROM (
      SELECT id, region_id FROM (
        SELECT id, region_id, secteur_id, code_menage FROM new_rows
        EXCEPT SELECT id, region_id, secteur_id, code_menage FROM old_rows
      ) AS shown
      UNION (SELECT id, region_id FROM old_rows EXCEPT SELECT id, region_id FROM new_rows)
    ) AS changed
  ) AS told;
  RETURN NULL;
END $$;
CREATE TRIGGER synced_beneficiaries AFTER UPDATE ON registry_menage
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_synced_beneficiaries();

-- name: backwards
DROP FUNCTION registry_menage_synced_beneficiaries CASCADE;
DROP FUNCTION transfers_paiement_synced, transfers_beneficiaire_synced CASCADE;
