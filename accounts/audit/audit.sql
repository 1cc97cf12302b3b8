-- name: begin_operation
-- Applies until the end of the transaction or `end_operation`; returns the previous settings.
WITH before AS MATERIALIZED (
  SELECT coalesce(current_setting('tabanca.operation', true), '') AS operation,
         coalesce(current_setting('tabanca.quiet', true), '') AS quiet
)
SELECT operation, quiet, set_config('tabanca.operation', %(operation)s, true), set_config('tabanca.quiet', %(quiet)s, true)
FROM before

-- name: end_operation
SELECT set_config('tabanca.operation', %(operation)s, true), set_config('tabanca.quiet', %(quiet)s, true)

-- name: insert_entry
-- One entry that no trigger writes; user, address and request come from the connection's context.
WITH context AS (SELECT string_to_array(coalesce(current_setting('tabanca.context', true), ''), '|') AS part)
INSERT INTO accounts_audit (id, utilisateur_id, adresse, requete, operation_id, action, model, objet, racine, region_id,
                            nombre, details)
SELECT %(id)s, nullif(part[1], '')::uuid, nullif(part[2], '')::inet, nullif(part[3], ''), %(operation)s, %(action)s,
       %(model)s, %(objet)s, %(racine)s, %(region)s, %(nombre)s, %(details)s::jsonb
FROM context

-- name: seal_entries
SELECT accounts_audit_seal(%(limit)s) AS sealed

-- name: find_newest_seal
SELECT position, encode(chaine, 'hex') AS chain FROM accounts_audit_sceau ORDER BY position DESC LIMIT 1

-- name: find_seal
SELECT encode(chaine, 'hex') AS chaine FROM accounts_audit_sceau WHERE position = %(position)s

-- name: list_faults
-- Faults in order: each seal is compared with the previous seal and with its entry; then entries without a seal,
-- although all entries of their time were sealed.
WITH chained AS (
  SELECT position, trace, sel, valeurs, chaine, lag(chaine) OVER ordered AS before,
         position - coalesce(lag(position) OVER ordered, 0) AS step
  FROM accounts_audit_sceau WINDOW ordered AS (ORDER BY position)
), last AS (
  SELECT horizon FROM accounts_audit_sceau ORDER BY position DESC LIMIT 1
), judged AS (
  SELECT c.position, c.trace, CASE
    WHEN c.step <> 1 THEN 'seals_removed'
    WHEN t.id IS NULL THEN 'removed'
    WHEN c.chaine <> accounts_audit_link(c.before, c.position, t, c.valeurs) THEN 'changed'
    WHEN c.sel IS NOT NULL AND c.valeurs <> sha256(c.sel || accounts_audit_values(t)) THEN 'changed'
    WHEN c.sel IS NULL AND encode(sha256(accounts_audit_values(t)), 'hex') IS DISTINCT FROM (
      SELECT e.details -> 'traces' ->> t.id::text FROM accounts_audit AS e
      WHERE e.action = 'anonymisation' AND e.model = 'menage' AND e.details -> 'traces' ? t.id::text
      ORDER BY e.numero DESC LIMIT 1) THEN 'erased'
  END AS fault
  FROM chained AS c LEFT JOIN accounts_audit AS t ON t.id = c.trace
)
SELECT position, trace AS entry_id, fault AS kind FROM judged WHERE fault IS NOT NULL
UNION ALL
SELECT NULL, t.id, 'inserted' FROM accounts_audit AS t CROSS JOIN last
WHERE t.transaction < last.horizon AND last.horizon <= pg_snapshot_xmax(pg_current_snapshot())
  AND NOT EXISTS (SELECT FROM accounts_audit_sceau WHERE trace = t.id)
ORDER BY 1 NULLS LAST, 2 LIMIT %(limit)s
