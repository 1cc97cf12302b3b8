-- name: next_number
SELECT nextval('transfers_plainte_numero');

-- name: add_comment
-- Merged where the row stands: of two comments at once, neither overwrites the other.
UPDATE "vbg"."plainte_texte" SET commentaires = commentaires || jsonb_build_object(%(move)s::text, %(comment)s::text)
WHERE plainte_id = %(complaint)s

-- name: hold_locality
SELECT secteur_id FROM geo_localite WHERE id = %(id)s FOR KEY SHARE

-- name: hold_sector
SELECT region_id FROM geo_secteur WHERE id = %(id)s FOR KEY SHARE
