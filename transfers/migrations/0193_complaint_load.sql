-- The open complaints of members are counted once a statement, not once a row: of 10,000 assigned complaints, that was
-- four fifths of the time.

-- name: forwards
DROP TRIGGER transfers_plainte_charge_update ON transfers_plainte;
DROP TRIGGER transfers_plainte_charge_insert ON transfers_plainte;
DROP FUNCTION transfers_plainte_charge, transfers_plainte_membre, transfers_plainte_compter;

-- What a statement changed for one member: so many open complaints more, or, below zero, fewer.
CREATE TYPE transfers_plainte_charge AS (membre_id uuid, nombre bigint);

-- Counts. More than a member's limit is refused, whoever asks and at the same time as whom: members are locked first, in
-- the order of their ids, and the limit is looked at when all of them are.
CREATE FUNCTION transfers_plainte_compter(charges transfers_plainte_charge[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  plein uuid;
BEGIN
  IF cardinality(charges) = 0 THEN
    RETURN;
  END IF;
  PERFORM FROM transfers_equipe_membre WHERE id IN (SELECT membre_id FROM unnest(charges)) ORDER BY id FOR NO KEY UPDATE;
  SELECT m.id INTO plein
    FROM unnest(charges) AS charge
    JOIN transfers_equipe_membre AS m ON m.id = charge.membre_id
    JOIN transfers_equipe AS e ON e.id = m.equipe_id
    WHERE charge.nombre > 0 AND m.en_cours + charge.nombre > coalesce(m.wip_limit, e.wip_limit_par_membre)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'member % has reached the limit', plein
      USING ERRCODE = 'check_violation', CONSTRAINT = 'membre_wip_limit_atteinte';
  END IF;
  UPDATE transfers_equipe_membre AS m SET en_cours = m.en_cours + charge.nombre
    FROM unnest(charges) AS charge WHERE m.id = charge.membre_id;
END $$;

CREATE FUNCTION transfers_plainte_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM transfers_plainte_compter(ARRAY(
      SELECT (membre_id, count(*))::transfers_plainte_charge FROM new_rows
      WHERE statut IN ('ouverte', 'en_cours') AND membre_id IS NOT NULL GROUP BY membre_id));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM transfers_plainte_compter(ARRAY(
      SELECT (membre_id, -count(*))::transfers_plainte_charge FROM old_rows
      WHERE statut IN ('ouverte', 'en_cours') AND membre_id IS NOT NULL GROUP BY membre_id));
  ELSE
    PERFORM transfers_plainte_compter(ARRAY(
      SELECT (membre_id, sum(sens))::transfers_plainte_charge
      FROM (SELECT membre_id, statut, -1 AS sens FROM old_rows UNION ALL SELECT membre_id, statut, 1 FROM new_rows) AS side
      WHERE statut IN ('ouverte', 'en_cours') AND membre_id IS NOT NULL
      GROUP BY membre_id HAVING sum(sens) <> 0));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transfers_plainte_charge_insert AFTER INSERT ON transfers_plainte REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_plainte_charge();
CREATE TRIGGER transfers_plainte_charge_delete AFTER DELETE ON transfers_plainte REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_plainte_charge();
CREATE TRIGGER transfers_plainte_charge_update AFTER UPDATE ON transfers_plainte
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_plainte_charge();

-- name: backwards
DROP TRIGGER transfers_plainte_charge_update ON transfers_plainte;
DROP TRIGGER transfers_plainte_charge_delete ON transfers_plainte;
DROP TRIGGER transfers_plainte_charge_insert ON transfers_plainte;
DROP FUNCTION transfers_plainte_charge(), transfers_plainte_compter;
DROP TYPE transfers_plainte_charge;

CREATE FUNCTION transfers_plainte_compter(moins uuid, plus uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  limite int;
BEGIN
  IF moins IS NOT DISTINCT FROM plus THEN
    RETURN;
  END IF;
  UPDATE transfers_equipe_membre SET en_cours = en_cours - 1 WHERE id = moins;
  IF plus IS NULL THEN
    RETURN;
  END IF;
  UPDATE transfers_equipe_membre m SET en_cours = m.en_cours + 1 FROM transfers_equipe e
    WHERE m.id = plus AND e.id = m.equipe_id
      AND (coalesce(m.wip_limit, e.wip_limit_par_membre) IS NULL
        OR m.en_cours < coalesce(m.wip_limit, e.wip_limit_par_membre));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'member % has reached the limit', plus
      USING ERRCODE = 'check_violation', CONSTRAINT = 'membre_wip_limit_atteinte';
  END IF;
END $$;

CREATE FUNCTION transfers_plainte_membre(plainte transfers_plainte) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN plainte.statut IN ('ouverte', 'en_cours') THEN plainte.membre_id END
$$;

CREATE FUNCTION transfers_plainte_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM transfers_plainte_compter(
    CASE WHEN TG_OP <> 'INSERT' THEN transfers_plainte_membre(OLD) END,
    CASE WHEN TG_OP <> 'DELETE' THEN transfers_plainte_membre(NEW) END);
  RETURN NULL;
END $$;
CREATE TRIGGER transfers_plainte_charge_insert AFTER INSERT OR DELETE ON transfers_plainte
  FOR EACH ROW EXECUTE FUNCTION transfers_plainte_charge();
CREATE TRIGGER transfers_plainte_charge_update AFTER UPDATE OF statut, membre_id ON transfers_plainte
  FOR EACH ROW EXECUTE FUNCTION transfers_plainte_charge();
