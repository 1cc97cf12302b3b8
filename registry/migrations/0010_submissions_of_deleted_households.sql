-- name: forwards
-- A household that is deleted takes the raw answers with it. The receipt stays, so that the submission is not imported
-- again.
CREATE FUNCTION registry_collecte_menage_parti() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registry_collecte_recu SET etat = 'parti', contenu = NULL, motif = NULL
  WHERE cible_id = ANY (ARRAY(SELECT id FROM old_rows)) AND usage = 'menages';
  RETURN NULL;
END $$;
CREATE TRIGGER collecte_menage_parti AFTER DELETE ON registry_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_collecte_menage_parti();

-- name: backwards
DROP FUNCTION registry_collecte_menage_parti CASCADE;
