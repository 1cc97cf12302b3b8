-- Choose teams for complaints.

-- name: find_teams
-- For each category and sector the active team that handles it: of the sector before those of the whole country, then the
-- least loaded. It is free when a member who takes complaints is below the limit; for violence, one who may see cases.
SELECT e.id AS equipe_id, e.nom, coalesce(e.du_secteur, false) AS du_secteur, coalesce(e.libre, false) AS libre
FROM unnest(%(categories)s::text[], %(sectors)s::uuid[]) WITH ORDINALITY AS need (category, sector, place)
LEFT JOIN LATERAL (
  SELECT t.id, t.nom, bool_or(s.sector_id = need.sector) IS TRUE AS du_secteur, (
      SELECT coalesce(sum(m.en_cours), 0) FROM transfers_equipe_membre AS m WHERE m.equipe_id = t.id AND m.actif
    ) AS charge, EXISTS (
      SELECT FROM transfers_equipe_membre AS m JOIN accounts_user AS u ON u.id = m.user_id
      WHERE m.equipe_id = t.id AND m.actif AND m.auto_assignable AND u.is_active AND u.deleted_at IS NULL
        AND (coalesce(m.wip_limit, t.wip_limit_par_membre) IS NULL
          OR m.en_cours < coalesce(m.wip_limit, t.wip_limit_par_membre))
        AND (need.category <> 'vbg' OR m.user_id = ANY(%(readers)s::uuid[]))
    ) AS libre
  FROM transfers_equipe AS t LEFT JOIN transfers_equipe_secteur AS s ON s.team_id = t.id
  WHERE t.actif AND need.category = ANY(t.categories)
  GROUP BY t.id
  HAVING count(s.sector_id) = 0 OR bool_or(s.sector_id = need.sector)
  ORDER BY du_secteur DESC, charge, t.id
  LIMIT 1
) AS e ON true
ORDER BY need.place;

-- name: assign
-- Triggers hold the limit of each member, row by row.
UPDATE transfers_plainte AS p SET
  equipe_id = given.equipe, membre_id = given.membre, date_assignation = %(now)s, updated_at = %(now)s,
  statut = CASE p.statut WHEN 'nouvelle' THEN 'ouverte' ELSE p.statut END
FROM unnest(%(ids)s::uuid[], %(teams)s::uuid[], %(members)s::uuid[]) AS given (id, equipe, membre)
WHERE p.id = given.id;
