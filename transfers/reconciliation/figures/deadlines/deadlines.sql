-- name: list_missing_statements
-- Cycles that were paid at an operator `days` ago or longer, and that no session compares with a statement of it. Cash is
-- on no statement.
SELECT c.id AS cycle_id, c.code AS cycle_code, c.nom AS cycle_nom, o.code AS operateur, o.label AS operateur_label, r.le,
  (%(today)s::date - (r.le AT TIME ZONE %(zone)s)::date) AS jours, s.nombre, s.montant
FROM (
  SELECT cycle_id, operateur_id, max(created_at) AS le FROM transfers_execution
  WHERE fournisseur <> 'especes' GROUP BY cycle_id, operateur_id
) AS r
JOIN transfers_cycle AS c ON c.id = r.cycle_id JOIN transfers_operateur AS o ON o.code = r.operateur_id
CROSS JOIN LATERAL (
  SELECT sum(t.nombre)::bigint AS nombre, sum(t.montant)::bigint AS montant FROM transfers_paiement_total AS t
  WHERE t.cycle_id = r.cycle_id AND t.operateur_id = r.operateur_id AND t.statut IN ('reussi', 'en_cours')
    AND (%(regions)s::uuid[] IS NULL OR t.region_id = ANY(%(regions)s))
) AS s
WHERE s.nombre > 0 AND (r.le AT TIME ZONE %(zone)s)::date <= %(today)s::date - %(days)s::int
  AND NOT EXISTS (SELECT FROM transfers_rapprochement AS x
    WHERE x.cycle_id = r.cycle_id AND x.operateur_id = r.operateur_id AND x.statut <> 'annule')
ORDER BY r.le, c.code
