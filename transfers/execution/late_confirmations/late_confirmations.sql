-- name: confirm_attempts
-- Rejected attempts that were paid after all: the last one of a payment which has no other that may have been paid.
WITH late AS (
  UPDATE transfers_tentative AS t SET etat = 'confirmee', motif = NULL,
    montant_recu = CASE WHEN o.montant_recu < t.montant THEN o.montant_recu END,
    reference_operateur = coalesce(o.reference, t.reference_operateur), settled_at = coalesce(o.moment, clock_timestamp())
  FROM ({outcomes}) AS o
  WHERE t.id = o.id AND t.execution_id = ANY(%(runs)s) AND t.etat = 'rejetee'
  RETURNING t.id, t.paiement_id, t.execution_id, t.etat, t.montant, t.frais, t.montant_recu, t.reference_operateur,
    t.motif, t.settled_at, false
)
INSERT INTO settled_attempt SELECT * FROM late

-- name: confirm_payments
UPDATE transfers_paiement AS p
SET statut = 'reussi', motif_echec = NULL, montant_recu = s.montant_recu, reference_operateur = s.reference_operateur,
  date_execution = s.settled_at, updated_at = statement_timestamp()
FROM settled_attempt AS s WHERE p.id = s.paiement_id AND p.statut = 'echoue'
