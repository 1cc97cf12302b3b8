-- name: forwards
-- Sums of complaints: each statement appends what it changed, and nobody waits for another's row.
LOCK TABLE transfers_plainte IN SHARE ROW EXCLUSIVE MODE;

-- What one complaint adds to the sums. While it has no resolution, whether it keeps its term is not in them: a day that
-- passes is no change.
CREATE TYPE transfers_plainte_sums AS (respecte boolean, nombre bigint, resolues bigint, secondes numeric);
CREATE FUNCTION transfers_plainte_sums(statut varchar, creation timestamptz, resolution timestamptz, echeance date)
RETURNS transfers_plainte_sums LANGUAGE sql STABLE PARALLEL SAFE RETURN ROW(
  CASE WHEN resolution IS NOT NULL THEN transfers_plainte_delai_tenu(statut, echeance, resolution, NULL) END,
  1,
  (statut IN ('resolue', 'fermee') AND resolution IS NOT NULL)::int,
  CASE WHEN statut IN ('resolue', 'fermee') THEN coalesce(extract(epoch FROM resolution - creation), 0) ELSE 0 END
)::transfers_plainte_sums;

CREATE FUNCTION transfers_add_complaint_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT 1 AS sign, * FROM new_rows' END,
    CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT -1 AS sign, * FROM old_rows' END);
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM transfers_plainte_total;
    RETURN NULL;
  END IF;
  EXECUTE format('
    INSERT INTO transfers_plainte_total (
      region_id, categorie, priorite, statut, respecte, nombre, resolues, secondes)
    SELECT region_id, categorie, priorite, statut, respecte, sum(sign * nombre), sum(sign * resolues), sum(sign * secondes)
    FROM (%s) AS changed
    CROSS JOIN LATERAL transfers_plainte_sums(statut, date_creation, date_resolution, echeance)
    GROUP BY region_id, categorie, priorite, statut, respecte
    HAVING (sum(sign * nombre), sum(sign * resolues), sum(sign * secondes)) <> (0, 0, 0)', changed);
  RETURN NULL;
END $$;
CREATE TRIGGER totals_inserted AFTER INSERT ON transfers_plainte REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_add_complaint_totals();
CREATE TRIGGER totals_updated AFTER UPDATE ON transfers_plainte
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_add_complaint_totals();
CREATE TRIGGER totals_deleted AFTER DELETE ON transfers_plainte REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_add_complaint_totals();
CREATE TRIGGER totals_emptied AFTER TRUNCATE ON transfers_plainte
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_add_complaint_totals();

INSERT INTO transfers_plainte_total (region_id, categorie, priorite, statut, respecte, nombre, resolues, secondes)
SELECT region_id, categorie, priorite, statut, respecte, sum(nombre), sum(resolues), sum(secondes)
FROM transfers_plainte
CROSS JOIN LATERAL transfers_plainte_sums(statut, date_creation, date_resolution, echeance)
GROUP BY 1, 2, 3, 4, 5;

-- name: backwards
DROP FUNCTION transfers_add_complaint_totals CASCADE;
DROP FUNCTION transfers_plainte_sums(varchar, timestamptz, timestamptz, date);
DROP TYPE transfers_plainte_sums;
