-- Read the payments of many cycles, and change those of one household.

-- name: list_page_ids
-- The newest payments of some cycles or statuses: of each cycle and status as many as the page reaches, from the index,
-- however many payments there are. `last` is where the page ends.
WITH part AS MATERIALIZED (
  SELECT DISTINCT cycle_id, statut FROM transfers_paiement_total
  WHERE nombre > 0 AND (%(cycles)s::uuid[] IS NULL OR cycle_id = ANY(%(cycles)s::uuid[]))
    AND (%(statut)s::text IS NULL OR statut = %(statut)s)
    AND (%(operateur)s::text IS NULL OR operateur_id = %(operateur)s)
    AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s::uuid[]))
)
SELECT page.id FROM part CROSS JOIN LATERAL (
  SELECT p.id FROM transfers_paiement AS p
  WHERE p.cycle_id = part.cycle_id AND p.statut = part.statut
    AND (%(operateur)s::text IS NULL OR p.operateur_id = %(operateur)s)
    AND (%(regions)s::uuid[] IS NULL OR p.region_id = ANY(%(regions)s::uuid[]))
  ORDER BY p.id DESC LIMIT %(last)s
) AS page
ORDER BY page.id DESC LIMIT %(limit)s OFFSET %(last)s - %(limit)s

-- name: find_wrong_totals
-- 6: the sums of a cycle by status are those of its rows.
WITH counted AS (
  SELECT cycle_id, region_id, operateur_id, statut, count(*) AS nombre, sum(montant) AS montant,
         sum(coalesce(taxe_administrative, 0) + coalesce(frais_retrait, 0)) AS frais,
         sum(CASE WHEN statut = 'reussi' THEN coalesce(montant_recu, montant) ELSE 0 END) AS recu
  FROM transfers_paiement GROUP BY cycle_id, region_id, operateur_id, statut
), stored AS (
  SELECT cycle_id, region_id, operateur_id, statut, nombre, montant, frais, recu FROM transfers_paiement_total
  WHERE (nombre, montant, frais, recu) <> (0, 0, 0, 0)
)
SELECT format('%s %s: %s', cycle_id, statut, nombre) AS fault FROM (
  (SELECT * FROM counted EXCEPT SELECT * FROM stored) UNION ALL (SELECT * FROM stored EXCEPT SELECT * FROM counted)
) AS wrong LIMIT 100

-- name: list_identifying_texts
SELECT DISTINCT word FROM transfers_paiement AS p
CROSS JOIN LATERAL (VALUES (p.code_menage), (p.nom_complet), (p.telephone), (p.compte_mobile), (p.compte_bancaire))
     AS personal (word)
WHERE (p.menage_id = %(id)s OR p.beneficiaire_id IN (SELECT id FROM transfers_beneficiaire WHERE menage_id = %(id)s))
  AND word IS NOT NULL

-- name: erase_payments
-- The identity is erased; that it was paid, how much and when, remains, and so does what of it was approved.
UPDATE transfers_paiement AS p
SET empreinte = transfers_payment_hash(p), code_menage = 'ANONYME-' || upper(right(menage_id::text, 12)),
    nom_complet = 'ANONYME', telephone = NULL, compte_mobile = NULL, compte_bancaire = NULL, motif_echec = CASE WHEN motif_echec IS NOT NULL THEN 'anonymise' END,
    motif_exclusion = CASE WHEN motif_exclusion IS NOT NULL THEN 'anonymise' END, secteur_id = NULL, localite_id = NULL,
    updated_at = statement_timestamp()
WHERE menage_id = ANY(%(roots)s)
   OR beneficiaire_id IN (SELECT id FROM transfers_beneficiaire WHERE menage_id = ANY(%(roots)s))

-- name: has_open_payments
-- Whether somebody of these households is about to be paid: on an approved list, or at the operator.
SELECT EXISTS (
  SELECT FROM transfers_paiement AS p JOIN transfers_cycle AS c ON c.id = p.cycle_id
  WHERE (p.menage_id = ANY(%(roots)s)
      OR p.beneficiaire_id IN (SELECT id FROM transfers_beneficiaire WHERE menage_id = ANY(%(roots)s)))
    AND (p.statut = 'en_cours' OR p.statut = 'planifie' AND c.statut_validation IN ('en_attente', 'valide'))
)

-- name: delete_payments
DELETE FROM transfers_paiement WHERE cycle_id = %(cycle)s

-- name: is_readdressed
-- Whether who receives the payment `p` is, by their row `b`, to be paid in another way or on another account by now.
((coalesce(b.mode_paiement, p.mode_paiement) IS DISTINCT FROM p.mode_paiement
  OR p.mode_paiement IS DISTINCT FROM 'especes' AND (
    p.compte_mobile <> '' AND p.compte_mobile NOT IN (coalesce(b.compte_mobile, ''), coalesce(b.numero_op_b, ''))
    OR p.compte_bancaire <> '' AND p.compte_bancaire IS DISTINCT FROM b.compte_bancaire)) IS TRUE)

-- name: count_readdressed
SELECT count(*) FROM transfers_paiement AS p JOIN transfers_beneficiaire AS b ON b.id = p.beneficiaire_id
WHERE p.cycle_id = %(cycle)s AND p.statut = 'planifie' AND (%(paiement)s::uuid IS NULL OR p.id = %(paiement)s)
  AND b.statut_enrolement NOT IN ('suspendu', 'sorti', 'gradue') AND {readdressed}
