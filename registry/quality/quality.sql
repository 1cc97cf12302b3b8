-- name: evaluate_rules
-- `households` has the columns of the households; `tests`, `codes` and `score` are built from the rules. Each condition
-- is evaluated once. Rows are ordered by secteur, so that each boundary is prepared once for all its points.
SELECT m.id, {score} AS score, to_jsonb(array_remove(ARRAY[{codes}], NULL)) AS problemes
FROM (SELECT * FROM ({households}) AS household ORDER BY secteur_id OFFSET 0) AS m
LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = m.id
LEFT JOIN registry_logement AS logement ON logement.menage_id = m.id
LEFT JOIN geo_secteur AS secteur ON secteur.id = m.secteur_id
CROSS JOIN LATERAL (SELECT {tests} OFFSET 0) AS broken

-- name: is_changed
-- Only rows which change are written.
menage.score_qualite IS DISTINCT FROM fresh.score OR menage.problemes_qualite <> fresh.problemes

-- name: select_stale_households
-- The households which an analysis would change.
SELECT menage.id FROM registry_menage AS menage JOIN ({evaluated}) AS fresh ON fresh.id = menage.id WHERE {is_changed}

-- name: update_quality
UPDATE registry_menage AS menage
SET score_qualite = fresh.score, problemes_qualite = fresh.problemes, date_analyse_qualite = statement_timestamp(),
    updated_at = statement_timestamp()
FROM ({evaluated}) AS fresh
WHERE fresh.id = menage.id AND ({is_changed})
