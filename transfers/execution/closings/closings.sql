-- name: count_unfinished
-- What of a programme, or of one of its cycles, is on the way: payments without an outcome, and sheets whose cash is out.
SELECT (
    SELECT coalesce(sum(t.nombre), 0)::bigint FROM transfers_paiement_total AS t JOIN transfers_cycle AS c ON c.id = t.cycle_id
    WHERE c.programme_id = %(programme)s AND (%(cycle)s::uuid IS NULL OR c.id = %(cycle)s) AND t.statut = 'en_cours'
  ) AS paiements, (
    SELECT count(*) FROM transfers_feuille AS f JOIN transfers_cycle AS c ON c.id = f.cycle_id
    WHERE c.programme_id = %(programme)s AND (%(cycle)s::uuid IS NULL OR c.id = %(cycle)s) AND f.etat = 'remise'
  ) AS feuilles

-- name: close_payments
-- Those that were planned still will not be made. Returns them with what they had engaged.
UPDATE transfers_paiement SET statut = 'echoue', motif_echec = %(motif)s, updated_at = statement_timestamp()
WHERE cycle_id = %(cycle)s AND statut = 'planifie'
RETURNING id, montant + coalesce(taxe_administrative, 0) + coalesce(frais_retrait, 0) AS engage

-- name: find_open_closings
-- A closed cycle pays nobody: nothing of it is planned, under way or reserved, and two people said so.
SELECT format('%s: %s', c.code, CASE WHEN d.id IS NULL THEN 'no decision' ELSE 'still engaged' END) AS fault
FROM transfers_cycle AS c
LEFT JOIN transfers_cloture_cycle AS d ON d.cycle_id = c.id AND d.confirme_le IS NOT NULL
WHERE c.clos_le IS NOT NULL AND (d.id IS NULL OR transfers_is_engaged(c.id))
UNION ALL
SELECT format('%s: closed by %s, and open', d.cycle_id, d.confirme_par_id) FROM transfers_cloture_cycle AS d
JOIN transfers_cycle AS c ON c.id = d.cycle_id AND c.clos_le IS NULL WHERE d.confirme_le IS NOT NULL
LIMIT 100
