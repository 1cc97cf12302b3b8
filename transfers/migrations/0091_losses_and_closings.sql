-- name: number_samples
-- Samples that were drawn before are numbered in their order; nobody was asked why there are several.
SELECT set_config('tabanca.quiet', 'on', true);
UPDATE transfers_verification AS v SET numero = n.numero, motif = CASE WHEN n.numero > 1 THEN '-' END
FROM (SELECT id, row_number() OVER (PARTITION BY cycle_id ORDER BY created_at, id) AS numero FROM transfers_verification) AS n
WHERE n.id = v.id AND n.numero > 1;
SELECT set_config('tabanca.quiet', '', true);
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;

-- name: forwards
-- Projects that have accounts get one for what was lost.
INSERT INTO transfers_compte (id, projet_id, nature)
SELECT uuid7(), projet_id, 'pertes' FROM transfers_compte WHERE nature = 'attente';
SELECT accounts_audit_table('transfers_cycle', '{"model": "cycle"}');
SELECT accounts_audit_table('transfers_verification', '{"model": "verification"}');

-- Whether a cycle still pays, or may: somebody is planned or under way, an attempt is open, or an amount is reserved.
CREATE FUNCTION transfers_is_engaged(cycle uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM transfers_paiement WHERE cycle_id = cycle AND statut IN ('planifie', 'en_cours'))
    OR EXISTS (SELECT FROM transfers_execution AS e JOIN transfers_tentative AS t ON t.execution_id = e.id
      WHERE e.cycle_id = cycle AND t.etat IN ('preparee', 'envoyee', 'inconnue'))
    OR EXISTS (SELECT FROM transfers_execution AS e JOIN transfers_reservation AS r ON r.id = e.id AND r.restant > 0
      WHERE e.cycle_id = cycle)
$$;

-- A cycle is closed once, when nothing of it is engaged, and begins no run after that.
CREATE FUNCTION transfers_guard_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.clos_le IS NOT NULL OR transfers_is_engaged(NEW.id) THEN
    RAISE EXCEPTION 'a cycle is closed once, when nothing of it is engaged' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cycle_closing BEFORE UPDATE OF clos_le ON transfers_cycle FOR EACH ROW
  WHEN (NEW.clos_le IS DISTINCT FROM OLD.clos_le) EXECUTE FUNCTION transfers_guard_closing();
CREATE FUNCTION transfers_guard_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM transfers_cycle WHERE id = NEW.cycle_id AND clos_le IS NOT NULL) THEN
    RAISE EXCEPTION 'a closed cycle begins no run' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER execution_guard BEFORE INSERT ON transfers_execution FOR EACH ROW EXECUTE FUNCTION transfers_guard_run();

-- What two people decided stays.
CREATE TRIGGER perte_keep BEFORE UPDATE OR DELETE ON transfers_perte FOR EACH ROW WHEN (OLD.confirme_le IS NOT NULL)
  EXECUTE FUNCTION transfers_refuse_change();
CREATE TRIGGER cloture_keep BEFORE UPDATE OR DELETE ON transfers_cloture_cycle FOR EACH ROW
  WHEN (OLD.confirme_le IS NOT NULL) EXECUTE FUNCTION transfers_refuse_change();

-- name: backwards
DROP TRIGGER cloture_keep ON transfers_cloture_cycle;
DROP TRIGGER perte_keep ON transfers_perte;
DROP FUNCTION transfers_guard_run, transfers_guard_closing CASCADE;
DROP FUNCTION transfers_is_engaged;
-- Refused, by the movements, when something was written off: what the ledger says does not go.
DELETE FROM transfers_compte WHERE nature = 'pertes';
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;

-- name: audit_again
SELECT accounts_audit_table('transfers_cycle', '{"model": "cycle"}');
SELECT accounts_audit_table('transfers_verification', '{"model": "verification"}');
