-- name: apply_fees
-- Set the fees of the payments of a cycle that go through one of these operators, or through none yet, in the mode that
-- they pay. `tranches` are locked; together they hold every amount.
UPDATE transfers_paiement AS p
SET taxe_administrative = t.taxe_administrative, frais_retrait = t.frais_retrait, tranche_id = t.id, updated_at = now()
FROM transfers_tranche AS t
WHERE p.cycle_id = %(cycle)s AND p.statut <> 'annule'
  AND (p.operateur_id IS NULL OR p.operateur_id = ANY (%(operateurs)s))
  AND (p.mode_paiement = %(mode)s OR (p.mode_paiement IS NULL AND %(mode)s = 'mobile_money'))
  AND t.id = ANY (%(tranches)s) AND p.montant BETWEEN t.montant_min AND t.montant_max
  AND (p.tranche_id, p.taxe_administrative, p.frais_retrait)
    IS DISTINCT FROM (t.id, t.taxe_administrative, t.frais_retrait)

-- name: count_unpriced
-- Payments without fees whose operator has a fee schedule in force: its account will be debited fees that nobody counted.
SELECT count(*) FROM transfers_paiement AS p JOIN transfers_operateur AS o ON o.code = p.operateur_id
WHERE p.cycle_id = %(cycle)s AND p.statut = 'planifie' AND p.tranche_id IS NULL
  AND (p.mode_paiement = 'mobile_money' OR p.mode_paiement IS NULL)
  AND EXISTS (SELECT FROM transfers_tranche AS t WHERE t.operateur_id = o.grille_id AND t.actif
    AND p.montant BETWEEN t.montant_min AND t.montant_max)
