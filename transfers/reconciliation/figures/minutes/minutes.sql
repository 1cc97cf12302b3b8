-- name: hash_entries
-- One hash of all entries of a session, in their order: what each pairs, of which amounts, and what was decided. Not the nature
-- of a line, which a later statement may tell better, nor what an erasure takes from it.
SELECT encode(sha256(coalesce(string_agg(sha256(convert_to(concat(e.id, E'\x1f', e.source, E'\x1f', e.statut, E'\x1f',
  e.paiement_id, E'\x1f', p.reference, E'\x1f', p.montant, E'\x1f', e.ligne_id, E'\x1f', l.reference, E'\x1f', l.transaction,
  E'\x1f', l.montant, E'\x1f', l.frais, E'\x1f', l.credit, E'\x1f', l.date_operation, E'\x1f', e.raison, E'\x1f', e.action,
  E'\x1f', e.ecart_montant, E'\x1f', e.ligne_renversee_id, E'\x1f', e.commentaire), 'UTF8')), ''::bytea ORDER BY e.id),
  ''::bytea)), 'hex') AS empreinte
FROM transfers_rapprochement_entree AS e LEFT JOIN transfers_paiement AS p ON p.id = e.paiement_id
LEFT JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
WHERE e.session_id = %(session)s

-- name: sum_paired_lines
-- What the statement says of the payments that have a line: less than was ordered where a part had arrived.
SELECT coalesce(sum(l.montant), 0)::bigint FROM transfers_rapprochement_entree AS e
JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id WHERE e.session_id = %(session)s AND e.source = 'sig' AND e.statut <> 'erreur'

-- name: list_decisions
-- What people decided, and did not undo, with the references of the payment and of the line.
SELECT d.id, d.entree_id, d.auteur_id, d.action, d.commentaire, d.created_at AS le,
  concat_ws(' ', u.prenom, u.nom) AS auteur, p.reference AS paiement,
  coalesce(l.reference, l.transaction) AS ligne, coalesce(l.montant, p.montant) AS montant, e.raison
FROM transfers_rapprochement_decision AS d
JOIN transfers_rapprochement_entree AS e ON e.id = d.entree_id JOIN accounts_user AS u ON u.id = d.auteur_id
LEFT JOIN transfers_paiement AS p ON p.id = e.paiement_id LEFT JOIN transfers_releve_ligne AS l ON l.id = e.ligne_id
WHERE d.session_id = %(session)s AND d.annule_le IS NULL
ORDER BY d.id
