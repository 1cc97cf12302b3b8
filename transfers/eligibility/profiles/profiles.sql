-- Write profiles. `{fresh}` is a SELECT of them from the tables of the registry, with the columns `{columns}`.

-- name: update_changed
UPDATE transfers_profil_menage AS profil SET ({columns}) = ROW ({fresh_columns})
FROM ({fresh}) AS frais
WHERE frais.id = profil.id AND ({own_columns}) IS DISTINCT FROM ({fresh_columns})

-- name: insert_new
INSERT INTO transfers_profil_menage ({columns})
SELECT {columns} FROM ({fresh}) AS frais
WHERE NOT EXISTS (SELECT FROM transfers_profil_menage AS profil WHERE profil.id = frais.id)

-- name: delete_gone
DELETE FROM transfers_profil_menage AS profil
WHERE NOT EXISTS (SELECT FROM registry_menage AS menage WHERE menage.id = profil.id)

-- name: delete_gone_of
DELETE FROM transfers_profil_menage AS profil
WHERE id = ANY(%(changes)s) AND NOT EXISTS (SELECT FROM registry_menage AS menage WHERE menage.id = profil.id)

-- name: find_state
SELECT transaction, epoch, jour = current_date AS is_of_today FROM transfers_profil_etat

-- name: store_state
INSERT INTO transfers_profil_etat (id, transaction, epoch, jour) VALUES (1, %(transaction)s, %(epoch)s, current_date)
ON CONFLICT (id) DO UPDATE SET transaction = excluded.transaction, epoch = excluded.epoch, jour = excluded.jour
