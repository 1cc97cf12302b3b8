-- name: is_changed
-- Only rows which change are written.
menage.score_pmt IS DISTINCT FROM fresh.score OR menage.categorie_pauvrete IS DISTINCT FROM fresh.categorie
OR menage.eligible_programme IS DISTINCT FROM fresh.eligible OR menage.methode_pmt IS DISTINCT FROM %(methode)s
OR menage.motif_pmt IS DISTINCT FROM fresh.manque

-- name: select_stale_households
-- The households which scoring would change; {scored} is the compiled method over a set of households.
SELECT menage.id FROM registry_menage AS menage JOIN ({scored}) AS fresh ON fresh.id = menage.id WHERE {is_changed}

-- name: update_scores
-- The previous score is kept in ancien_score_pmt.
UPDATE registry_menage AS menage
SET score_pmt = fresh.score, categorie_pauvrete = fresh.categorie, eligible_programme = fresh.eligible,
    ancien_score_pmt = CASE WHEN menage.score_pmt IS DISTINCT FROM fresh.score THEN menage.score_pmt
                            ELSE menage.ancien_score_pmt END,
    methode_pmt = %(methode)s, motif_pmt = fresh.manque, date_pmt = statement_timestamp(),
    updated_at = statement_timestamp()
FROM ({scored}) AS fresh
WHERE fresh.id = menage.id AND ({is_changed})

-- name: count_outcome
-- Counts of a set of households; {households} has id, projet_id, score_pmt, motif_pmt.
SELECT count(*) AS traites,
       count(*) FILTER (WHERE score_pmt IS NOT NULL AND NOT coalesce(projet_id = ANY(%(closed)s), false)) AS reussis
FROM ({households}) AS menage

-- name: list_failures
-- The first households without a fresh score.
SELECT id, projet_id, motif_pmt FROM ({households}) AS menage
WHERE score_pmt IS NULL OR projet_id = ANY(%(closed)s) ORDER BY id LIMIT %(most)s
