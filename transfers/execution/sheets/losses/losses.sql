-- name: find_wrong_losses
-- The account of losses is what two people wrote off of sheets, and nothing else.
SELECT format('%s: %s, decided %s', c.projet_id, c.solde, coalesce(d.lost, 0)) AS fault FROM transfers_compte AS c
LEFT JOIN (
  SELECT g.projet_id, sum(f.montant_manquant - l.montant_retrouve) AS lost
  FROM transfers_perte AS l JOIN transfers_feuille AS f ON f.id = l.feuille_id
  JOIN transfers_cycle AS y ON y.id = f.cycle_id JOIN transfers_programme AS g ON g.id = y.programme_id
  WHERE l.confirme_le IS NOT NULL GROUP BY g.projet_id
) AS d ON d.projet_id = c.projet_id
WHERE c.nature = 'pertes' AND c.solde <> coalesce(d.lost, 0) LIMIT 100
