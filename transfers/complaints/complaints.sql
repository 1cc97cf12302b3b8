-- name: next_number
SELECT nextval('transfers_plainte_numero');

-- name: hold_locality
SELECT secteur_id FROM geo_localite WHERE id = %(id)s FOR KEY SHARE

-- name: hold_sector
SELECT region_id FROM geo_secteur WHERE id = %(id)s FOR KEY SHARE
