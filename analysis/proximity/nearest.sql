-- Write the nearest-service table in bulk. `{touched}` is the temporary table of a bulk load.

-- name: hold_off_all
-- The rebuild reads every household and every service: this lock makes their writers wait, but no reader.
LOCK TABLE analysis_nearest_service IN SHARE ROW EXCLUSIVE MODE

-- name: hold_off_services
-- The same lock as in the triggers of households: services cannot change meanwhile, other households can.
LOCK TABLE analysis_nearest_service IN ROW EXCLUSIVE MODE

-- name: stage
CREATE TEMP TABLE nearest_stage (LIKE analysis_nearest_service) ON COMMIT DROP

-- name: unstage
DROP TABLE nearest_stage

-- name: drop_unplaced
-- Delete the rows of households that were deleted or have no position any more.
DELETE FROM analysis_nearest_service AS n
WHERE NOT EXISTS (SELECT FROM registry_menage AS m WHERE m.id = n.menage_id AND m.geom IS NOT NULL)

-- name: drop_untold
-- Delete the rows of touched households that were not computed: they have no position any more.
DELETE FROM analysis_nearest_service AS n
USING (SELECT id FROM {touched} WHERE place IS NULL EXCEPT SELECT menage_id FROM nearest_stage) AS unplaced WHERE n.menage_id = unplaced.id

-- name: told
-- Whether a bulk load has new households (with their position) and other households (by id only).
SELECT EXISTS (SELECT FROM {touched} WHERE place IS NOT NULL) AS fresh,
       EXISTS (SELECT FROM {touched} WHERE place IS NULL) AS others

-- name: has_rows
SELECT EXISTS (SELECT FROM analysis_nearest_service) AS found
