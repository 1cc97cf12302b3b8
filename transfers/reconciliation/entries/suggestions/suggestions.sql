-- name: list_nearest
-- The open entries of one side with the nearest amounts, whatever their number: of each of the nearest amounts, above and
-- below, those of the nearest days. Each step is a look into the index `entree_candidate`, which has them in this order.
WITH RECURSIVE above AS (
  SELECT (SELECT montant_compare FROM transfers_rapprochement_entree
          WHERE session_id = %(session)s AND source = %(side)s AND {open} AND montant_compare >= %(montant)s
          ORDER BY montant_compare LIMIT 1) AS montant
  UNION ALL
  SELECT (SELECT e.montant_compare FROM transfers_rapprochement_entree AS e
          WHERE e.session_id = %(session)s AND e.source = %(side)s AND {open} AND e.montant_compare > above.montant
          ORDER BY e.montant_compare LIMIT 1)
  FROM above WHERE above.montant IS NOT NULL
), below AS (
  SELECT (SELECT montant_compare FROM transfers_rapprochement_entree
          WHERE session_id = %(session)s AND source = %(side)s AND {open} AND montant_compare < %(montant)s
          ORDER BY montant_compare DESC LIMIT 1) AS montant
  UNION ALL
  SELECT (SELECT e.montant_compare FROM transfers_rapprochement_entree AS e
          WHERE e.session_id = %(session)s AND e.source = %(side)s AND {open} AND e.montant_compare < below.montant
          ORDER BY e.montant_compare DESC LIMIT 1)
  FROM below WHERE below.montant IS NOT NULL
), nearest AS (
  (SELECT montant FROM above LIMIT %(amounts)s) UNION ALL (SELECT montant FROM below LIMIT %(amounts)s)
)
SELECT e.id FROM nearest CROSS JOIN LATERAL (
  (SELECT id FROM transfers_rapprochement_entree
   WHERE session_id = %(session)s AND source = %(side)s AND {open} AND montant_compare = nearest.montant
     AND jour_compare >= coalesce(%(jour)s, '-infinity'::date)
   ORDER BY jour_compare, id LIMIT %(each)s)
  UNION ALL
  (SELECT id FROM transfers_rapprochement_entree
   WHERE session_id = %(session)s AND source = %(side)s AND {open} AND montant_compare = nearest.montant
     AND jour_compare < %(jour)s
   ORDER BY jour_compare DESC, id DESC LIMIT %(each)s)
  UNION ALL
  (SELECT id FROM transfers_rapprochement_entree
   WHERE session_id = %(session)s AND source = %(side)s AND {open} AND montant_compare = nearest.montant
     AND jour_compare IS NULL
   ORDER BY id LIMIT %(each)s)
) AS e

-- name: list_lines
-- Open lines that may pay a payment: of the whole session those with its telephone or its reference, and the nearest ones.
-- A line that another session has pays nobody here.
WITH named AS MATERIALIZED (
  SELECT id FROM transfers_releve_ligne
  WHERE right(regexp_replace(telephone, '\D', '', 'g'), 9) = right(regexp_replace(%(telephone)s, '\D', '', 'g'), 9)
  UNION
  SELECT id FROM transfers_releve_ligne WHERE reference = %(reference)s
  UNION
  SELECT id FROM transfers_releve_ligne WHERE transaction = %(reference)s
), open AS MATERIALIZED (
  SELECT e.id, e.ligne_id FROM named JOIN transfers_rapprochement_entree AS e ON e.ligne_id = named.id
  WHERE e.session_id = %(session)s AND e.source = 'releve' AND e.statut = 'non_rapprochee' AND e.raison <> 'deja_utilisee'
  UNION
  SELECT id, ligne_id FROM transfers_rapprochement_entree WHERE id = ANY(%(nearest)s)
)
SELECT e.id AS entree_id, coalesce(l.reference, l.transaction) AS reference, l.telephone, l.montant,
  coalesce(l.frais, 0) AS frais, l.montant AS ordre, l.brut, l.date_operation AS jour
