-- name: forwards
-- Of the sessions that are open: suggestions are asked for in no other.
UPDATE transfers_rapprochement_entree AS e SET montant_compare = coalesce(p.montant_recu, p.montant),
  jour_compare = (SELECT (coalesce(t.settled_at, t.sent_at) AT TIME ZONE 'UTC')::date FROM transfers_tentative AS t
                  WHERE t.paiement_id = p.id ORDER BY t.numero DESC LIMIT 1)
FROM transfers_paiement AS p, transfers_rapprochement AS s
WHERE e.source = 'sig' AND p.id = e.paiement_id AND s.id = e.session_id AND s.statut NOT IN ('valide', 'annule');
UPDATE transfers_rapprochement_entree AS e SET montant_compare = l.montant, jour_compare = l.date_operation
FROM transfers_releve_ligne AS l, transfers_rapprochement AS s
WHERE e.source = 'releve' AND l.id = e.ligne_id AND l.nature = 'paiement' AND NOT l.credit
  AND s.id = e.session_id AND s.statut NOT IN ('valide', 'annule')
