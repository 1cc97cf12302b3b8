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

-- name: group_complaints
-- Counts of complaints by status, category, priority and whether they kept their term. A resolved one keeps it when it
-- was resolved by its last day; an open one breaks it once that day is over, unless its term is suspended. `jours` is the
-- sum of the days until resolution.
SELECT statut, categorie, priorite,
  CASE
    WHEN statut = 'rejetee' THEN NULL
    WHEN date_resolution IS NOT NULL THEN analysis_local_day(date_resolution) <= echeance
    WHEN suspendue_depuis IS NULL AND echeance < %(today)s THEN false
  END AS respecte,
  count(*) AS nombre,
  count(date_resolution) FILTER (WHERE statut IN ('resolue', 'fermee')) AS resolues,
  coalesce(sum(extract(epoch FROM date_resolution - date_creation)) FILTER (WHERE statut IN ('resolue', 'fermee')), 0)
    / 86400 AS jours
FROM ({complaints}) AS complaint
GROUP BY 1, 2, 3, 4
