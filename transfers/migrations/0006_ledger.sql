-- name: forwards
-- Movements are added by `transfers_post_entry`, which numbers and chains them. Whoever inserts them, the triggers below
-- check the chain and move the balances: nothing else may. All are ALWAYS: they fire for a restore of the data alone, too.

-- Return the hash of a movement: of what it says, and of the movement before it.
CREATE FUNCTION transfers_movement_hash(m transfers_mouvement) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(m.empreinte_precedente || convert_to(concat_ws('|', m.id, m.compte_id, m.ecriture_id, m.numero, m.type,
    m.montant, m.solde_apres, coalesce(m.reference, ''), coalesce(m.objet_id::text, ''), coalesce(m.cycle_id::text, ''),
    coalesce(m.contrepasse_id::text, ''), (extract(epoch FROM m.date) * 1000000)::bigint), 'UTF8'))
$$;

CREATE TYPE transfers_line AS (
  compte_id uuid, type text, montant bigint, reference text, objet_id uuid, cycle_id uuid, contrepasse_id uuid
);

-- Post the lines of an entry, in their order, and return the number of movements. Locks the accounts by id.
CREATE FUNCTION transfers_post_entry(entry uuid, lines transfers_line[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  held record;
  line transfers_line;
  movement transfers_mouvement;
  movements transfers_mouvement[] := '{}';
BEGIN
  FOR held IN
    SELECT id, solde, dernier_numero, derniere_empreinte FROM transfers_compte
    WHERE id IN (SELECT compte_id FROM unnest(lines)) ORDER BY id FOR NO KEY UPDATE
  LOOP
    -- After the lock: so dates follow numbers.
    movement.date := clock_timestamp();
    movement.solde_apres := held.solde;
    movement.numero := held.dernier_numero;
    movement.empreinte := held.derniere_empreinte;
    FOREACH line IN ARRAY lines LOOP
      CONTINUE WHEN line.compte_id <> held.id;
      movement.id := uuid7();
      movement.compte_id := held.id;
      movement.ecriture_id := entry;
      movement.type := line.type;
      movement.montant := line.montant;
      movement.reference := line.reference;
      movement.objet_id := line.objet_id;
      movement.cycle_id := line.cycle_id;
      movement.contrepasse_id := line.contrepasse_id;
      movement.numero := movement.numero + 1;
      movement.solde_avant := movement.solde_apres;
      movement.solde_apres := movement.solde_avant + line.montant;
      movement.empreinte_precedente := movement.empreinte;
      movement.empreinte := transfers_movement_hash(movement);
      movements := movements || movement;
    END LOOP;
  END LOOP;
  IF cardinality(movements) <> cardinality(lines) THEN
    RAISE EXCEPTION 'a line names an unknown account' USING ERRCODE = 'foreign_key_violation';
  END IF;
  INSERT INTO transfers_mouvement SELECT * FROM unnest(movements);
  RETURN cardinality(movements);
END $$;

-- Apply added movements to their accounts, once they continue the chains and each entry adds up to zero.
CREATE FUNCTION transfers_apply_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  touched bigint;
  expected bigint;
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT n.solde_avant, n.numero, n.empreinte_precedente, n.empreinte, transfers_movement_hash(n::transfers_mouvement) AS computed,
        lag(n.solde_apres) OVER chain AS balance, lag(n.numero) OVER chain AS number, lag(n.empreinte) OVER chain AS hash
      FROM added AS n WINDOW chain AS (PARTITION BY n.compte_id ORDER BY n.numero)
    ) AS links
    WHERE empreinte <> computed
      OR (number IS NOT NULL AND (solde_avant, numero, empreinte_precedente) IS DISTINCT FROM (balance, number + 1, hash))
  ) THEN
    RAISE EXCEPTION 'movements that do not continue the chain of their account' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM added GROUP BY ecriture_id HAVING sum(montant) <> 0) THEN
    RAISE EXCEPTION 'an entry that does not add up to zero' USING ERRCODE = 'check_violation';
  END IF;
  WITH firsts AS (
    SELECT DISTINCT ON (compte_id) compte_id, solde_avant, numero, empreinte_precedente FROM added ORDER BY compte_id, numero
  ), lasts AS (
    SELECT DISTINCT ON (compte_id) compte_id, solde_apres, numero, empreinte FROM added ORDER BY compte_id, numero DESC
  )
  UPDATE transfers_compte AS c
  SET solde = l.solde_apres, dernier_numero = l.numero, derniere_empreinte = l.empreinte,
    total_depots = c.total_depots + s.deposited, nombre_depots = c.nombre_depots + s.deposits,
    total_paiements = c.total_paiements + s.paid, nombre_paiements = c.nombre_paiements + s.payments
  FROM firsts AS f JOIN lasts AS l USING (compte_id) JOIN (
    SELECT compte_id, coalesce(sum(montant) FILTER (WHERE type = 'depot'), 0) AS deposited,
      count(*) FILTER (WHERE type = 'depot') AS deposits,
      coalesce(-sum(montant) FILTER (WHERE type = 'paiement'), 0) AS paid,
      count(*) FILTER (WHERE type = 'paiement') AS payments
    FROM added GROUP BY compte_id
  ) AS s USING (compte_id)
  WHERE c.id = f.compte_id AND c.solde = f.solde_avant AND c.dernier_numero = f.numero - 1
    AND c.derniere_empreinte = f.empreinte_precedente;
  GET DIAGNOSTICS touched = ROW_COUNT;
  SELECT count(DISTINCT compte_id) INTO expected FROM added;
  IF touched <> expected THEN
    RAISE EXCEPTION 'movements that do not continue the chain of their account' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER mouvement_apply AFTER INSERT ON transfers_mouvement REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_apply_movements();
