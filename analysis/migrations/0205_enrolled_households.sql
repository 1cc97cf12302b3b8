-- name: forwards
-- Beside the beneficiaries, the households that are enrolled in a programme (`inscrit`): a household has one principal there
-- who holds its place, and may have substitutes, and others who left (decision 0276).
LOCK TABLE registry_menage, transfers_beneficiaire IN SHARE ROW EXCLUSIVE MODE;
CREATE FUNCTION analysis_holds_place(type varchar, statut varchar) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN type = 'principal' AND statut <> 'sorti';

-- Of an update only the households count that have another region or status. Their beneficiaries move with them. Old and
-- new rows are joined by hash (decision 0036).
CREATE OR REPLACE FUNCTION analysis_add_household_days() RETURNS trigger LANGUAGE plpgsql
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
      SELECT b.programme_id, b.statut_enrolement, b.date_enrolement, moved.old_region, moved.new_region,
             analysis_holds_place(b.type, b.statut_enrolement) AS holds_place
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
      UNION ALL SELECT 'inscrit', date_enrolement, old_region, programme_id, statut_enrolement, -1
        FROM resettled WHERE holds_place
      UNION ALL SELECT 'inscrit', date_enrolement, new_region, programme_id, statut_enrolement, 1
        FROM resettled WHERE holds_place
    ) AS changed
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0;
  ELSE
    DELETE FROM analysis_total_jour WHERE sujet = 'menage';
  END IF;
  RETURN NULL;
END $$;

-- The trigger of the map's cells fires before this one, by its name, and holds the households of what changed: none of
-- them moves to another region meanwhile. Households are looked up by key and then joined by hash (decision 0036).
CREATE OR REPLACE FUNCTION analysis_add_beneficiary_days() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, menage_id, programme_id, type, statut_enrolement, date_enrolement FROM new_rows'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, menage_id, programme_id, type, statut_enrolement, date_enrolement FROM old_rows'
    ELSE 'SELECT v.* FROM old_rows AS o JOIN new_rows AS n USING (id) CROSS JOIN LATERAL (VALUES
            (-1, o.menage_id, o.programme_id, o.type, o.statut_enrolement, o.date_enrolement),
            (1, n.menage_id, n.programme_id, n.type, n.statut_enrolement, n.date_enrolement)
          ) AS v (sign, menage_id, programme_id, type, statut_enrolement, date_enrolement)
          WHERE (o.menage_id, o.programme_id, o.type, o.statut_enrolement, o.date_enrolement)
            IS DISTINCT FROM (n.menage_id, n.programme_id, n.type, n.statut_enrolement, n.date_enrolement)' END;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM analysis_total_jour WHERE sujet IN ('beneficiaire', 'inscrit');
    RETURN NULL;
  END IF;
  EXECUTE format('
    WITH changed AS MATERIALIZED (%s),
    place AS MATERIALIZED (
      SELECT id, region_id FROM registry_menage WHERE id = ANY (ARRAY(SELECT DISTINCT menage_id FROM changed)))
    INSERT INTO analysis_total_jour (sujet, jour, region_id, programme_id, statut, nombre, montant)
    SELECT sujet, analysis_local_day(date_enrolement), region_id, programme_id, statut_enrolement, sum(sign), 0
    FROM changed JOIN place ON place.id = changed.menage_id
    CROSS JOIN LATERAL (VALUES (''beneficiaire'', true), (''inscrit'', analysis_holds_place(type, statut_enrolement)))
      AS subject (sujet, is_counted)
    WHERE is_counted
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0', changed);
  RETURN NULL;
END $$;

INSERT INTO analysis_total_jour (sujet, jour, region_id, programme_id, statut, nombre, montant)
SELECT 'inscrit', analysis_local_day(b.date_enrolement), m.region_id, b.programme_id, b.statut_enrolement, count(*), 0
FROM transfers_beneficiaire AS b JOIN registry_menage AS m ON m.id = b.menage_id
WHERE analysis_holds_place(b.type, b.statut_enrolement) GROUP BY 2, 3, 4, 5;

-- name: backwards
CREATE OR REPLACE FUNCTION analysis_add_household_days() RETURNS trigger LANGUAGE plpgsql
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

CREATE OR REPLACE FUNCTION analysis_add_beneficiary_days() RETURNS trigger LANGUAGE plpgsql
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

DELETE FROM analysis_total_jour WHERE sujet = 'inscrit';
DROP FUNCTION analysis_holds_place;
