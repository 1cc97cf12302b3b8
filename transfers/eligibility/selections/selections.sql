-- Selections: who was chosen, who is enrolled of them, and who comes next.

-- name: insert_households
-- Keep whom the laboratory's table of marks takes (its first design): the chosen, and the reserve after them.
INSERT INTO transfers_selection_menage (selection_id, menage, zone, rang, reserve)
SELECT %(selection)s, id, {area}, r0, w0 FROM laboratoire WHERE e0 OR w0

-- name: list_areas
SELECT ligne.zone, coalesce(region.nom, secteur.nom) AS nom, count(*) FILTER (WHERE NOT ligne.reserve) AS places,
       count(*) FILTER (WHERE held.menage_id IS NOT NULL) AS enroles,
       count(*) FILTER (WHERE ligne.reserve AND held.menage_id IS NULL) AS reserve
FROM transfers_selection_menage AS ligne
JOIN ({households}) AS menage ON menage.id = ligne.menage
LEFT JOIN geo_region AS region ON region.id = ligne.zone
LEFT JOIN geo_secteur AS secteur ON secteur.id = ligne.zone
LEFT JOIN (SELECT menage_id FROM transfers_beneficiaire
           WHERE programme_id = %(programme)s AND type = 'principal' AND statut_enrolement <> 'sorti') AS held
  ON held.menage_id = ligne.menage
WHERE ligne.selection_id = %(selection)s
GROUP BY 1, 2 ORDER BY 2 NULLS LAST

-- name: list_households
-- One page, with the number of all: the chosen of each area before its reserve.
WITH wanted AS MATERIALIZED (
  SELECT ligne.menage AS menage_id, menage.code_menage, coalesce(region.nom, secteur.nom) AS zone, ligne.rang,
         ligne.reserve, menage.score_pmt
  FROM transfers_selection_menage AS ligne
  JOIN ({households}) AS menage ON menage.id = ligne.menage
  LEFT JOIN geo_region AS region ON region.id = ligne.zone
  LEFT JOIN geo_secteur AS secteur ON secteur.id = ligne.zone
  WHERE ligne.selection_id = %(selection)s AND (%(reserve)s::boolean IS NULL OR ligne.reserve = %(reserve)s)
), page AS (
  SELECT * FROM wanted ORDER BY zone NULLS LAST, rang, menage_id LIMIT %(limit)s OFFSET %(offset)s
)
SELECT counted.total, page.*,
       EXISTS (SELECT FROM transfers_beneficiaire AS b
               WHERE b.menage_id = page.menage_id AND b.programme_id = %(programme)s AND b.type = 'principal'
                 AND b.statut_enrolement <> 'sorti') AS enrole
FROM (SELECT count(*) AS total FROM wanted) AS counted
LEFT JOIN page ON true
ORDER BY page.zone NULLS LAST, page.rang, page.menage_id