ALTER TABLE transfers_mouvement ENABLE ALWAYS TRIGGER mouvement_apply;

CREATE FUNCTION transfers_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the ledger is only added to', TG_OP, TG_TABLE_NAME USING ERRCODE = 'raise_exception';
END $$;
CREATE TRIGGER mouvement_append_only BEFORE UPDATE OR DELETE ON transfers_mouvement
  FOR EACH ROW EXECUTE FUNCTION transfers_refuse_change();
CREATE TRIGGER mouvement_keep BEFORE TRUNCATE ON transfers_mouvement
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_refuse_change();
CREATE TRIGGER ecriture_append_only BEFORE UPDATE OR DELETE ON transfers_ecriture
  FOR EACH ROW EXECUTE FUNCTION transfers_refuse_change();
CREATE TRIGGER ecriture_keep BEFORE TRUNCATE ON transfers_ecriture
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_refuse_change();
CREATE TRIGGER compte_keep BEFORE TRUNCATE ON transfers_compte
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_refuse_change();
ALTER TABLE transfers_mouvement ENABLE ALWAYS TRIGGER mouvement_append_only;
ALTER TABLE transfers_mouvement ENABLE ALWAYS TRIGGER mouvement_keep;
ALTER TABLE transfers_ecriture ENABLE ALWAYS TRIGGER ecriture_append_only;
ALTER TABLE transfers_ecriture ENABLE ALWAYS TRIGGER ecriture_keep;
ALTER TABLE transfers_compte ENABLE ALWAYS TRIGGER compte_keep;

-- Balances and reserves change only from within the triggers of movements and reservations. An account begins empty: so
-- a restore of the data alone, which would post every movement again, is refused.
CREATE FUNCTION transfers_guard_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  empty transfers_compte := NEW;
BEGIN
  IF TG_OP = 'INSERT' THEN
    empty.solde := 0; empty.reserve := 0; empty.dernier_numero := 0; empty.derniere_empreinte := '';
    empty.total_depots := 0; empty.nombre_depots := 0; empty.total_paiements := 0; empty.nombre_paiements := 0;
    IF NEW IS DISTINCT FROM empty THEN
      RAISE EXCEPTION 'an account begins empty' USING ERRCODE = 'check_violation';
    END IF;
  ELSIF (NEW.id, NEW.projet_id, NEW.nature) <> (OLD.id, OLD.projet_id, OLD.nature) OR pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'a balance is changed by movements only' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER compte_guard BEFORE INSERT OR UPDATE ON transfers_compte
  FOR EACH ROW EXECUTE FUNCTION transfers_guard_account();
ALTER TABLE transfers_compte ENABLE ALWAYS TRIGGER compte_guard;

CREATE FUNCTION transfers_apply_reservation() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.id, NEW.compte_id, NEW.montant) <> (OLD.id, OLD.compte_id, OLD.montant) THEN
    RAISE EXCEPTION 'a reservation changes only what is left of it' USING ERRCODE = 'check_violation';
  END IF;
  UPDATE transfers_compte
  SET reserve = reserve + CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE NEW.restant END
                        - CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD.restant END
  WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.compte_id ELSE NEW.compte_id END;
  RETURN NULL;
END $$;
CREATE TRIGGER reservation_apply AFTER INSERT OR UPDATE OR DELETE ON transfers_reservation
  FOR EACH ROW EXECUTE FUNCTION transfers_apply_reservation();
CREATE TRIGGER reservation_keep BEFORE TRUNCATE ON transfers_reservation
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_refuse_change();
ALTER TABLE transfers_reservation ENABLE ALWAYS TRIGGER reservation_apply;
ALTER TABLE transfers_reservation ENABLE ALWAYS TRIGGER reservation_keep;

-- name: backwards
DROP TRIGGER reservation_keep ON transfers_reservation;
DROP TRIGGER reservation_apply ON transfers_reservation;
DROP TRIGGER compte_guard ON transfers_compte;
DROP TRIGGER compte_keep ON transfers_compte;
DROP TRIGGER ecriture_keep ON transfers_ecriture;
DROP TRIGGER ecriture_append_only ON transfers_ecriture;
DROP TRIGGER mouvement_keep ON transfers_mouvement;
DROP TRIGGER mouvement_append_only ON transfers_mouvement;
DROP TRIGGER mouvement_apply ON transfers_mouvement;
DROP FUNCTION transfers_apply_reservation, transfers_guard_account, transfers_refuse_change, transfers_apply_movements,
  transfers_post_entry;
-- Migration 0401 leaves it: the version before posts by it.
DROP FUNCTION IF EXISTS transfers_post_entries;
DROP TYPE transfers_line;
DROP FUNCTION transfers_movement_hash;
