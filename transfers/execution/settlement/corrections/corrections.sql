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

-- name: correct_payments
UPDATE transfers_paiement AS p
SET statut = CASE s.etat WHEN 'confirmee' THEN 'reussi' ELSE 'echoue' END, motif_echec = s.motif,
  montant_recu = CASE s.etat WHEN 'confirmee' THEN s.montant_recu END,
  reference_operateur = s.reference_operateur, date_execution = s.settled_at, updated_at = statement_timestamp()
FROM settled_attempt AS s WHERE p.id = s.paiement_id

-- name: return_attempts
-- Confirmed attempts whose money came back.
WITH returned AS (
  UPDATE transfers_tentative AS t SET etat = 'retournee', motif = o.motif
  FROM ({returns}) AS o
  WHERE t.id = o.id AND t.execution_id = ANY(%(runs)s) AND t.etat = 'confirmee'
  RETURNING t.id, t.paiement_id, t.execution_id, t.etat, t.montant, t.frais, t.montant_recu, t.reference_operateur,
    t.motif, t.settled_at, false
)
INSERT INTO settled_attempt SELECT * FROM returned

-- name: return_lines
-- What came back (`rendu`) reverses what was paid, then its fees; what is left of either waits for an explanation.
WITH back AS (
  SELECT s.id, p.reference, coalesce(s.montant_recu, s.montant) AS paid, o.rendu, m.id AS movement,
    least(greatest(o.rendu - coalesce(s.montant_recu, s.montant), 0), s.frais) AS fees
  FROM settled_attempt AS s JOIN transfers_paiement AS p ON p.id = s.paiement_id
  JOIN ({returns}) AS o ON o.id = s.id
  JOIN transfers_mouvement AS m ON m.objet_id = s.id AND m.type = 'paiement'
  WHERE s.execution_id = %(run)s
)
SELECT %(compte)s::uuid AS compte_id, 'ajustement' AS type, rendu AS montant, reference, id AS objet_id,
  %(cycle)s::uuid AS cycle_id, movement AS contrepasse_id, row_number() OVER (ORDER BY id) AS place FROM back
UNION ALL
SELECT other.id, 'ajustement', other.montant, NULL, NULL, %(cycle)s::uuid, NULL, other.place FROM (
  SELECT sum(paid) AS paid, sum(fees) AS fees, sum(rendu - paid - fees) AS rest FROM back
) AS sums CROSS JOIN LATERAL (VALUES
  (%(beneficiaires)s::uuid, -sums.paid, 9000000000), (%(compte_frais)s::uuid, -sums.fees, 9000000001),
  (%(attente)s::uuid, -sums.rest, 9000000002)
) AS other (id, montant, place) WHERE other.montant <> 0
