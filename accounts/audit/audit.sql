-- name: begin_operation
-- From here to the end of the transaction, or to `end_operation`; answers what held before.
WITH before AS MATERIALIZED (
  SELECT coalesce(current_setting('tabanca.operation', true), '') AS operation,
         coalesce(current_setting('tabanca.quiet', true), '') AS quiet
)
SELECT operation, quiet, set_config('tabanca.operation', %(operation)s, true), set_config('tabanca.quiet', %(quiet)s, true)
FROM before

-- name: end_operation
SELECT set_config('tabanca.operation', %(operation)s, true), set_config('tabanca.quiet', %(quiet)s, true)

-- name: record
-- One trace that no trigger writes; who and from where is the connection's context.
WITH context AS (SELECT string_to_array(coalesce(current_setting('tabanca.context', true), ''), '|') AS part)
INSERT INTO accounts_audit (id, utilisateur_id, adresse, requete, operation_id, action, model, objet, racine, region_id,
                            nombre, details)
SELECT %(id)s, nullif(part[1], '')::uuid, nullif(part[2], '')::inet, nullif(part[3], ''), %(operation)s, %(action)s,
       %(model)s, %(objet)s, %(racine)s, %(region)s, %(nombre)s, %(details)s::jsonb
FROM context
