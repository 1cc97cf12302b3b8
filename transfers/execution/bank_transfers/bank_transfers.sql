-- name: list_messages
-- All messages of a cycle at a bank. Each run is cut in the order of its references, whatever became of them: a transfer
-- stays in its message, however often that is written, so that the bank knows a repeated message by its identifier.
SELECT row_number() OVER (ORDER BY r.created_at, r.id, part.number) AS numero, r.id AS execution_id,
  part.number AS part, part.size AS size, part.waiting, part.prepared
FROM transfers_execution AS r CROSS JOIN LATERAL (
  SELECT (t.rank - 1) / own.size AS number, own.size,
    count(*) FILTER (WHERE t.etat IN ('envoyee', 'inconnue') AND t.destination IS NOT NULL) AS waiting,
    count(*) FILTER (WHERE t.etat = 'preparee') AS prepared
  FROM (SELECT (r.options->>'parMessage')::int AS size) AS own CROSS JOIN (
    SELECT a.etat, a.destination, row_number() OVER (ORDER BY p.reference) AS rank
    FROM transfers_tentative AS a JOIN transfers_paiement AS p ON p.id = a.paiement_id WHERE a.execution_id = r.id
  ) AS t GROUP BY 1, 2
) AS part
WHERE r.cycle_id = %(cycle)s AND r.operateur_id = %(operateur)s AND r.fournisseur = 'virement_bancaire'
ORDER BY numero

-- name: select_transfers
-- The transfers of one message that wait for an outcome, each with the count and the sum of all (in the same snapshot).
SELECT id, reference, nom_complet, destination, montant, count(*) OVER () AS nombre, sum(montant) OVER ()::bigint AS total
FROM (
  SELECT t.id, {reference} AS reference, p.nom_complet, t.destination, t.montant, t.etat,
    row_number() OVER (ORDER BY p.reference) AS rank
  FROM transfers_tentative AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id WHERE t.execution_id = %s
) AS ranked
WHERE rank > %s AND rank <= %s AND etat IN ('envoyee', 'inconnue') AND destination IS NOT NULL
ORDER BY rank
