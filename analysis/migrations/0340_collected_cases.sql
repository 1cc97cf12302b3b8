-- name: forwards
CREATE INDEX collecte_formulaire ON vbg.collecte (formulaire);
ALTER TABLE vbg.collecte ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY role_seul ON vbg.collecte USING (current_user = 'tabanca_vbg');

-- A restore runs vbg.accorder(): what the role may do of this table follows from there.
ALTER FUNCTION vbg.accorder() RENAME TO accorder_rubriques;
CREATE FUNCTION vbg.accorder() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM vbg.accorder_rubriques();
  REVOKE ALL ON vbg.collecte FROM PUBLIC;
  GRANT SELECT, INSERT, UPDATE, DELETE ON vbg.collecte TO tabanca_vbg;
END $$;
SELECT vbg.accorder();

-- name: backwards
DROP FUNCTION vbg.accorder();
ALTER FUNCTION vbg.accorder_rubriques() RENAME TO accorder;
