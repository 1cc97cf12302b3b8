-- name: count_wrong_totals
-- The groups whose stored sums differ from those of the rows.
SELECT count(*) FROM (
  SELECT FROM (
    SELECT region_id, categorie, priorite, statut, respecte, nombre, resolues, secondes FROM transfers_plainte_total
    UNION ALL
    SELECT region_id, categorie, priorite, statut, respecte, -nombre, -resolues, -secondes
    FROM transfers_plainte CROSS JOIN LATERAL transfers_plainte_sums(statut, date_creation, date_resolution, echeance)
  ) AS compared
  GROUP BY region_id, categorie, priorite, statut, respecte
  HAVING (sum(nombre), sum(resolues), sum(secondes)) <> (0, 0, 0)
) AS wrong;
