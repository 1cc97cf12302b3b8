-- name: forwards
-- A service that is deleted takes the raw answers with it. The receipt stays, so that the submission does not come back.
CREATE FUNCTION analysis_collecte_service_parti() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registry_collecte_recu SET etat = 'parti', contenu = NULL, motif = NULL
  WHERE cible_id = ANY (ARRAY(SELECT id FROM old_rows)) AND usage = 'services_vbg';
  RETURN NULL;
END $$;
CREATE TRIGGER collecte_service_parti AFTER DELETE ON geo_service_vbg REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION analysis_collecte_service_parti();

-- name: backwards
DROP FUNCTION analysis_collecte_service_parti CASCADE;