FROM open AS e JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
WHERE l.nature = 'paiement' AND NOT l.credit
ORDER BY %(reference)s IN (l.reference, l.transaction) IS TRUE DESC,
  right(regexp_replace(l.telephone, '\D', '', 'g'), 9) = right(regexp_replace(%(telephone)s, '\D', '', 'g'), 9)
    DESC NULLS LAST,
  abs(l.montant - %(montant)s), abs(l.date_operation - %(jour)s::date) NULLS LAST, e.id
LIMIT %(limit)s

-- name: list_payments
-- Open payments that a line may pay, with their last attempt, found and ordered in the same way.
WITH named AS MATERIALIZED (
  SELECT id FROM transfers_paiement WHERE cycle_id = %(cycle)s AND compte_mobile = %(compte)s
  UNION
  SELECT id FROM transfers_paiement
  WHERE cycle_id = %(cycle)s AND reference = regexp_replace(upper(btrim(%(reference)s)), '-R[0-9]+$', '')
), open AS MATERIALIZED (
  SELECT e.id, e.paiement_id FROM named JOIN transfers_rapprochement_entree AS e ON e.paiement_id = named.id
  WHERE e.session_id = %(session)s AND e.source = 'sig' AND e.statut = 'non_rapprochee'
    AND e.raison NOT IN ('non_envoye', 'deja_utilisee')
  UNION
  SELECT id, paiement_id FROM transfers_rapprochement_entree WHERE id = ANY(%(nearest)s)
)
SELECT e.id AS entree_id, p.reference, coalesce(t.destination, p.compte_mobile) AS telephone,
  coalesce(p.montant_recu, p.montant) AS montant, coalesce(t.frais, 0) AS frais, p.montant AS ordre, false AS brut,
  (coalesce(t.settled_at, t.sent_at) AT TIME ZONE %(zone)s)::date AS jour
FROM open AS e JOIN transfers_paiement AS p ON p.id = e.paiement_id
LEFT JOIN LATERAL (
  SELECT destination, frais, settled_at, sent_at FROM transfers_tentative WHERE paiement_id = p.id ORDER BY numero DESC LIMIT 1
) AS t ON true
ORDER BY p.reference = regexp_replace(upper(btrim(%(reference)s)), '-R[0-9]+$', '') DESC NULLS LAST,
  right(regexp_replace(coalesce(t.destination, p.compte_mobile), '\D', '', 'g'), 9)
      = right(regexp_replace(%(telephone)s, '\D', '', 'g'), 9) DESC NULLS LAST,
  abs(coalesce(p.montant_recu, p.montant) - %(montant)s),
  abs((coalesce(t.settled_at, t.sent_at) AT TIME ZONE %(zone)s)::date - %(jour)s::date) NULLS LAST, e.id
LIMIT %(limit)s

-- name: find_side
-- What of an entry is compared: its payment, with the last attempt, or its line.
SELECT e.id AS entree_id, coalesce(p.reference, l.reference, l.transaction) AS reference,
  coalesce(t.destination, p.compte_mobile, l.telephone) AS telephone,
  coalesce(p.montant_recu, p.montant, l.montant) AS montant, coalesce(t.frais, l.frais, 0) AS frais,
  coalesce(p.montant, l.montant) AS ordre, coalesce(l.brut, false) AS brut,
  coalesce((coalesce(t.settled_at, t.sent_at) AT TIME ZONE %(zone)s)::date, l.date_operation) AS jour
FROM transfers_rapprochement_entree AS e
LEFT JOIN transfers_paiement AS p ON p.id = e.paiement_id AND e.source = 'sig'
LEFT JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id AND e.source = 'releve'
LEFT JOIN LATERAL (
  SELECT destination, frais, settled_at, sent_at FROM transfers_tentative WHERE paiement_id = p.id ORDER BY numero DESC LIMIT 1
) AS t ON true
WHERE e.id = %(entry)s
