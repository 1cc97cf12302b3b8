-- name: count_wrong_totals
-- The groups whose stored sums differ from those of the rows.
WITH counted AS (
  SELECT 'menage' AS sujet, analysis_local_day(created_at) AS jour, region_id,
         NULL::uuid AS programme_id, statut, 1 AS nombre, 0::numeric AS montant
  FROM registry_menage
  UNION ALL
  SELECT 'beneficiaire', analysis_local_day(b.date_enrolement), m.region_id,
         b.programme_id, b.statut_enrolement, 1, 0
  FROM transfers_beneficiaire AS b JOIN registry_menage AS m ON m.id = b.menage_id
  UNION ALL
  SELECT 'inscrit', analysis_local_day(b.date_enrolement), m.region_id,
         b.programme_id, b.statut_enrolement, 1, 0
  FROM transfers_beneficiaire AS b JOIN registry_menage AS m ON m.id = b.menage_id
  WHERE b.type = 'principal' AND b.statut_enrolement <> 'sorti'
  UNION ALL
  SELECT 'paiement', analysis_local_day(p.date_execution), p.region_id,
         c.programme_id, p.statut, 1, CASE WHEN p.statut = 'reussi' THEN coalesce(p.montant_recu, p.montant) ELSE p.montant END
  FROM transfers_paiement AS p JOIN transfers_cycle AS c ON c.id = p.cycle_id
  WHERE p.date_execution IS NOT NULL
)
SELECT count(*) FROM (
  SELECT FROM (
    SELECT sujet, jour, region_id, programme_id, statut, nombre, montant FROM counted
    UNION ALL
    SELECT sujet, jour, region_id, programme_id, statut, -nombre, -montant FROM analysis_total_jour
  ) AS compared
  GROUP BY sujet, jour, region_id, programme_id, statut
  HAVING sum(nombre) <> 0 OR sum(montant) <> 0
) AS wrong

-- name: sum_figures
-- The sums of all days, of a period and of the one before, in one walk. The households of a programme are those enrolled in it,
-- by the day of their enrolment; payments are those of the period where one was asked for.
WITH total AS (
  SELECT statut, nombre, montant,
         CASE WHEN %(programme)s::uuid IS NULL THEN sujet = 'menage'
              ELSE sujet = 'inscrit' AND programme_id = %(programme)s END AS of_households,
         sujet = 'beneficiaire' AND (%(programme)s::uuid IS NULL OR programme_id = %(programme)s) AS of_people,
         sujet = 'paiement' AND (%(programme)s::uuid IS NULL OR programme_id = %(programme)s) AS of_payments,
         jour BETWEEN %(debut)s AND %(fin)s AS is_now, jour BETWEEN %(debut_precedent)s AND %(fin_precedente)s AS is_before
  FROM ({totals}) AS visible
)
SELECT sum(nombre) FILTER (WHERE of_households) AS menages,
       sum(nombre) FILTER (WHERE of_households AND is_now) AS menages_now,
       sum(nombre) FILTER (WHERE of_households AND is_before) AS menages_before,
       sum(nombre) FILTER (WHERE of_people) AS people,
       sum(nombre) FILTER (WHERE of_people AND statut = 'actif') AS people_active,
       sum(nombre) FILTER (WHERE of_people AND is_now) AS people_now,
       sum(nombre) FILTER (WHERE of_people AND is_before) AS people_before,
       sum(montant) FILTER (WHERE of_payments AND statut = 'reussi' AND (is_now OR NOT %(is_limited)s)) AS amount,
       sum(nombre) FILTER (WHERE of_payments AND statut = 'reussi' AND (is_now OR NOT %(is_limited)s)) AS succeeded,
       sum(nombre) FILTER (WHERE of_payments AND statut = 'echoue' AND (is_now OR NOT %(is_limited)s)) AS failed,
       sum(montant) FILTER (WHERE of_payments AND statut = 'echoue' AND (is_now OR NOT %(is_limited)s)) AS amount_failed,
       sum(montant) FILTER (WHERE of_payments AND statut = 'reussi' AND is_now) AS amount_now,
       sum(montant) FILTER (WHERE of_payments AND statut = 'reussi' AND is_before) AS amount_before
FROM total

-- name: group_complaints
-- Counts of complaints by status, category, priority and whether they kept their term: of the sums, and of the open ones
-- whose term is over and not suspended, which have broken it.
SELECT statut, categorie, priorite, respecte, sum(nombre)::bigint AS nombre
FROM (
  SELECT statut, categorie, priorite, respecte, nombre FROM ({totals}) AS total
  UNION ALL
  SELECT statut, categorie, priorite, side.respecte, side.sens * nombre
  FROM (SELECT statut, categorie, priorite, count(*) AS nombre FROM ({late}) AS late GROUP BY 1, 2, 3) AS broken
  CROSS JOIN (VALUES (false, 1), (NULL, -1)) AS side (respecte, sens)
) AS complaint
GROUP BY 1, 2, 3, 4
HAVING sum(nombre) <> 0;

-- name: sum_complaints
-- Counts of complaints by status, with the seconds until those that have a resolution were resolved.
SELECT statut, count(*) AS nombre,
  count(date_resolution) FILTER (WHERE statut IN ('resolue', 'fermee')) AS resolues,
  coalesce(sum(extract(epoch FROM date_resolution - date_creation)) FILTER (WHERE statut IN ('resolue', 'fermee')), 0)
    AS secondes
FROM ({complaints}) AS complaint
GROUP BY statut
