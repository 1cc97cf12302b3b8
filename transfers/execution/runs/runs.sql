-- name: list_runs
-- The runs of a cycle, the latest first, with the attempts in the given regions; the state is derived from lease and rows.
SELECT r.id, r.fournisseur, r.operateur_id AS operateur, r.created_at AS debut, r.annonce_le AS fin,
  (SELECT coalesce(nullif(concat_ws(' ', u.prenom, u.nom), ''), u.email) FROM accounts_user AS u WHERE u.id = r.auteur_id) AS auteur,
  coalesce(r.auteur_id IN (c.calcule_par_id, c.soumis_par_id), false) AS auteur_a_prepare,
  coalesce(t.nombre, 0) AS nb_paiements, coalesce(t.preparees, 0) AS a_envoyer, coalesce(t.envoyees, 0) AS envoyes,
  coalesce(t.inconnues, 0) AS inconnus, coalesce(t.confirmees, 0) AS reussis, coalesce(t.rejetees, 0) AS echoues,
  coalesce(t.montant, 0)::bigint AS montant_total, coalesce(t.paye, 0)::bigint AS montant_paye,
  t.inconnu_depuis, t.dernier_reglement,
  CASE WHEN r.annonce_le IS NOT NULL THEN 'terminee'
    WHEN c.suspendu_le IS NOT NULL OR g.statut = 'suspendu' THEN 'suspendue'
    WHEN r.bail_fin >= statement_timestamp() THEN 'en_cours'
    WHEN r.fournisseur = ANY(%(immediate)s) AND coalesce(t.preparees, 0) > 0 THEN 'interrompue'
    ELSE 'en_attente' END AS etat
FROM transfers_execution AS r JOIN transfers_cycle AS c ON c.id = r.cycle_id
JOIN transfers_programme AS g ON g.id = c.programme_id
LEFT JOIN LATERAL (
  SELECT count(*) AS nombre, count(*) FILTER (WHERE a.etat = 'preparee') AS preparees,
    count(*) FILTER (WHERE a.etat = 'envoyee') AS envoyees, count(*) FILTER (WHERE a.etat = 'inconnue') AS inconnues,
    count(*) FILTER (WHERE a.etat = 'confirmee') AS confirmees,
    count(*) FILTER (WHERE a.etat IN ('rejetee', 'retournee')) AS rejetees, sum(a.montant) AS montant,
    sum(coalesce(a.montant_recu, a.montant)) FILTER (WHERE a.etat = 'confirmee') AS paye,
    min(a.sent_at) FILTER (WHERE a.etat = 'inconnue') AS inconnu_depuis, max(a.settled_at) AS dernier_reglement
  FROM transfers_tentative AS a JOIN transfers_paiement AS p ON p.id = a.paiement_id
  WHERE a.execution_id = r.id AND (%(regions)s::uuid[] IS NULL OR p.region_id = ANY(%(regions)s))
) AS t ON true
WHERE r.cycle_id = %(cycle)s ORDER BY r.created_at DESC, r.id DESC LIMIT %(limit)s OFFSET %(start)s

-- name: list_unknown_payments
-- Sent, and nobody knows whether they arrived: the oldest first.
SELECT p.id AS paiement_id, p.reference, p.nom_complet, p.code_menage, a.destination AS compte,
  a.operateur_id AS operateur, a.montant, a.sent_at AS envoye_le, a.ask_at AS prochaine_question,
  floor(extract(epoch FROM statement_timestamp() - a.sent_at) / 3600)::int AS age_heures
FROM transfers_execution AS r JOIN transfers_tentative AS a ON a.execution_id = r.id
JOIN transfers_paiement AS p ON p.id = a.paiement_id
WHERE r.cycle_id = %(cycle)s AND a.etat = 'inconnue' AND (%(regions)s::uuid[] IS NULL OR p.region_id = ANY(%(regions)s))
ORDER BY a.sent_at, p.reference LIMIT %(limit)s OFFSET %(start)s

-- name: sum_unknown_payments
SELECT count(*) AS nombre, coalesce(sum(a.montant), 0)::bigint AS montant, min(a.sent_at) AS plus_ancien
FROM transfers_execution AS r JOIN transfers_tentative AS a ON a.execution_id = r.id
JOIN transfers_paiement AS p ON p.id = a.paiement_id
WHERE r.cycle_id = %(cycle)s AND a.etat = 'inconnue' AND (%(regions)s::uuid[] IS NULL OR p.region_id = ANY(%(regions)s))
