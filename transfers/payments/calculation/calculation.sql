-- Who of a programme is paid in a cycle, by whom, how much; and who is not, and why.

-- name: amount
-- What a household has in the cycle before anything is taken away.
SELECT least((%(montants)s::bigint[])[width_bucket(menage.taille_menage::int, %(tailles)s::int[])]
             * CASE WHEN %(par_personne)s THEN menage.taille_menage ELSE 1 END, %(plafond)s::bigint) AS montant

-- name: verdicts
-- One row per place in the programme: who receives for it, on which account and how much, with a copy of its household.
-- `motif` is why it is not paid, null when it is. This is the only definition of both: a calculation inserts the rows
-- without a reason, the exceptions are the others.
--
-- The principal receives. A principal who is active but has no account to be paid on is replaced by the first enrolled
-- of the active substitutes who are named for them and can be paid; nobody stands in for who is suspended or out.
WITH person AS NOT MATERIALIZED (
  SELECT b.id, b.menage_id, b.type, b.principal_id, b.statut_enrolement, b.code, b.nom_complet, b.telephone, way.mode,
         way.compte, way.second,
         CASE WHEN way.mode = 'especes' THEN NULL
              WHEN way.compte IS NULL THEN 'sans_compte'
              WHEN way.mode = 'mobile_money' AND {unreadable} THEN 'numero_invalide' END AS empechement
  FROM transfers_beneficiaire AS b
  CROSS JOIN LATERAL (
    -- The number at the second operator counts when all is paid through it, or when there is no other.
    SELECT coalesce(nullif(b.numero_op_b, ''), '') <> '' AND (
             %(par_second)s OR (%(second)s::text IS NOT NULL AND coalesce(b.compte_mobile, '') = '')) AS second
  ) AS choice
  CROSS JOIN LATERAL (
    SELECT nullif(CASE WHEN choice.second THEN b.numero_op_b ELSE b.compte_mobile END, '') AS numero
  ) AS mobile
  CROSS JOIN LATERAL (
    SELECT coalesce(b.mode_paiement, CASE WHEN mobile.numero IS NOT NULL THEN 'mobile_money'
                                          WHEN b.compte_bancaire <> '' THEN 'virement_bancaire' END) AS mode
  ) AS wanted
  CROSS JOIN LATERAL (
    SELECT wanted.mode, choice.second,
           CASE wanted.mode WHEN 'mobile_money' THEN mobile.numero
                            WHEN 'virement_bancaire' THEN nullif(b.compte_bancaire, '') END AS compte
  ) AS way
  WHERE b.programme_id = %(programme)s AND {people}
), substitute AS (
  SELECT DISTINCT ON (principal_id) * FROM person
  WHERE type = 'substitut' AND statut_enrolement = 'actif' AND principal_id IS NOT NULL AND empechement IS NULL
  ORDER BY principal_id, id
), place AS MATERIALIZED (
  SELECT p.id AS principal_id, p.menage_id, p.statut_enrolement, coalesce(s.id, p.id) AS beneficiaire_id,
         coalesce(s.code, p.code) AS code, coalesce(s.nom_complet, p.nom_complet) AS nom_complet,
         CASE WHEN s.id IS NULL THEN p.telephone ELSE s.telephone END AS telephone, coalesce(s.mode, p.mode) AS mode,
         CASE WHEN s.id IS NULL THEN p.compte ELSE s.compte END AS compte, coalesce(s.second, p.second) AS second,
         CASE WHEN s.id IS NULL THEN p.empechement END AS empechement
  FROM person AS p
  LEFT JOIN substitute AS s
    ON s.principal_id = p.id AND s.menage_id = p.menage_id AND p.statut_enrolement = 'actif' AND p.empechement IS NOT NULL
  WHERE p.type = 'principal'
), shared AS (
  -- Accounts on which somebody of another household is paid, in any programme. Bank accounts, and numbers at the second
  -- operator, have no index: these of others are looked for within this list only.
  SELECT mine.compte_mobile AS compte
  FROM transfers_beneficiaire AS mine JOIN transfers_beneficiaire AS other ON other.compte_mobile = mine.compte_mobile
  WHERE mine.programme_id = %(programme)s AND mine.statut_enrolement = 'actif' AND other.menage_id <> mine.menage_id
    AND other.statut_enrolement <> 'sorti'
  UNION
  SELECT mine.compte
  FROM place AS mine JOIN transfers_beneficiaire AS other ON other.compte_mobile = mine.compte
  WHERE mine.second AND mine.statut_enrolement = 'actif' AND other.menage_id <> mine.menage_id
    AND other.statut_enrolement <> 'sorti'
  UNION
  SELECT compte FROM place
  WHERE (mode = 'virement_bancaire' OR second) AND compte IS NOT NULL AND statut_enrolement = 'actif'
  GROUP BY compte HAVING count(DISTINCT menage_id) > 1
), paid AS (
  -- Households that another cycle of the period pays: it has, it may have, or its list is frozen and will.
  SELECT household.menage_id
  FROM transfers_paiement AS p
  JOIN transfers_beneficiaire AS b ON b.id = p.principal_id
  CROSS JOIN LATERAL (VALUES (p.menage_id), (b.menage_id)) AS household (menage_id)
  WHERE p.cycle_id = ANY(%(autres)s::uuid[])
    AND (p.statut IN ('en_cours', 'reussi') OR (p.statut = 'planifie' AND p.cycle_id = ANY(%(geles)s::uuid[])))
  GROUP BY household.menage_id
), held AS MATERIALIZED (
  -- Households and principals whose cash of the period a payer has: a file may say that it was not paid, and it may be yet.
  {held}
)
SELECT place.*, menage.code_menage, menage.taille_menage, menage.region_id, menage.secteur_id, menage.localite_id,
       amount.montant * (100 - coalesce(effect.reduction, 0)) / 100 AS montant,
       CASE WHEN place.statut_enrolement <> 'actif' THEN place.statut_enrolement
            WHEN %(projet_ferme)s OR menage.projet_id = ANY(%(projets_fermes)s::uuid[]) THEN 'projet_ferme'
            WHEN paid.menage_id IS NOT NULL THEN 'deja_paye'
            WHEN place.menage_id IN (SELECT id FROM held) OR place.principal_id IN (SELECT id FROM held)
              THEN 'especes_en_main'
            WHEN effect.reduction = 100 THEN 'conditionnalite'
            WHEN place.empechement IS NOT NULL THEN place.empechement
            WHEN shared.compte IS NOT NULL THEN 'compte_partage'
            WHEN coalesce(amount.montant * (100 - coalesce(effect.reduction, 0)) / 100, 0) <= 0 THEN 'montant_nul' END AS motif
