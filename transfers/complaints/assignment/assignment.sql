-- Choose teams for complaints.

-- name: list_teams
-- For each category and sector the active teams that handle it: those with room first, of the sector before those of the
-- whole country, then the one of whose capacity the least is used. A member without a limit makes it unlimited: nothing of it
-- is used. There is room when a member who takes complaints is below the limit; of violence and corruption, one who may read
-- them.
WITH member AS (
  SELECT m.equipe_id, m.user_id, m.en_cours, coalesce(m.wip_limit, t.wip_limit_par_membre) AS limite,
    m.auto_assignable AND u.is_active AND u.deleted_at IS NULL
      AND m.en_cours < coalesce(m.wip_limit, t.wip_limit_par_membre, m.en_cours + 1) AS libre
  FROM transfers_equipe_membre AS m
  JOIN transfers_equipe AS t ON t.id = m.equipe_id
  JOIN accounts_user AS u ON u.id = m.user_id
  WHERE m.actif AND t.actif
), team AS MATERIALIZED (
  SELECT t.id, t.nom, t.categories, coalesce(sum(m.en_cours), 0) AS charge,
    coalesce(sum(m.en_cours) / CASE WHEN bool_and(m.limite IS NOT NULL) THEN sum(m.limite) END::numeric, 0) AS part,
    coalesce(bool_or(m.libre), false) AS libre,
    coalesce(bool_or(m.libre AND m.user_id = ANY(%(vbg)s::uuid[])), false) AS libre_vbg,
    coalesce(bool_or(m.libre AND m.user_id = ANY(%(corruption)s::uuid[])), false) AS libre_corruption,
    ARRAY(SELECT s.sector_id FROM transfers_equipe_secteur AS s WHERE s.team_id = t.id) AS secteurs
  FROM transfers_equipe AS t LEFT JOIN member AS m ON m.equipe_id = t.id
  WHERE t.actif AND t.categories && %(categories)s::varchar[]
  GROUP BY t.id
)
SELECT need.place, e.id AS equipe_id, e.nom, coalesce(e.du_secteur, false) AS du_secteur, coalesce(e.libre, false) AS libre
FROM unnest(%(categories)s::text[], %(sectors)s::uuid[]) WITH ORDINALITY AS need (category, sector, place)
LEFT JOIN LATERAL (
  SELECT t.id, t.nom, need.sector = ANY(t.secteurs) IS TRUE AS du_secteur, t.part, t.charge,
    CASE need.category WHEN 'vbg' THEN t.libre_vbg WHEN 'corruption' THEN t.libre_corruption ELSE t.libre END AS libre
  FROM team AS t
  WHERE need.category = ANY(t.categories) AND (t.secteurs = '{}' OR need.sector = ANY(t.secteurs))
) AS e ON true
ORDER BY need.place, e.libre DESC, e.du_secteur DESC, e.part, e.charge, e.id;

-- name: assign
-- Triggers hold the limit of each member, row by row.
UPDATE transfers_plainte AS p SET
  equipe_id = given.equipe, membre_id = given.membre, date_assignation = %(now)s, updated_at = %(now)s,
  statut = CASE p.statut WHEN 'nouvelle' THEN 'ouverte' ELSE p.statut END
FROM unnest(%(ids)s::uuid[], %(teams)s::uuid[], %(members)s::uuid[]) AS given (id, equipe, membre)
WHERE p.id = given.id;

-- name: record_assignments
-- In the order of the assignments, which is that of their ids. Who has it now stands in the history, of violence nowhere.
INSERT INTO transfers_plainte_mouvement
  (id, plainte_id, action, statut_avant, statut_apres, champs, commentaire, auteur_id, date)
SELECT uuid7(), given.id, %(action)s, given.avant, given.apres, string_to_array(given.raisons, ','),
  CASE WHEN p.categorie <> 'vbg'
    THEN nullif(concat_ws(', ', coalesce(nullif(trim(u.prenom || ' ' || u.nom), ''), u.email), e.nom), '') END,
  %(author)s, now()
FROM unnest(%(ids)s::uuid[], %(before)s::text[], %(after)s::text[], %(reasons)s::text[]) WITH ORDINALITY
  AS given (id, avant, apres, raisons, rang)
JOIN transfers_plainte AS p ON p.id = given.id
LEFT JOIN transfers_equipe AS e ON e.id = p.equipe_id
LEFT JOIN transfers_equipe_membre AS m ON m.id = p.membre_id
LEFT JOIN accounts_user AS u ON u.id = m.user_id
ORDER BY given.rang;
