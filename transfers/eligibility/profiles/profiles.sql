-- Write profiles. `{fresh}` is a SELECT of them from the tables of the registry, with the columns `{columns}`.

-- name: update_changed
UPDATE transfers_profil_menage AS profil SET ({columns}) = ROW ({fresh_columns})
FROM ({fresh}) AS frais
WHERE frais.id = profil.id AND ({own_columns}) IS DISTINCT FROM ({fresh_columns})

-- name: insert_new
-- What another transaction has inserted meanwhile is the place of an erased household: its next writing fills it.
INSERT INTO transfers_profil_menage ({columns})
SELECT {columns} FROM ({fresh}) AS frais
WHERE NOT EXISTS (SELECT FROM transfers_profil_menage AS profil WHERE profil.id = frais.id)
ON CONFLICT (id) DO NOTHING

-- name: delete_gone
DELETE FROM transfers_profil_menage AS profil
WHERE {among} AND NOT EXISTS (SELECT FROM registry_menage AS menage WHERE menage.id = profil.id)

-- name: hold_place
-- Insert a profile without values, after whoever inserts it now: a writer that has read the household cannot any more.
INSERT INTO transfers_profil_menage (id) VALUES (%(id)s) ON CONFLICT (id) DO NOTHING

-- name: delete_erased
DELETE FROM transfers_profil_menage WHERE id = ANY(%(ids)s::uuid[])

-- name: find_state
SELECT transaction, epoch, jour = current_date AS is_of_today FROM transfers_profil_etat

-- name: store_state
INSERT INTO transfers_profil_etat (id, transaction, epoch, jour) VALUES (1, %(transaction)s, %(epoch)s, current_date)
ON CONFLICT (id) DO UPDATE SET transaction = excluded.transaction, epoch = excluded.epoch, jour = excluded.jour
