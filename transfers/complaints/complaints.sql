-- name: next_number
SELECT nextval('transfers_plainte_numero');

-- name: choose_team
-- The active team that handles the category: of the sector before those of the whole country, then the least loaded.
SELECT e.id FROM transfers_equipe e
  LEFT JOIN transfers_equipe_membre m ON m.equipe_id = e.id AND m.actif
WHERE e.actif AND %(category)s = ANY (e.categories)
  AND (EXISTS (SELECT FROM transfers_equipe_secteur s WHERE s.team_id = e.id AND s.sector_id = %(sector)s)
    OR NOT EXISTS (SELECT FROM transfers_equipe_secteur s WHERE s.team_id = e.id))
GROUP BY e.id
ORDER BY EXISTS (SELECT FROM transfers_equipe_secteur s WHERE s.team_id = e.id) DESC, coalesce(sum(m.en_cours), 0), e.id
LIMIT 1;
