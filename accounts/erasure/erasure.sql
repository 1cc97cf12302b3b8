-- name: begin_erasure
-- Blocks sealing, and turns off the audit triggers, which would store the erased values.
SELECT pg_advisory_xact_lock(hashtext('accounts_audit_seal')), set_config('tabanca.quiet', 'on', true)

-- name: create_remaining_entries
-- What remains of the entries of some objects: the names of changed fields, and values of `retained` columns only.
CREATE TEMP TABLE audit_left ON COMMIT DROP AS
SELECT t.id, fresh.changements FROM accounts_audit AS t
CROSS JOIN LATERAL (
  SELECT coalesce(jsonb_object_agg(name, CASE WHEN coalesce(%(retained)s::jsonb -> t.model ? name, false) THEN pair
                                              ELSE '[null, null]' END), '{}') AS changements
  FROM jsonb_each(t.changements) AS field (name, pair)
) AS fresh
WHERE (t.racine = ANY(%(roots)s::uuid[]) OR t.objet = ANY(%(roots)s::uuid[]) AND t.objet <> t.racine)
  AND fresh.changements <> t.changements

-- name: list_digests
SELECT id, encode(sha256(convert_to(changements::text, 'UTF8')), 'hex') AS digest FROM audit_left

-- name: erase_entries
UPDATE accounts_audit AS t SET changements = l.changements FROM audit_left AS l WHERE l.id = t.id

-- name: erase_salts
UPDATE accounts_audit_sceau SET sel = NULL WHERE trace IN (SELECT id FROM audit_left) AND sel IS NOT NULL

-- name: end_erasure
SELECT set_config('tabanca.erasure', '', true), set_config('tabanca.quiet', '', true)

-- name: answers
-- Responses stored for repeated requests; they are bytes of JSON.
DELETE FROM accounts_idempotency_key
WHERE EXISTS (SELECT FROM unnest(%(words)s::text[]) AS word
              WHERE position(convert_to(word, 'UTF8') IN body) > 0 OR strpos(path, word) > 0)

-- name: jobs
-- The parameters of a job are already deleted when it ends.
UPDATE accounts_job SET resultat = CASE WHEN resultat IS NOT NULL THEN '{"anonymise": true}'::jsonb END, erreur = NULL
WHERE EXISTS (SELECT FROM unnest(%(words)s::text[]) AS word
              WHERE strpos(lower(concat(resultat::text, erreur)), lower(word)) > 0)

-- name: notifications
DELETE FROM accounts_notification
WHERE EXISTS (SELECT FROM unnest(%(words)s::text[]) AS word
              WHERE strpos(lower(concat(title, message, params::text, data::text, link)), lower(word)) > 0)

-- name: administration
UPDATE django_admin_log SET object_repr = '', change_message = ''
WHERE EXISTS (SELECT FROM unnest(%(words)s::text[]) AS word
              WHERE strpos(lower(concat(object_repr, change_message)), lower(word)) > 0)

-- name: list_tables
SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> 'spatial_ref_sys' ORDER BY 1