FROM place
JOIN registry_menage AS menage ON menage.id = place.menage_id
LEFT JOIN shared ON shared.compte = place.compte
LEFT JOIN paid ON paid.menage_id = place.menage_id
-- What conditionalities take away, after notice: whole francs, rounded down.
LEFT JOIN ({effects}) AS effect ON effect.beneficiaire_id = place.principal_id
CROSS JOIN LATERAL ({amount}) AS amount

-- name: insert_effects
-- What conditionalities do to this list, and take away from whom: the amounts of the list follow from these rows.
INSERT INTO transfers_conditionnalite_effet (
  cycle_id, principal_id, verification_id, conditionnalite_id, effet, reduction, retenue)
SELECT %(cycle)s, effect.beneficiaire_id, effect.verification_id, effect.conditionnalite_id, effect.effet, effect.reduction,
       coalesce(amount.montant - amount.montant * (100 - effect.reduction) / 100, 0)
FROM ({effects}) AS effect
JOIN transfers_beneficiaire AS b ON b.id = effect.beneficiaire_id
JOIN registry_menage AS menage ON menage.id = b.menage_id
CROSS JOIN LATERAL ({amount}) AS amount

-- name: replace_exclusions
-- Empty a list before it is calculated again, and return who was excluded from it.
WITH gone AS (
  DELETE FROM transfers_paiement WHERE cycle_id = %(cycle)s RETURNING principal_id, statut, motif_exclusion, exclu_par_id
)
SELECT coalesce(jsonb_agg(jsonb_build_object('principal_id', principal_id, 'motif', motif_exclusion,
                                             'exclu_par_id', exclu_par_id)), '[]')::text AS exclusions
