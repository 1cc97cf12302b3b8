-- name: draw_reference
-- A reference that no complaint has. Numbers in a row would have gaps where complaints about violence are: who reads the
-- others, or files two, would count these by the day.
SELECT reference FROM (
  SELECT 'PLT-' || %(year)s || '-'
    || lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint %% 100000000)::text, 8, '0') AS reference
  FROM generate_series(1, 16)
) AS drawn
WHERE NOT EXISTS (SELECT FROM transfers_plainte AS taken WHERE taken.reference = drawn.reference) LIMIT 1;

-- name: add_comment
-- Merged where the row stands: of two comments at once, neither overwrites the other.
UPDATE "vbg"."plainte_texte" SET commentaires = commentaires || jsonb_build_object(%(move)s::text, %(comment)s::text)
WHERE plainte_id = %(complaint)s

-- name: hold_locality
SELECT secteur_id FROM geo_localite WHERE id = %(id)s FOR KEY SHARE

-- name: hold_sector
SELECT region_id FROM geo_secteur WHERE id = %(id)s FOR KEY SHARE
