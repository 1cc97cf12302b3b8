-- name: forwards
-- Sums by day of households, beneficiaries and executed payments: each statement appends what it changed, and nobody
-- waits for another's row (decision 0114). A day is that of the country.
CREATE FUNCTION analysis_local_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
RETURN (moment AT TIME ZONE 'Africa/Bissau')::date;

-- Of an update only the households count that have another region or status. Their beneficiaries move with them. Old and
-- new rows are joined by hash (decision 0036).
CREATE FUNCTION analysis_add_household_days() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO analysis_total_jour (sujet, jour, region_id, statut, nombre, montant)
    SELECT 'menage', analysis_local_day(created_at), region_id, statut, count(*), 0 FROM new_rows GROUP BY 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO analysis_total_jour (sujet, jour, region_id, statut, nombre, montant)
    SELECT 'menage', analysis_local_day(created_at), region_id, statut, -count(*), 0 FROM old_rows GROUP BY 2, 3, 4;
  ELSIF TG_OP = 'UPDATE' THEN
    WITH moved AS MATERIALIZED (
      SELECT o.id, o.region_id AS old_region, n.region_id AS new_region, o.statut AS old_status, n.statut AS new_status,
             o.created_at AS old_date, n.created_at AS new_date
      FROM old_rows AS o JOIN new_rows AS n USING (id)
      WHERE (o.region_id, o.statut, o.created_at) IS DISTINCT FROM (n.region_id, n.statut, n.created_at)),
    resettled AS MATERIALIZED (
      SELECT b.programme_id, b.statut_enrolement, b.date_enrolement, moved.old_region, moved.new_region
      FROM transfers_beneficiaire AS b JOIN moved ON moved.id = b.menage_id
      WHERE b.menage_id = ANY (ARRAY(SELECT id FROM moved WHERE old_region IS DISTINCT FROM new_region)))
    INSERT INTO analysis_total_jour (sujet, jour, region_id, programme_id, statut, nombre, montant)
    SELECT sujet, analysis_local_day(moment), region_id, programme_id, statut, sum(sign), 0
    FROM (
      SELECT 'menage' AS sujet, old_date AS moment, old_region AS region_id, NULL::uuid AS programme_id,
             old_status AS statut, -1 AS sign FROM moved
      UNION ALL SELECT 'menage', new_date, new_region, NULL, new_status, 1 FROM moved
      UNION ALL SELECT 'beneficiaire', date_enrolement, old_region, programme_id, statut_enrolement, -1 FROM resettled
      UNION ALL SELECT 'beneficiaire', date_enrolement, new_region, programme_id, statut_enrolement, 1 FROM resettled
    ) AS changed
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0;
  ELSE
    DELETE FROM analysis_total_jour WHERE sujet = 'menage';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sums_by_day_inserted AFTER INSERT ON registry_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_household_days();
CREATE TRIGGER sums_by_day_updated AFTER UPDATE ON registry_menage
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_household_days();
CREATE TRIGGER sums_by_day_deleted AFTER DELETE ON registry_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_household_days();
CREATE TRIGGER sums_by_day_emptied AFTER TRUNCATE ON registry_menage
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_household_days();

