-- name: select_rows
-- One row for each payment, with the line of its pair, and one for each line that is in no pair.
SELECT p.reference AS reference_paiement, p.nom_complet AS beneficiaire,
  CASE WHEN %(contacts)s THEN coalesce(p.compte_mobile, p.telephone) END AS telephone, p.montant AS montant_sig,
  coalesce(l.reference, l.transaction) AS reference_releve, l.montant AS montant_releve, l.date_operation AS date_releve,
  p.montant_recu, e.ecart_montant, e.score, e.statut, e.raison, e.action, e.commentaire, d.auteur, d.le
FROM transfers_rapprochement_entree AS e
LEFT JOIN transfers_paiement AS p ON p.id = e.paiement_id
LEFT JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
LEFT JOIN LATERAL (
  SELECT concat_ws(' ', u.prenom, u.nom) AS auteur, k.created_at AS le
  FROM transfers_rapprochement_decision AS k JOIN accounts_user AS u ON u.id = k.auteur_id
  WHERE k.entree_id = e.id AND k.annule_le IS NULL ORDER BY k.id DESC LIMIT 1
) AS d ON e.decide
WHERE e.session_id = %(session)s AND (%(regions)s::uuid[] IS NULL OR e.region_id = ANY(%(regions)s))
  AND (e.source = 'sig' OR NOT EXISTS (
    SELECT FROM transfers_rapprochement_entree AS s
    WHERE s.session_id = e.session_id AND s.source = 'sig' AND s.paiement_id = e.paiement_id AND s.ligne_id = e.ligne_id))
  AND (%(paired)s::boolean IS NULL OR %(paired)s = (e.paiement_id IS NOT NULL AND e.ligne_id IS NOT NULL))
ORDER BY e.source DESC, p.reference NULLS LAST, e.id
