-- How beneficiaries fare under the graduation criteria of their programme.

-- name: verdicts
-- One row per person and active criterion of the programme: the value, rounded as it is shown, and whether it meets the
-- criterion. A value that no row tells is null, and meets nothing. The condition on `b` says whose.
WITH person AS MATERIALIZED (
  SELECT b.id, b.programme_id, b.date_enrolement, menage.score_pmt
  FROM transfers_beneficiaire AS b JOIN registry_menage AS menage ON menage.id = b.menage_id
  WHERE {people}
), critere AS MATERIALIZED (
  SELECT * FROM transfers_critere_graduation
  WHERE actif AND programme_id IN (SELECT programme_id FROM person)
), paid AS (
  -- Payments to a substitute were made for the principal. The cycles as an array: the planner then reads the payments of
  -- these, and not all of the country.
  SELECT p.principal_id AS id, count(*) AS n
  FROM transfers_paiement AS p JOIN person ON person.id = p.principal_id
  WHERE p.cycle_id = ANY (ARRAY(SELECT id FROM transfers_cycle WHERE programme_id IN (SELECT programme_id FROM person)))
    AND p.statut = 'reussi' AND EXISTS (SELECT FROM critere WHERE type = 'paiements_recus')
  GROUP BY p.principal_id
), compliance AS (
  SELECT * FROM ({rates}) AS rate WHERE EXISTS (SELECT FROM critere WHERE type = 'conditionnalites')
), measure AS (
  SELECT person.id, person.programme_id, person.score_pmt, coalesce(paid.n, 0) AS paiements,
         extract(year FROM enrolled) * 12 + extract(month FROM enrolled) AS mois,
         compliance.taux AS conformite
  FROM person
  LEFT JOIN paid ON paid.id = person.id
  LEFT JOIN compliance ON compliance.beneficiaire_id = person.id
  CROSS JOIN LATERAL (SELECT age(statement_timestamp(), person.date_enrolement) AS enrolled) AS since
)
SELECT measure.id AS beneficiaire_id, critere.id AS critere_id, critere.nom, critere.type, critere.operateur,
       critere.valeur_seuil, critere.poids, critere.obligatoire, critere.ordre, found.valeur,
       coalesce(CASE critere.operateur
         WHEN '>=' THEN found.valeur >= critere.valeur_seuil WHEN '<=' THEN found.valeur <= critere.valeur_seuil
         WHEN '>' THEN found.valeur > critere.valeur_seuil WHEN '<' THEN found.valeur < critere.valeur_seuil
         WHEN '=' THEN found.valeur = critere.valeur_seuil ELSE found.valeur <> critere.valeur_seuil END, false) AS valide
FROM measure
JOIN critere ON critere.programme_id = measure.programme_id
CROSS JOIN LATERAL (
  SELECT round(CASE critere.type WHEN 'score_pmt' THEN measure.score_pmt WHEN 'duree_programme' THEN measure.mois
                                 WHEN 'paiements_recus' THEN measure.paiements
                                 WHEN 'conditionnalites' THEN measure.conformite END, 2) AS valeur
) AS found

-- name: list_verdicts
SELECT * FROM ({verdicts}) AS verdict ORDER BY beneficiaire_id, ordre, critere_id

-- name: score
-- The weight of the criteria met, in percent of all; without weights, each counts as much.
round(CASE WHEN sum(poids) > 0 THEN 100.0 * coalesce(sum(poids) FILTER (WHERE valide), 0) / sum(poids)
           ELSE 100.0 * count(*) FILTER (WHERE valide) / count(*) END, 2)

-- name: select_candidates
-- Who meets all obligatory criteria that the rows tell, and at least one criterion; the best first.
WITH verdict AS ({verdicts}), fared AS MATERIALIZED (
  SELECT beneficiaire_id, {score} AS score, count(*) FILTER (WHERE valide) AS remplis, count(*) AS demandes
  FROM verdict GROUP BY beneficiaire_id
  HAVING bool_or(valide) AND bool_and(valide OR NOT obligatoire OR type <> ALL(%(measured)s))
), page AS (
  SELECT * FROM fared ORDER BY score DESC, beneficiaire_id LIMIT %(limit)s OFFSET %(offset)s
)
SELECT counted.total, b.id, b.nom_complet, page.score, page.remplis, page.demandes
FROM (SELECT count(*) AS total FROM fared) AS counted
LEFT JOIN page ON true
LEFT JOIN transfers_beneficiaire AS b ON b.id = page.beneficiaire_id
ORDER BY page.score DESC, b.id

-- name: insert_results
-- What the rows say of these graduations, as the results of their evaluation.
INSERT INTO transfers_graduation_resultat (
  graduation_id, critere_id, nom, type, operateur, valeur_seuil, poids, obligatoire, ordre, valide, valeur, valeur_calculee)
SELECT graduation.id, critere_id, nom, type, operateur, valeur_seuil, poids, obligatoire, ordre, valide, valeur, valeur
FROM transfers_graduation AS graduation
JOIN ({verdicts}) AS verdict ON verdict.beneficiaire_id = graduation.beneficiaire_id
WHERE graduation.id = ANY(%(graduations)s)

-- name: evaluate
-- Move graduations to evaluated, by their results; what an evaluator stated counts before what the results add up to.
UPDATE transfers_graduation AS graduation
SET statut = %(target)s, date_evaluation = %(today)s, evalue_par_id = %(user)s, score_pmt_final = menage.score_pmt,
    score_global = coalesce(%(score)s, found.score), commentaire_evaluation = %(comment)s,
    type_graduation = CASE WHEN found.failed THEN 'negative' ELSE 'positive' END,
    recommandation = coalesce(%(recommendation)s, CASE WHEN found.failed THEN 'rejeter' WHEN found.complete THEN 'approuver'
                                                       ELSE 'examiner' END),
    updated_at = statement_timestamp()
FROM (
  SELECT graduation_id, {score} AS score, bool_or(obligatoire AND NOT valide) AS failed, bool_and(valide) AS complete
  FROM transfers_graduation_resultat WHERE graduation_id = ANY(%(graduations)s) GROUP BY graduation_id
) AS found, registry_menage AS menage
WHERE graduation.id = found.graduation_id AND menage.id = graduation.menage_id AND graduation.statut = ANY(%(sources)s)

-- name: list_affected_cycles
-- Lists that hold these principals, unpaid. One that is not approved is calculated anew (decision 0094). An approved one
-- pays what is on its way, and what was planned or has failed unless its period begins later (decision 0260).
SELECT cycle.id, cycle.code, cycle.nom, cycle.statut_validation, count(*) AS nombre, becomes.effet
FROM transfers_cycle AS cycle
JOIN transfers_paiement AS p ON p.cycle_id = cycle.id AND p.principal_id = ANY(%(principals)s)
JOIN transfers_beneficiaire AS place ON place.id = p.principal_id
CROSS JOIN LATERAL (
  SELECT CASE WHEN cycle.statut_validation <> 'valide' THEN 'recalculer'
              WHEN p.statut <> 'en_cours' AND place.date_graduation::date < cycle.date_debut THEN 'non_paye'
              ELSE 'paye' END AS effet
) AS becomes
WHERE cycle.programme_id = ANY(%(programmes)s) AND cycle.clos_le IS NULL
  AND p.statut IN ('planifie', 'en_cours', 'echoue')
GROUP BY cycle.id, becomes.effet ORDER BY cycle.code, becomes.effet
