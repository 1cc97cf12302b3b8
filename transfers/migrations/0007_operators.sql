-- name: forwards
-- An installation gives them their names: the codes are those of the contract. `grille_id` is whose fees apply.
INSERT INTO transfers_operateur (code, label, actif, tient_comptes, grille_id, ordre) VALUES
  ('operator_a_money', 'Operator A Money', true, true, 'operator_a_money', 1),
  ('operator_b', 'Operator B', true, false, 'operator_b', 5),
  ('operator_b_money', 'Operator B Money', true, true, 'operator_b', 2),
  ('operator_c', 'Operator C', true, true, NULL, 3),
  ('operator_d_money', 'Operator D Money', true, true, NULL, 4),
  ('operator_e', 'Operator E', true, false, 'operator_e', 6);

-- name: backwards
DELETE FROM transfers_operateur;
