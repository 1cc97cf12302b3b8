-- name: drop_returned
-- The table ends with the transaction; within one it may be there from an earlier call.
DROP TABLE IF EXISTS pg_temp.returned_attempt

-- name: return_attempts
-- From confirmed to returned, by compare-and-set; what cannot have come back to the operator's account is left: other
-- amounts, and cash that payers handed out.
CREATE TEMP TABLE returned_attempt ON COMMIT DROP AS
WITH named AS (
  SELECT * FROM unnest(%(ids)s::uuid[], %(montants)s::bigint[], %(motifs)s::text[], %(dates)s::date[])
    AS named (id, montant, motif, jour)
), returned AS (
  UPDATE transfers_tentative AS t SET etat = 'retournee', motif = named.motif
  FROM named JOIN transfers_tentative AS paid ON paid.id = named.id
  JOIN transfers_mouvement AS m ON m.objet_id = paid.id AND m.type = 'paiement'
  WHERE t.id = named.id AND t.execution_id = ANY(%(runs)s) AND t.etat = 'confirmee' AND m.compte_id = ANY(%(comptes)s)
    AND named.montant IN (-m.montant, coalesce(t.montant_recu, t.montant))
  RETURNING t.id, t.paiement_id, t.execution_id, coalesce(t.montant_recu, t.montant) AS paye, named.montant, named.motif,
    named.jour, m.id AS mouvement_id, m.compte_id, m.cycle_id
)
SELECT * FROM returned

-- name: fail_payments
-- When they were paid is forgotten with the success: the movements keep it.
UPDATE transfers_paiement AS p
SET statut = 'echoue', motif_echec = r.motif, montant_recu = NULL, date_execution = statement_timestamp(),
  updated_at = statement_timestamp()
FROM returned_attempt AS r WHERE p.id = r.paiement_id AND p.statut = 'reussi'

-- name: list_returned
SELECT execution_id, id, paiement_id, jour FROM returned_attempt ORDER BY id

-- name: return_lines
-- Each payment back on its account, as the reversal of its movement; the other side in sums.
SELECT r.compte_id, 'ajustement' AS type, r.montant, p.reference, r.id AS objet_id, r.cycle_id, r.mouvement_id AS contrepasse_id,
  row_number() OVER (ORDER BY r.id) AS place
FROM returned_attempt AS r JOIN transfers_paiement AS p ON p.id = r.paiement_id
WHERE r.execution_id = %(run)s AND r.jour = %(jour)s
UNION ALL
SELECT other.id, 'ajustement', other.montant, NULL, NULL, %(cycle)s::uuid, NULL, other.place FROM (
  SELECT sum(paye) AS paid, sum(montant - paye) AS fees FROM returned_attempt
  WHERE execution_id = %(run)s AND jour = %(jour)s
) AS sums CROSS JOIN LATERAL (
  VALUES (%(beneficiaires)s::uuid, -sums.paid, 9000000000), (%(compte_frais)s::uuid, -sums.fees, 9000000001)
) AS other (id, montant, place) WHERE other.montant <> 0

-- name: find_unreversed_returns
-- 5: an attempt is returned exactly when the movement that paid it is reversed.
SELECT format('%s %s', t.id, t.etat) AS fault FROM transfers_tentative AS t
JOIN transfers_mouvement AS m ON m.objet_id = t.id AND m.type = 'paiement'
LEFT JOIN transfers_mouvement AS back ON back.contrepasse_id = m.id
WHERE (t.etat = 'retournee') <> (back.id IS NOT NULL) LIMIT 100
