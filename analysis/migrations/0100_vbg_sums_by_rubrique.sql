-- name: forwards
CREATE UNIQUE INDEX cube_rubriques_cellule ON vbg.cube_rubriques (mois, region_id, secteur_id, rubrique) NULLS NOT DISTINCT;

-- The sums over age bands and sexes follow the cube. What is added may be negative: the row that it is added to is not.
CREATE FUNCTION vbg.cumuler() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO vbg.cube_rubriques AS c (mois, region_id, secteur_id, rubrique, nombre, nombre_publie, cles_publiees)
    SELECT mois, region_id, secteur_id, rubrique, sum(nombre), sum(nombre_publie), sum(cles_publiees)
    FROM plus GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (mois, region_id, secteur_id, rubrique)
    DO UPDATE SET nombre = c.nombre + excluded.nombre, nombre_publie = c.nombre_publie + excluded.nombre_publie,
                  cles_publiees = c.cles_publiees + excluded.cles_publiees;
  ELSE
    INSERT INTO vbg.cube_rubriques AS c (mois, region_id, secteur_id, rubrique, nombre, nombre_publie, cles_publiees)
    SELECT mois, region_id, secteur_id, rubrique, sum(nombre), sum(nombre_publie), sum(cles_publiees)
    FROM (SELECT mois, region_id, secteur_id, rubrique, nombre, nombre_publie, cles_publiees FROM plus
          UNION ALL
          SELECT mois, region_id, secteur_id, rubrique, -nombre, -nombre_publie, -cles_publiees FROM moins) AS change
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (mois, region_id, secteur_id, rubrique)
    DO UPDATE SET nombre = c.nombre + excluded.nombre, nombre_publie = c.nombre_publie + excluded.nombre_publie,
                  cles_publiees = c.cles_publiees + excluded.cles_publiees;
  END IF;
  RETURN NULL;
END $$;

ALTER TABLE vbg.cube_rubriques ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY role_seul ON vbg.cube_rubriques USING (current_user = 'tabanca_vbg' OR pg_trigger_depth() > 0);

-- A restore runs vbg.accorder(): what the role may do of this table follows from there.
ALTER FUNCTION vbg.accorder() RENAME TO accorder_publication;
CREATE FUNCTION vbg.accorder() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM vbg.accorder_publication();
  REVOKE ALL ON vbg.cube_rubriques FROM PUBLIC;
  GRANT SELECT, INSERT, UPDATE, DELETE ON vbg.cube_rubriques TO tabanca_vbg;
END $$;
SELECT vbg.accorder();

SET LOCAL ROLE tabanca_vbg;
INSERT INTO vbg.cube_rubriques (mois, region_id, secteur_id, rubrique, nombre, nombre_publie, cles_publiees)
SELECT mois, region_id, secteur_id, rubrique, sum(nombre), sum(nombre_publie), sum(cles_publiees)
FROM vbg.cube GROUP BY 1, 2, 3, 4;
SET LOCAL ROLE NONE;

CREATE TRIGGER cube_cumuler_ajout AFTER INSERT ON vbg.cube
  REFERENCING NEW TABLE AS plus FOR EACH STATEMENT EXECUTE FUNCTION vbg.cumuler();
CREATE TRIGGER cube_cumuler_changement AFTER UPDATE ON vbg.cube
  REFERENCING OLD TABLE AS moins NEW TABLE AS plus FOR EACH STATEMENT EXECUTE FUNCTION vbg.cumuler();

-- name: backwards
DROP TRIGGER cube_cumuler_ajout ON vbg.cube;
DROP TRIGGER cube_cumuler_changement ON vbg.cube;
DROP FUNCTION vbg.cumuler();
DROP FUNCTION vbg.accorder();
ALTER FUNCTION vbg.accorder_publication() RENAME TO accorder;
