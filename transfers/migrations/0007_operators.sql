-- name: insert_operators
-- An installation gives them their names: the codes are those of the contract. `grille_id` is whose fees apply.
INSERT INTO transfers_operateur (code, label, actif, tient_comptes, grille_id, ordre) VALUES
  ('operator_a_money', 'Operator A Money', true, true, 'operator_a_money', 1),
  ('operator_b', 'Operator B', true, false, 'operator_b', 5),
  ('operator_b_money', 'Operator B Money', true, true, 'operator_b', 2),
  ('operator_c', 'Operator C', true, true, NULL, 3),
  ('operator_d_money', 'Operator D Money', true, true, NULL, 4),
  ('operator_e', 'Operator E', true, false, 'operator_e', 6);

-- name: guard_tranches
-- Payments keep the tranche that they were given: once used, it says for ever what it said then.
CREATE FUNCTION transfers_guard_tranche() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a tranche that was used keeps its operator and amounts' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER tranche_guard BEFORE UPDATE ON transfers_tranche FOR EACH ROW
  WHEN (OLD.utilisee AND (NOT NEW.utilisee
    OR (OLD.operateur_id, OLD.montant_min, OLD.montant_max, OLD.taxe_administrative, OLD.frais_retrait)
      <> (NEW.operateur_id, NEW.montant_min, NEW.montant_max, NEW.taxe_administrative, NEW.frais_retrait)))
  EXECUTE FUNCTION transfers_guard_tranche();

-- name: release_tranches
DROP TRIGGER tranche_guard ON transfers_tranche;
DROP FUNCTION transfers_guard_tranche;

-- name: delete_operators
DELETE FROM transfers_operateur;