-- The trigger of the map's cells fires before this one, by its name, and holds the households of what changed: none of
-- them moves to another region meanwhile. Households are looked up by key and then joined by hash (decision 0036).
CREATE FUNCTION analysis_add_beneficiary_days() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, menage_id, programme_id, statut_enrolement, date_enrolement FROM new_rows'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, menage_id, programme_id, statut_enrolement, date_enrolement FROM old_rows'
    ELSE 'SELECT v.* FROM old_rows AS o JOIN new_rows AS n USING (id) CROSS JOIN LATERAL (VALUES
            (-1, o.menage_id, o.programme_id, o.statut_enrolement, o.date_enrolement),
            (1, n.menage_id, n.programme_id, n.statut_enrolement, n.date_enrolement)
          ) AS v (sign, menage_id, programme_id, statut_enrolement, date_enrolement)
          WHERE (o.menage_id, o.programme_id, o.statut_enrolement, o.date_enrolement)
            IS DISTINCT FROM (n.menage_id, n.programme_id, n.statut_enrolement, n.date_enrolement)' END;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM analysis_total_jour WHERE sujet = 'beneficiaire';
    RETURN NULL;
  END IF;
  EXECUTE format('
    WITH changed AS MATERIALIZED (%s),
    place AS MATERIALIZED (
      SELECT id, region_id FROM registry_menage WHERE id = ANY (ARRAY(SELECT DISTINCT menage_id FROM changed)))
    INSERT INTO analysis_total_jour (sujet, jour, region_id, programme_id, statut, nombre, montant)
    SELECT ''beneficiaire'', analysis_local_day(date_enrolement), region_id, programme_id, statut_enrolement, sum(sign), 0
    FROM changed JOIN place ON place.id = changed.menage_id
    GROUP BY 2, 3, 4, 5 HAVING sum(sign) <> 0', changed);
  RETURN NULL;
END $$;
CREATE TRIGGER sums_by_day_inserted AFTER INSERT ON transfers_beneficiaire REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_beneficiary_days();
CREATE TRIGGER sums_by_day_updated AFTER UPDATE ON transfers_beneficiaire
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_beneficiary_days();
CREATE TRIGGER sums_by_day_deleted AFTER DELETE ON transfers_beneficiaire REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_beneficiary_days();
CREATE TRIGGER sums_by_day_emptied AFTER TRUNCATE ON transfers_beneficiaire
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_beneficiary_days();

-- A payment counts from its execution on; what arrived of it counts, where that is not the whole.
CREATE FUNCTION analysis_add_payment_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT 1 AS sign, * FROM new_rows WHERE date_execution IS NOT NULL' END,
    CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT -1 AS sign, * FROM old_rows WHERE date_execution IS NOT NULL' END);
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM analysis_total_jour WHERE sujet = 'paiement';
    RETURN NULL;
  END IF;
  EXECUTE format('
    INSERT INTO analysis_total_jour (sujet, jour, region_id, programme_id, statut, nombre, montant)
    SELECT ''paiement'', jour, region_id, programme_id, statut, sum(sign), sum(sign * somme)
    FROM (
      SELECT sign, cycle_id, region_id, statut, analysis_local_day(date_execution) AS jour,
             CASE WHEN statut = ''reussi'' THEN coalesce(montant_recu, montant) ELSE montant END AS somme
      FROM (%s) AS changed) AS executed
    JOIN (SELECT id, programme_id FROM transfers_cycle) AS cycle ON cycle.id = cycle_id
    GROUP BY jour, region_id, programme_id, statut HAVING sum(sign) <> 0 OR sum(sign * somme) <> 0', changed);
  RETURN NULL;
END $$;
CREATE TRIGGER sums_by_day_inserted AFTER INSERT ON transfers_paiement REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_payment_days();
CREATE TRIGGER sums_by_day_updated AFTER UPDATE ON transfers_paiement
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_payment_days();
CREATE TRIGGER sums_by_day_deleted AFTER DELETE ON transfers_paiement REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_payment_days();
CREATE TRIGGER sums_by_day_emptied AFTER TRUNCATE ON transfers_paiement
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_add_payment_days();

-- What is there already.
INSERT INTO analysis_total_jour (sujet, jour, region_id, statut, nombre, montant)
SELECT 'menage', analysis_local_day(created_at), region_id, statut, count(*), 0 FROM registry_menage GROUP BY 2, 3, 4;
INSERT INTO analysis_total_jour (sujet, jour, region_id, programme_id, statut, nombre, montant)
SELECT 'beneficiaire', analysis_local_day(b.date_enrolement), m.region_id, b.programme_id, b.statut_enrolement, count(*), 0
FROM transfers_beneficiaire AS b JOIN registry_menage AS m ON m.id = b.menage_id GROUP BY 2, 3, 4, 5;
INSERT INTO analysis_total_jour (sujet, jour, region_id, programme_id, statut, nombre, montant)
SELECT 'paiement', analysis_local_day(p.date_execution), p.region_id, c.programme_id, p.statut, count(*),
  sum(CASE WHEN p.statut = 'reussi' THEN coalesce(p.montant_recu, p.montant) ELSE p.montant END)
FROM transfers_paiement AS p JOIN transfers_cycle AS c ON c.id = p.cycle_id
WHERE p.date_execution IS NOT NULL GROUP BY 2, 3, 4, 5;

-- name: backwards
DROP FUNCTION analysis_add_payment_days CASCADE;
DROP FUNCTION analysis_add_beneficiary_days CASCADE;
DROP FUNCTION analysis_add_household_days CASCADE;
DROP FUNCTION analysis_local_day;
