-- name: compute_list_hash
-- The hash of who receives what on which account: fees and outcomes do not belong to it. The rows are hashed one by one,
-- so that half a million of them are not one text.
SELECT sha256(coalesce(string_agg(sha256(convert_to(concat_ws('|', reference, beneficiaire_id, principal_id, montant,
  nom_complet, mode_paiement, coalesce(compte_mobile, ''), coalesce(compte_bancaire, '')), 'UTF8')), '' ORDER BY reference),
  '')) AS empreinte
FROM transfers_paiement WHERE cycle_id = %(cycle)s AND statut <> 'annule'
