-- name: hash_list
-- One hash over the payments in the order of their ids: of who is paid what, on which account, with which fees. What
-- execution writes (operator, outcome) does not belong to it. A row as text is unambiguous: quoted, and null differs from
-- empty. Rows are hashed one by one, so that half a million of them are not one text.
SELECT sha256(coalesce(string_agg(sha256(convert_to(ROW(
    p.id, p.reference, p.beneficiaire_id, p.principal_id, p.nom_complet, p.mode_paiement, p.compte_mobile,
    p.compte_bancaire, p.montant, p.taxe_administrative, p.frais_retrait)::text, 'UTF8')), '' ORDER BY p.id), ''))
    AS empreinte,
  count(*) AS nombre,
  coalesce(sum(p.montant + coalesce(p.taxe_administrative, 0) + coalesce(p.frais_retrait, 0)), 0)::bigint AS montant
FROM transfers_paiement AS p WHERE p.cycle_id = %(cycle)s AND p.statut <> 'annule'

-- name: find_wrong_approvals
-- Cycles validated without the validations that they need, each by another person than calculated or submitted them, of
-- the list that was submitted.
SELECT c.code FROM transfers_cycle AS c
WHERE c.statut_validation = 'valide' AND c.niveaux_requis <> (
  SELECT count(DISTINCT a.user_id) FROM transfers_approbation AS a
  WHERE a.cycle_id = c.id AND a.tour = c.tour_validation AND a.action = 'validation' AND a.empreinte = c.empreinte
    AND a.niveau <= c.niveaux_requis
    AND a.user_id IS DISTINCT FROM c.soumis_par_id AND a.user_id IS DISTINCT FROM c.calcule_par_id)
ORDER BY c.code