FROM gone WHERE statut = 'annule'

-- name: insert_payments
-- References number the places in the order of their ids, so that they mostly stay when a list is calculated again.
INSERT INTO transfers_paiement (
  reference, cycle_id, beneficiaire_id, principal_id, menage_id, region_id, secteur_id, localite_id, code_menage,
  taille_menage, nom_complet, telephone, mode_paiement, compte_mobile, compte_bancaire, operateur_id, montant, statut,
  motif_exclusion, exclu_par_id)
SELECT %(code)s || '-' || lpad(v.n::text, greatest(7, length(v.n::text)), '0'), %(cycle)s, v.beneficiaire_id,
       v.principal_id, v.menage_id, v.region_id, v.secteur_id, v.localite_id, v.code_menage, v.taille_menage,
       v.nom_complet, v.telephone, v.mode, CASE WHEN v.mode = 'mobile_money' THEN v.compte END,
       CASE WHEN v.mode = 'virement_bancaire' THEN v.compte END,
       coalesce(CASE WHEN (v.mode IS NOT DISTINCT FROM 'virement_bancaire') = %(est_banque)s THEN %(operateur)s END,
                CASE WHEN v.mode = 'mobile_money' AND v.second THEN %(second)s
                     WHEN v.mode = 'mobile_money' THEN %(premier)s END),
       v.montant, CASE WHEN e.motif IS NULL THEN 'planifie' ELSE 'annule' END, e.motif, e.exclu_par_id
FROM (SELECT *, row_number() OVER (ORDER BY principal_id) AS n FROM ({verdicts}) AS verdict WHERE motif IS NULL) AS v
LEFT JOIN jsonb_to_recordset(%(exclusions)s::jsonb) AS e (principal_id uuid, motif text, exclu_par_id uuid)
  ON e.principal_id = v.principal_id

-- name: select_exceptions
-- Count the exceptions by reason, and return one page of them.
WITH verdict AS MATERIALIZED (
  SELECT verdict.* FROM ({verdicts}) AS verdict
  WHERE motif IS NOT NULL AND (%(regions)s::uuid[] IS NULL OR region_id = ANY(%(regions)s::uuid[]))
    -- A place that somebody else of the household holds now is no exception.
    AND NOT (statut_enrolement = 'sorti' AND EXISTS (
      SELECT FROM transfers_beneficiaire AS holder
      WHERE holder.menage_id = verdict.menage_id AND holder.programme_id = %(programme)s
        AND holder.type = 'principal' AND holder.statut_enrolement <> 'sorti'))
), counted AS (
  SELECT motif, count(*) AS n FROM verdict GROUP BY motif
), page AS (
  SELECT beneficiaire_id, verdict.code AS code_beneficiaire, nom_complet, telephone, mode AS mode_paiement, compte, menage_id,
         code_menage, region_id, region.nom AS region_nom, motif
  FROM verdict LEFT JOIN geo_region AS region ON region.id = verdict.region_id
  WHERE %(motif)s::text IS NULL OR motif = %(motif)s
  ORDER BY verdict.code, beneficiaire_id LIMIT %(limit)s OFFSET %(offset)s
)
SELECT coalesce((SELECT jsonb_object_agg(motif, n)::text FROM counted), '{{}}') AS counts,
       coalesce((SELECT jsonb_agg(to_jsonb(page))::text FROM page), '[]') AS items
