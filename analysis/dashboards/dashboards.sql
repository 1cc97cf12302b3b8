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
-- The sums of all days, of a period and of the one before, in one walk. Without a programme, households and people of all are
-- counted; payments are those of the period where one was asked for.
WITH total AS (
  SELECT statut, nombre, montant, sujet = 'menage' AS of_households,
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
       sum(montant) FILTER (WHERE of_payments AND statut = 'reussi' AND is_now) AS amount_now,
       sum(montant) FILTER (WHERE of_payments AND statut = 'reussi' AND is_before) AS amount_before
FROM total

-- name: group_complaints
-- Counts of complaints by status, category, priority and whether they kept their term. `jours` is the sum of the days until
-- resolution.
SELECT statut, categorie, priorite,
  transfers_plainte_delai_tenu(statut, echeance, date_resolution, suspendue_depuis) AS respecte,
  count(*) AS nombre,
  count(date_resolution) FILTER (WHERE statut IN ('resolue', 'fermee')) AS resolues,
  coalesce(sum(extract(epoch FROM date_resolution - date_creation)) FILTER (WHERE statut IN ('resolue', 'fermee')), 0)
    / 86400 AS jours
FROM ({complaints}) AS complaint
GROUP BY 1, 2, 3, 4
