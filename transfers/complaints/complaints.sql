-- name: next_number
SELECT nextval('transfers_plainte_numero');
