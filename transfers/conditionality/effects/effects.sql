-- What conditionalities do to the lists of payments.

-- name: effects
-- What the conditionalities of the programme do to each beneficiary in a cycle that begins on `debut_cycle`: the last
-- check of each counts, unless it has expired, and of several the gravest. `reduction` is in percent of the amount: 100 is
-- a suspension, 0 a warning. Without notice, before its time is over, or while it is `held`, an amount is not touched.
SELECT DISTINCT ON (latest.beneficiaire_id) latest.beneficiaire_id, latest.verification_id, latest.conditionnalite_id,
       CASE share.reduction WHEN 100 THEN 'suspension' WHEN 0 THEN 'avertissement' ELSE 'reduction' END AS effet,
       share.reduction
FROM (
  SELECT DISTINCT ON (v.beneficiaire_id, v.conditionnalite_id)
         v.beneficiaire_id, v.conditionnalite_id, v.id AS verification_id, v.statut, v.date_avis, v.date_echeance, c.effet,
         c.taux_reduction, c.delai_recours_jours
  FROM transfers_conditionnalite AS c
  JOIN transfers_programme AS programme ON programme.id = c.programme_id AND programme.avec_conditionnalites
  JOIN transfers_conditionnalite_verification AS v ON v.conditionnalite_id = c.id
  WHERE c.programme_id = %(programme)s AND c.actif
  ORDER BY v.beneficiaire_id, v.conditionnalite_id, v.date_verification DESC
) AS latest
CROSS JOIN LATERAL (
  SELECT coalesce(latest.date_avis::date + latest.delai_recours_jours <= %(debut_cycle)s::date, false)
         AND NOT ({held}) AS is_due
) AS due
CROSS JOIN LATERAL (
  SELECT CASE WHEN NOT due.is_due THEN 0 WHEN latest.effet = 'suspension' THEN 100
              WHEN latest.effet = 'reduction' THEN latest.taux_reduction::int ELSE 0 END AS reduction
) AS share
WHERE latest.statut = 'non_conforme' AND latest.effet <> 'aucun'
  AND (latest.date_echeance IS NULL OR latest.date_echeance >= %(debut_cycle)s::date)
ORDER BY latest.beneficiaire_id, share.reduction DESC, latest.verification_id

-- name: stored
-- What the calculation of a cycle's list applied, in the same columns, and what it took away.
SELECT principal_id AS beneficiaire_id, verification_id, conditionnalite_id, effet, reduction, retenue
FROM transfers_conditionnalite_effet WHERE cycle_id = %(cycle)s

-- name: expected
-- What a calculation would apply now, to those who may be on a list.
SELECT effect.*, NULL::bigint AS retenue FROM ({effects}) AS effect
JOIN transfers_beneficiaire AS b ON b.id = effect.beneficiaire_id AND b.type = 'principal' AND b.statut_enrolement = 'actif'

-- name: list_effects
-- Whom the conditionalities touch in a cycle: how many by effect, and one page of them.
WITH effect AS MATERIALIZED (
  SELECT b.id AS beneficiaire_id, b.code AS code_beneficiaire, b.nom_complet, b.menage_id, menage.code_menage,
         found.effet, found.reduction, found.retenue, found.verification_id, found.conditionnalite_id
  FROM ({found}) AS found
  JOIN transfers_beneficiaire AS b ON b.id = found.beneficiaire_id
  JOIN registry_menage AS menage ON menage.id = b.menage_id
  WHERE %(regions)s::uuid[] IS NULL OR menage.region_id = ANY(%(regions)s)
), counted AS (
  SELECT effet, count(*) AS n FROM effect GROUP BY effet
), page AS (
  SELECT effect.*, c.code AS code_conditionnalite, c.nom AS nom_conditionnalite
  FROM effect JOIN transfers_conditionnalite AS c ON c.id = effect.conditionnalite_id
  WHERE %(effet)s::text IS NULL OR effect.effet = %(effet)s
  ORDER BY code_beneficiaire, beneficiaire_id LIMIT %(limit)s OFFSET %(offset)s
)
SELECT coalesce((SELECT jsonb_object_agg(effet, n)::text FROM counted), '{{}}') AS counts,
       coalesce((SELECT jsonb_agg(to_jsonb(page))::text FROM page), '[]') AS items

-- name: count_effects
SELECT found.effet, count(*) FROM ({found}) AS found
JOIN transfers_beneficiaire AS b ON b.id = found.beneficiaire_id
JOIN registry_menage AS menage ON menage.id = b.menage_id
WHERE %(regions)s::uuid[] IS NULL OR menage.region_id = ANY(%(regions)s)
GROUP BY found.effet

-- name: count_changed
-- People who may be on the list, and whose amount a calculation would cut now otherwise than the one that was made.
SELECT count(*) FROM ({stored}) AS applied
FULL JOIN ({effects}) AS now ON now.beneficiaire_id = applied.beneficiaire_id
JOIN transfers_beneficiaire AS b ON b.id = coalesce(applied.beneficiaire_id, now.beneficiaire_id)
WHERE b.type = 'principal' AND b.statut_enrolement = 'actif'
  AND coalesce(applied.reduction, 0) <> coalesce(now.reduction, 0)
