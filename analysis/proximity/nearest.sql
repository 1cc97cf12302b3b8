-- The nearest-service table in bulk. `{touched}` is the temporary table of a bulk load.

-- name: hold_off_all
-- The rebuild looks at every household and every service: nobody writes either meanwhile, everybody reads.
LOCK TABLE analysis_nearest_service IN SHARE ROW EXCLUSIVE MODE

-- name: hold_off_services
-- As the triggers of households do: services do not change meanwhile, other households may.
LOCK TABLE analysis_nearest_service IN ROW EXCLUSIVE MODE

-- name: stage
CREATE TEMP TABLE nearest_stage (LIKE analysis_nearest_service) ON COMMIT DROP

-- name: unstage
DROP TABLE nearest_stage

-- name: drop_unplaced
-- Rows of households that are gone or have lost their position.
DELETE FROM analysis_nearest_service AS n
WHERE NOT EXISTS (SELECT FROM registry_menage AS m WHERE m.id = n.menage_id AND m.geom IS NOT NULL)

-- name: drop_untold
-- Rows of touched households that were not computed: those have no position any more.
DELETE FROM analysis_nearest_service AS n
USING (SELECT id FROM {touched} WHERE place IS NULL EXCEPT SELECT menage_id FROM nearest_stage) AS unplaced WHERE n.menage_id = unplaced.id

-- name: told
-- Which sorts of households a bulk load tells of.
SELECT EXISTS (SELECT FROM {touched} WHERE place IS NOT NULL) AS fresh,
       EXISTS (SELECT FROM {touched} WHERE place IS NULL) AS others

-- name: has_rows
SELECT EXISTS (SELECT FROM analysis_nearest_service) AS found
