-- name: forwards
SELECT accounts_audit_table('accounts_user', '{
  "model": "utilisateur", "secret": ["password"], "ignored": ["updated_at", "last_login", "failed_login_attempts"],
  "derived": ["recherche", "regions_liees"]}');
SELECT accounts_audit_table('accounts_role', '{"model": "role"}');
SELECT accounts_audit_table('accounts_role_grant', '{"model": "role_donne", "root": "user_id"}');
SELECT accounts_audit_table('accounts_role_incompatibility', '{"model": "incompatibilite"}');
SELECT accounts_audit_table('accounts_webhook_endpoint', '{
  "model": "webhook", "secret": ["key", "previous_key"],
  "ignored": ["updated_at", "failures", "failing_since", "pause_until"]}');
SELECT accounts_audit_table('accounts_stored_file', '{"model": "fichier", "secret": ["nom"], "ignored": []}');

-- name: backwards
DROP FUNCTION accounts_user_audited, accounts_role_audited, accounts_role_grant_audited,
  accounts_role_incompatibility_audited, accounts_webhook_endpoint_audited, accounts_stored_file_audited CASCADE;
