-- Merge two households, and undo a merge.

-- name: move_rows
UPDATE {table} AS dependent SET {column} = %(conserve)s WHERE {column} = %(absorbe)s AND {condition} RETURNING {key}

-- name: list_archived_rows
SELECT coalesce(jsonb_agg(to_jsonb(archived)), '[]') FROM {table} AS archived WHERE {column} = %(absorbe)s

-- name: list_decisions
-- Decisions about the pairs of both: they are deleted with the absorbed household's rows, or when the compared values
-- of the kept household change.
SELECT coalesce(jsonb_agg(to_jsonb(pair)), '[]') FROM registry_doublon AS pair
WHERE decision IS NOT NULL AND ARRAY[menage_a_id, menage_b_id] && ARRAY[%(conserve)s, %(absorbe)s]::uuid[]

-- name: restore_decisions
-- Only where no new decision was taken since, and where both households exist.
INSERT INTO registry_doublon AS pair (id, menage_a_id, menage_b_id, score, niveaux, empreinte, detecte_le, decision,
                                      motif, decide_par_id, decide_le, empreinte_decision)
SELECT was.id, a.id, b.id, was.score, was.niveaux, was.empreinte, was.detecte_le, was.decision, was.motif, person.id,
       was.decide_le, was.empreinte_decision
FROM jsonb_populate_recordset(NULL::registry_doublon, %(rows)s::jsonb) AS was
JOIN registry_menage AS a ON a.id = was.menage_a_id
JOIN registry_menage AS b ON b.id = was.menage_b_id
LEFT JOIN accounts_user AS person ON person.id = was.decide_par_id
ON CONFLICT (menage_a_id, menage_b_id) DO UPDATE
SET decision = excluded.decision, motif = excluded.motif, decide_par_id = excluded.decide_par_id,
    decide_le = excluded.decide_le, empreinte_decision = excluded.empreinte_decision
WHERE pair.decision IS NULL

-- name: read_columns
SELECT (SELECT jsonb_object_agg(name, value) FROM jsonb_each(to_jsonb(kept)) AS e (name, value)
        WHERE name = ANY(%(columns)s))
FROM {table} AS kept WHERE {key} = %(conserve)s

-- name: copy_columns
UPDATE {table} AS kept SET {pairs} FROM {table} AS other
WHERE kept.{key} = %(conserve)s AND other.{key} = %(absorbe)s

-- name: raise_household_size
-- The size of a household is at least its head plus its listed members.
UPDATE registry_menage AS menage
SET taille_menage = greatest(taille_menage, 1 + (SELECT count(*) FROM registry_membre_menage WHERE menage_id = menage.id)),
    updated_at = statement_timestamp()
WHERE id = %(conserve)s

-- name: find_unchanged
SELECT 1 FROM {table} AS kept WHERE {key} = %(conserve)s AND to_jsonb(kept) @> %(apres)s::jsonb

-- name: count_unmoved
SELECT count(*) FROM {table} WHERE {column} = %(conserve)s AND {key}::text = ANY(%(keys)s)

-- name: restore_columns
UPDATE {table} SET ({columns}) = (
  SELECT {columns} FROM jsonb_populate_record(NULL::{table}, %(avant)s::jsonb) AS was)
WHERE {key} = %(conserve)s

-- name: insert_archived_rows
INSERT INTO {table} SELECT * FROM jsonb_populate_recordset(NULL::{table}, %(rows)s::jsonb) AS archived

-- name: move_rows_back
UPDATE {table} SET {column} = %(absorbe)s WHERE {column} = %(conserve)s AND {key}::text = ANY(%(keys)s)
