-- name: sum_movements
-- What moved an account in a month, and its balance before and after it.
WITH bounds AS (
  SELECT %(first)s::date::timestamp AT TIME ZONE %(zone)s AS first, %(after)s::date::timestamp AT TIME ZONE %(zone)s AS after
), sums AS (
  SELECT coalesce(sum(m.montant) FILTER (WHERE m.type = 'depot'), 0) AS deposited,
    count(*) FILTER (WHERE m.type = 'depot') AS deposits,
    coalesce(-sum(m.montant) FILTER (WHERE m.type = 'paiement'), 0) AS paid,
    count(*) FILTER (WHERE m.type = 'paiement') AS payments,
    coalesce(sum(t.frais) FILTER (WHERE m.type = 'paiement'), 0) AS fees,
    coalesce(sum(m.montant) FILTER (WHERE m.type = 'ajustement' AND m.contrepasse_id IS NOT NULL), 0) AS reversed,
    count(*) FILTER (WHERE m.type = 'ajustement' AND m.contrepasse_id IS NOT NULL) AS reversals,
    coalesce(sum(m.montant) FILTER (WHERE m.type = 'ajustement' AND m.contrepasse_id IS NULL), 0) AS adjusted,
    count(*) FILTER (WHERE m.type = 'ajustement' AND m.contrepasse_id IS NULL) AS adjustments,
    min(m.date) AS earliest, max(m.date) AS latest
  FROM bounds JOIN transfers_mouvement AS m ON m.compte_id = %(compte)s AND m.date >= first AND m.date < after
  LEFT JOIN transfers_tentative AS t ON t.id = m.objet_id AND m.type = 'paiement'
)
SELECT coalesce((SELECT solde_apres FROM transfers_mouvement, bounds WHERE compte_id = %(compte)s AND date < first
    ORDER BY numero DESC LIMIT 1), 0) AS ouverture,
  coalesce((SELECT solde_apres FROM transfers_mouvement, bounds WHERE compte_id = %(compte)s AND date < after
    ORDER BY numero DESC LIMIT 1), 0) AS cloture,
  deposited::bigint AS depots, deposits AS nb_depots, (paid - fees)::bigint AS paiements, payments AS nb_paiements,
  fees::bigint AS frais, reversed::bigint AS extournes, reversals AS nb_extournes, adjusted::bigint AS ajustements,
  adjustments AS nb_ajustements, (earliest AT TIME ZONE %(zone)s)::date AS premier, (latest AT TIME ZONE %(zone)s)::date AS dernier
FROM sums

-- name: sum_lines
-- What the operator's lines of a month say, of the statements that the project's sessions have compared: each line once.
-- A line whose statement names no account is of the one from which its cycle was paid. Fees are not in what was paid.
SELECT coalesce(sum(montant) FILTER (WHERE nature = 'depot'), 0)::bigint AS depots,
  count(*) FILTER (WHERE nature = 'depot') AS nb_depots,
  coalesce(sum(montant - CASE WHEN brut THEN coalesce(frais, 0) ELSE 0 END)
    FILTER (WHERE nature = 'paiement' AND NOT credit), 0)::bigint AS paiements,
  count(*) FILTER (WHERE nature = 'paiement' AND NOT credit) AS nb_paiements,
  (coalesce(sum(frais), 0) + coalesce(sum(montant) FILTER (WHERE nature = 'frais'), 0))::bigint AS frais,
  coalesce(sum(montant) FILTER (WHERE nature = 'extourne'), 0)::bigint AS extournes,
  count(*) FILTER (WHERE nature = 'extourne') AS nb_extournes,
  coalesce(sum(CASE WHEN credit THEN montant ELSE -montant END)
    FILTER (WHERE nature = 'autre' OR (nature = 'paiement' AND credit)), 0)::bigint AS ajustements,
  count(*) FILTER (WHERE nature = 'autre' OR (nature = 'paiement' AND credit)) AS nb_ajustements,
  min(date_operation) AS premier, max(date_operation) AS dernier
FROM transfers_releve_ligne AS l
WHERE l.operateur_id = %(operateur)s AND l.date_operation >= %(first)s AND l.date_operation < %(after)s
  AND EXISTS (SELECT FROM transfers_releve_place AS p JOIN transfers_rapprochement AS s ON s.releve_id = p.releve_id
    JOIN transfers_cycle AS c ON c.id = s.cycle_id JOIN transfers_programme AS g ON g.id = c.programme_id
    WHERE p.ligne_id = l.id AND g.projet_id = %(projet)s AND s.statut <> 'annule' AND (l.compte = ANY(%(comptes)s)
      OR l.compte = '' AND coalesce((SELECT bool_or(x.compte_id = %(compte)s) FROM transfers_execution AS x
        WHERE x.cycle_id = c.id AND x.operateur_id = l.operateur_id), true)))

-- name: list_statements
-- The statements behind these lines, whose days meet the month, with the balances that they have. All lines of one that names
-- its account are of that account.
SELECT DISTINCT r.id, r.nom, r.periode_debut, r.periode_fin, r.solde_ouverture, r.solde_cloture, r.annonce_debut, r.annonce_fin
FROM transfers_releve AS r JOIN transfers_rapprochement AS s ON s.releve_id = r.id AND s.statut <> 'annule'
JOIN transfers_cycle AS c ON c.id = s.cycle_id JOIN transfers_programme AS g ON g.id = c.programme_id
WHERE r.operateur_id = %(operateur)s AND g.projet_id = %(projet)s AND r.periode_fin >= %(first)s AND r.periode_debut < %(after)s
  AND CASE WHEN r.numero_compte IS NULL
    THEN coalesce((SELECT bool_or(x.compte_id = %(compte)s) FROM transfers_execution AS x
      WHERE x.cycle_id = c.id AND x.operateur_id = r.operateur_id), true)
    ELSE (SELECT l.compte FROM transfers_releve_place AS p JOIN transfers_releve_ligne AS l ON l.id = p.ligne_id
      WHERE p.releve_id = r.id ORDER BY p.numero LIMIT 1) = ANY(%(comptes)s) END
ORDER BY r.periode_debut, r.periode_fin, r.id
