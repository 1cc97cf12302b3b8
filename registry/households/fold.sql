-- name: take_turn
-- Allow one fold at a time; another one returns at once.
SELECT pg_try_advisory_xact_lock(hashtext('registry.fold_tallies')) AS mine;

-- name: keep_table
-- The trigger of a TRUNCATE empties the sums: it must not run in the middle of a fold.
LOCK TABLE registry_menage IN ACCESS SHARE MODE;

-- name: changes
SELECT count(*) AS changes FROM geo_layer_change WHERE couche = 'menages';
