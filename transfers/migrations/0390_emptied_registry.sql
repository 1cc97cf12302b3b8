-- name: forwards
-- TRUNCATE names no rows, so the feed cannot tell of them: without a state the tables are read until all is written anew.
CREATE FUNCTION transfers_forget_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM transfers_profil_etat;
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_emptied AFTER TRUNCATE ON registry_menage
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_forget_profiles();
CREATE TRIGGER profiles_emptied AFTER TRUNCATE ON registry_chef_menage
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_forget_profiles();
CREATE TRIGGER profiles_emptied AFTER TRUNCATE ON registry_logement
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_forget_profiles();
CREATE TRIGGER profiles_emptied AFTER TRUNCATE ON registry_membre_menage
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_forget_profiles();

-- Profiles written before do not tell ages below 0 and above 130 from others, and miss heads that moved: all are written anew.
DELETE FROM transfers_profil_etat;

-- name: backwards
DROP FUNCTION transfers_forget_profiles CASCADE;
