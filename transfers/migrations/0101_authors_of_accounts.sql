-- name: forwards
-- Whoever changed one of several accounts last was taken for the author of all of them: a later change of another account,
-- by anybody, let who had corrected this one pay it alone.
LOCK TABLE transfers_beneficiaire IN SHARE ROW EXCLUSIVE MODE;
SELECT set_config('tabanca.quiet', 'on', true);
UPDATE transfers_beneficiaire SET auteurs_comptes = jsonb_build_object('mode_paiement', compte_modifie_par_id,
  'compte_mobile', compte_modifie_par_id, 'compte_bancaire', compte_modifie_par_id, 'numero_op_b', compte_modifie_par_id)
WHERE compte_modifie_par_id IS NOT NULL;
SELECT set_config('tabanca.quiet', '', true);
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
CREATE OR REPLACE FUNCTION transfers_note_account_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.auteurs_comptes := OLD.auteurs_comptes || (
    SELECT jsonb_object_agg(account.name, nullif(split_part(coalesce(current_setting('tabanca.context', true), ''), '|', 1), ''))
    FROM (VALUES
      ('mode_paiement', OLD.mode_paiement IS DISTINCT FROM NEW.mode_paiement),
      ('compte_mobile', OLD.compte_mobile IS DISTINCT FROM NEW.compte_mobile),
      ('compte_bancaire', OLD.compte_bancaire IS DISTINCT FROM NEW.compte_bancaire),
      ('numero_op_b', OLD.numero_op_b IS DISTINCT FROM NEW.numero_op_b)) AS account (name, is_changed)
    WHERE account.is_changed);
  RETURN NEW;
END $$;

-- name: audit
SELECT accounts_audit_table('transfers_beneficiaire', '{
  "model": "beneficiaire", "root": "menage_id", "derived": ["auteurs_comptes"],
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');

-- name: backwards
CREATE OR REPLACE FUNCTION transfers_note_account_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.compte_modifie_par_id := nullif(split_part(coalesce(current_setting('tabanca.context', true), ''), '|', 1), '')::uuid;
  RETURN NEW;
END $$;

-- name: audit_again
SELECT accounts_audit_table('transfers_beneficiaire', '{
  "model": "beneficiaire", "root": "menage_id", "derived": ["compte_modifie_par_id"],
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}');
