-- name: hash_list
-- One hash over the payments in the order of their ids: of who is paid what, on which account, with which fees. What
-- execution writes (operator, outcome) does not belong to it. Rows are hashed one by one, so that half a million of them
-- are not one text.
SELECT sha256(coalesce(string_agg(transfers_payment_hash(p), '' ORDER BY p.id), '')) AS empreinte,
  count(*) AS nombre,
  coalesce(sum(p.montant + coalesce(p.taxe_administrative, 0) + coalesce(p.frais_retrait, 0)), 0)::bigint AS montant
FROM transfers_paiement AS p WHERE p.cycle_id = %(cycle)s AND p.statut <> 'annule'

-- name: sum_adjacent_cycles
-- What other cycles of the programme pay that begin within one period before or after this one, and are under validation
-- or validated. What has failed did not leave; regular cycles begin a whole period apart, and do not count.
SELECT coalesce(sum(t.montant + t.frais), 0)::bigint FROM transfers_cycle AS c
JOIN transfers_paiement_total AS t ON t.cycle_id = c.id AND t.statut NOT IN ('annule', 'echoue')
WHERE c.programme_id = %(programme)s AND c.id <> %(cycle)s AND c.statut_validation IN ('en_attente', 'valide')
  AND c.date_debut < %(debut)s::date + make_interval(months => %(months)s)
  AND c.date_debut + make_interval(months => %(months)s) > %(debut)s::date

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

-- name: find_funding_needs
-- What validated cycles will take from these accounts, and no run has reserved yet. Cash and transfers that name no
-- operator are taken from the project's account when it has only one: otherwise who executes chooses. A closed
-- programme takes nothing any more.
SELECT a.compte_id, sum(t.montant + t.frais)::bigint AS besoin
FROM transfers_compte_operateur AS a
JOIN transfers_programme AS p ON p.projet_id = a.projet_id
JOIN transfers_cycle AS c ON c.programme_id = p.id AND c.statut_validation = 'valide' AND c.id IS DISTINCT FROM %(sauf)s
JOIN transfers_paiement_total AS t ON t.cycle_id = c.id AND t.statut = 'planifie'
  AND (t.operateur_id = a.operateur_id OR t.operateur_id IS NULL AND NOT EXISTS (
    SELECT FROM transfers_compte_operateur AS other
    WHERE other.projet_id = a.projet_id AND other.actif AND other.compte_id <> a.compte_id))
WHERE a.compte_id = ANY(%(comptes)s) AND a.actif AND p.statut <> 'cloture'
GROUP BY a.compte_id HAVING sum(t.nombre) > 0
