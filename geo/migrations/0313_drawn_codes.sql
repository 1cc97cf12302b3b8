-- name: forwards
DROP SEQUENCE geo_service_vbg_code;
-- The last twelve digits of a random UUID are all random: of the services of a whole file no two draw the same.
CREATE FUNCTION geo_draw_service_code(prefix text) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT prefix || upper(right(gen_random_uuid()::text, 12))
$$;

-- name: backwards
DROP FUNCTION geo_draw_service_code(text);
CREATE SEQUENCE geo_service_vbg_code;
SELECT setval('geo_service_vbg_code', (SELECT count(*) + 1 FROM geo_service_vbg));
