-- What the checks of conditionalities say.

-- name: rates
-- The share of checks that were met, in percent, by beneficiary; what was justified does not count.
SELECT beneficiaire_id, 100.0 * count(*) FILTER (WHERE statut = 'conforme') / count(*) AS taux
FROM transfers_conditionnalite_verification
WHERE statut <> 'justifie' AND beneficiaire_id IN ({people}) GROUP BY beneficiaire_id

-- name: effects
-- What the conditionalities of the programme do to each beneficiary in a cycle that begins on `debut_cycle`: the last
-- check of each counts, unless it has expired. Without notice, or before its time is over, an amount is not touched.
SELECT latest.beneficiaire_id, bool_or(latest.effet = 'suspension' AND due.is_noticed) AS suspendu,
       coalesce(max(latest.taux_reduction) FILTER (WHERE latest.effet = 'reduction' AND due.is_noticed), 0) AS reduction,
       bool_or(latest.effet <> 'aucun') AS averti
FROM (
  SELECT DISTINCT ON (v.beneficiaire_id, v.conditionnalite_id)
         v.beneficiaire_id, v.statut, v.date_avis, v.date_echeance, c.effet, c.taux_reduction, c.delai_recours_jours
  FROM transfers_conditionnalite AS c
  JOIN transfers_conditionnalite_verification AS v ON v.conditionnalite_id = c.id
  WHERE c.programme_id = %(programme)s AND c.actif
  ORDER BY v.beneficiaire_id, v.conditionnalite_id, v.date_verification DESC
) AS latest
CROSS JOIN LATERAL (
  SELECT coalesce(latest.date_avis::date + latest.delai_recours_jours <= %(debut_cycle)s::date, false) AS is_noticed
) AS due
WHERE latest.statut = 'non_conforme' AND (latest.date_echeance IS NULL OR latest.date_echeance >= %(debut_cycle)s::date)
GROUP BY latest.beneficiaire_id

-- name: list_people
-- The beneficiaries of a programme with these codes whom the caller sees, and their households.
SELECT b.id, b.code, b.menage_id FROM transfers_beneficiaire AS b
JOIN registry_menage AS menage ON menage.id = b.menage_id
WHERE b.programme_id = %(programme)s AND b.code = ANY(%(codes)s)
  AND (%(regions)s::uuid[] IS NULL OR menage.region_id = ANY(%(regions)s))

-- name: store_checks
-- Attendance that is sent again replaces what was sent, and keeps the notice unless the verdict changed.
INSERT INTO transfers_conditionnalite_verification (
  beneficiaire_id, menage_id, conditionnalite_id, cycle_id, statut, taux_conformite, date_verification, date_echeance,
  source_verification, commentaires, auteur_id)
SELECT b.id, b.menage_id, %(conditionality)s, %(cycle)s, sent.statut, sent.taux_conformite, sent.date_verification,
       sent.date_echeance, sent.source_verification, sent.commentaires, %(user)s
FROM jsonb_to_recordset(%(rows)s::jsonb) AS sent (
  beneficiaire_id uuid, statut text, taux_conformite numeric, date_verification timestamptz, date_echeance date,
  source_verification text, commentaires text)
JOIN transfers_beneficiaire AS b ON b.id = sent.beneficiaire_id
ON CONFLICT (beneficiaire_id, conditionnalite_id, date_verification) DO UPDATE
SET statut = excluded.statut, taux_conformite = excluded.taux_conformite, date_echeance = excluded.date_echeance,
    source_verification = excluded.source_verification, commentaires = excluded.commentaires,
    cycle_id = excluded.cycle_id, auteur_id = excluded.auteur_id, updated_at = statement_timestamp(),
    date_avis = CASE WHEN transfers_conditionnalite_verification.statut = excluded.statut
                     THEN transfers_conditionnalite_verification.date_avis END,
    avis_par_id = CASE WHEN transfers_conditionnalite_verification.statut = excluded.statut
                       THEN transfers_conditionnalite_verification.avis_par_id END

-- name: list_effects
-- The active principals whom the conditionalities touch in a cycle: how many by effect, and one page of them.
WITH effect AS MATERIALIZED (
  SELECT b.id AS beneficiaire_id, b.code AS code_beneficiaire, b.nom_complet, b.menage_id, menage.code_menage,
         CASE WHEN found.suspendu THEN 'suspension' WHEN found.reduction > 0 THEN 'reduction'
              ELSE 'avertissement' END AS effet,
         CASE WHEN found.suspendu THEN 100 ELSE found.reduction END AS reduction
  FROM ({effects}) AS found
  JOIN transfers_beneficiaire AS b ON b.id = found.beneficiaire_id
  JOIN registry_menage AS menage ON menage.id = b.menage_id
  WHERE found.averti AND b.type = 'principal' AND b.statut_enrolement = 'actif'
    AND (%(regions)s::uuid[] IS NULL OR menage.region_id = ANY(%(regions)s))
), counted AS (
  SELECT effet, count(*) AS n FROM effect GROUP BY effet
), page AS (
  SELECT * FROM effect WHERE %(effet)s::text IS NULL OR effet = %(effet)s
  ORDER BY code_beneficiaire, beneficiaire_id LIMIT %(limit)s OFFSET %(offset)s
)
SELECT coalesce((SELECT jsonb_object_agg(effet, n)::text FROM counted), '{{}}') AS counts,
       coalesce((SELECT jsonb_agg(to_jsonb(page))::text FROM page), '[]') AS items

-- name: read_lines
SELECT ligne, faute, {columns} FROM import_raw ORDER BY ligne
