-- name: forwards
-- When counts were last published; one row at most.
CREATE TABLE vbg.publication (
  seule boolean PRIMARY KEY DEFAULT true CHECK (seule),
  faite_at timestamptz NOT NULL
);

-- Publish the sums as they stand, unless they were published since `echeance` or nothing has changed. Who writes cases and
-- reads counts would otherwise draw the noise of a cell as often as he likes, and average it away.
CREATE FUNCTION vbg.arreter(echeance timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM vbg.cube WHERE (nombre, cles) IS DISTINCT FROM (nombre_publie, cles_publiees))
     AND NOT EXISTS (SELECT FROM vbg.suivi WHERE (nombre, cles) IS DISTINCT FROM (nombre_publie, cles_publiees)) THEN
    RETURN false;
  END IF;
  INSERT INTO vbg.publication AS derniere (faite_at) VALUES (clock_timestamp())
  ON CONFLICT (seule) DO UPDATE SET faite_at = excluded.faite_at WHERE derniere.faite_at < echeance;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE vbg.cube SET nombre_publie = nombre, cles_publiees = cles
  WHERE (nombre, cles) IS DISTINCT FROM (nombre_publie, cles_publiees);
  UPDATE vbg.suivi SET nombre_publie = nombre, cles_publiees = cles
  WHERE (nombre, cles) IS DISTINCT FROM (nombre_publie, cles_publiees);
  RETURN true;
END $$;

-- What is told of a cell: what was published of it. Of a cell that has cases since then only, nothing is told: it is not
-- empty.
CREATE FUNCTION vbg.dire(vivants bigint, publies bigint, cles bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN publies > 0 OR vivants = 0 THEN vbg.publier(publies, cles) END
$$;

-- As before (0012), but a statement that changes no case subtracts nothing: the foreign key of a deleted service is such a
-- statement, and read all cells, for each service.
CREATE OR REPLACE FUNCTION vbg.retirer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tabanca.vbg_effacement', true) = 'on' OR NOT EXISTS (SELECT FROM moins) THEN
    RETURN NULL;
  END IF;
  UPDATE vbg.cube AS c SET nombre = c.nombre - m.nombre, cles = c.cles - m.cles
  FROM (SELECT mois, region_id, secteur_id, rubrique, tranche_age, sexe, count(*) AS nombre, sum(cle) AS cles
        FROM moins GROUP BY 1, 2, 3, 4, 5, 6) AS m
  WHERE c.mois = m.mois AND c.region_id = m.region_id AND c.secteur_id IS NOT DISTINCT FROM m.secteur_id
    AND c.rubrique = m.rubrique AND c.tranche_age = m.tranche_age AND c.sexe = m.sexe;
  UPDATE vbg.suivi AS s SET nombre = s.nombre - m.nombre, cles = s.cles - m.cles
  FROM (SELECT mois, region_id, service_id, statut, count(*) AS nombre, sum(cle) AS cles
        FROM moins GROUP BY 1, 2, 3, 4) AS m
  WHERE s.mois = m.mois AND s.region_id = m.region_id AND s.service_id IS NOT DISTINCT FROM m.service_id
    AND s.statut = m.statut;
  RETURN NULL;
END $$;

-- A restore runs vbg.accorder(): what the role may do of this table follows from there.
ALTER FUNCTION vbg.accorder() RENAME TO accorder_cas;
CREATE FUNCTION vbg.accorder() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM vbg.accorder_cas();
  REVOKE ALL ON vbg.publication FROM PUBLIC;
  GRANT SELECT, INSERT, UPDATE ON vbg.publication TO tabanca_vbg;
END $$;
SELECT vbg.accorder();

-- What could be read until now stays as it was.
SET LOCAL ROLE tabanca_vbg;
SELECT vbg.arreter('infinity');
SET LOCAL ROLE NONE;

-- name: backwards
-- vbg.retirer() stays: it does what it did.
DROP FUNCTION vbg.accorder();
ALTER FUNCTION vbg.accorder_cas() RENAME TO accorder;
DROP FUNCTION vbg.dire(bigint, bigint, bigint);
DROP FUNCTION vbg.arreter(timestamptz);
DROP TABLE vbg.publication;
