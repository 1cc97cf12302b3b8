-- name: take_turn
-- One fold at a time; another leaves at once.
SELECT pg_try_advisory_xact_lock(hashtext('registry.fold_tallies')) AS mine;

-- name: keep_table
-- A TRUNCATE empties the sums in its trigger: it must not meet a fold half-way.
LOCK TABLE registry_menage IN ACCESS SHARE MODE;

-- name: changes
SELECT count(*) AS changes FROM geo_layer_change WHERE couche = 'menages';
