-- name: schema_forwards
CREATE SCHEMA IF NOT EXISTS vbg;

-- name: forwards
-- Make the role, and say what it may do. A restore runs it again: backups hold no roles and no privileges. Roles belong to
-- the whole server: another database may have made this one already, at this very moment too.
CREATE FUNCTION vbg.accorder() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tabanca_vbg') THEN
    BEGIN
      CREATE ROLE tabanca_vbg NOLOGIN NOINHERIT;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN
        RAISE NOTICE 'the role was made meanwhile';
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = format(
          'A superuser must run once: CREATE ROLE tabanca_vbg NOLOGIN NOINHERIT; GRANT tabanca_vbg TO %I', current_user);
    END;
  END IF;
  IF NOT pg_has_role(current_user, 'tabanca_vbg', 'MEMBER') THEN
    EXECUTE format('GRANT tabanca_vbg TO %I', current_user);
  END IF;
  REVOKE ALL ON SCHEMA vbg FROM PUBLIC;
  REVOKE ALL ON vbg.cas, vbg.cube, vbg.suivi, vbg.perturbation FROM PUBLIC;
  GRANT USAGE ON SCHEMA vbg TO tabanca_vbg;
  GRANT SELECT, INSERT, UPDATE, DELETE ON vbg.cas, vbg.cube, vbg.suivi TO tabanca_vbg;
  -- Backups dump the schema as this role.
  GRANT SELECT ON ALL TABLES IN SCHEMA vbg TO tabanca_vbg;
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA vbg TO tabanca_vbg;
END $$;

-- A deleted service leaves its closed cases, without it.
ALTER TABLE vbg.cas
  ADD CONSTRAINT cas_service FOREIGN KEY (service_id) REFERENCES geo_service_vbg (id) ON DELETE SET NULL,
  ADD CONSTRAINT cas_region FOREIGN KEY (region_id) REFERENCES geo_region (id),
  ADD CONSTRAINT cas_secteur FOREIGN KEY (secteur_id) REFERENCES geo_secteur (id),
  -- Random, so that an id tells neither an order nor a time.
  ALTER COLUMN id SET DEFAULT gen_random_uuid(),
  -- The first four digits of a random UUID are all random, and cryptographically so.
  ALTER COLUMN cle SET DEFAULT ('x' || left(gen_random_uuid()::text, 4))::bit(16)::int;
CREATE INDEX cas_service ON vbg.cas (service_id, statut);
CREATE INDEX cas_region_mois ON vbg.cas (region_id, mois);
CREATE INDEX cas_secteur ON vbg.cas (secteur_id);
CREATE UNIQUE INDEX cube_cellule ON vbg.cube (mois, region_id, secteur_id, rubrique, tranche_age, sexe) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX suivi_cellule ON vbg.suivi (service_id, region_id, mois, statut) NULLS NOT DISTINCT;

-- Noise by the sum of keys of a cell, modulo 65536: from `cle` on, up to the next row. A normal distribution of variance
-- 16 on whole numbers, cut at 16, in steps of 1/65536; the sum of a cell's keys is uniform, so each step is as likely.
CREATE TABLE vbg.perturbation (cle integer PRIMARY KEY, bruit smallint NOT NULL UNIQUE);
WITH poids AS (SELECT v, exp(-v * v / 32.0) AS p FROM generate_series(-16, 16) AS v),
     cumul AS (SELECT v, coalesce(sum(p) OVER (ORDER BY v ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
                         / sum(p) OVER () AS avant FROM poids)
INSERT INTO vbg.perturbation (cle, bruit) SELECT round(avant * 65536)::int, v FROM cumul;

-- The only way from a count to an answer. Nobody is nobody; 1 to 4 is not told, whatever the noise says; the rest is told
-- with noise, and not told when it comes to less than 5.
CREATE FUNCTION vbg.publier(nombre bigint, cles bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN nombre = 0 THEN 0 WHEN nombre >= 5 THEN
    (SELECT CASE WHEN nombre + bruit >= 5 THEN nombre + bruit END FROM vbg.perturbation
     WHERE cle <= cles % 65536 ORDER BY cle DESC LIMIT 1) END
$$;

-- Sums follow the cases, one statement at a time, unless cases are erased: their sums stay.
CREATE FUNCTION vbg.ajouter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vbg.cube AS c (mois, region_id, secteur_id, rubrique, tranche_age, sexe, nombre, cles)
  SELECT mois, region_id, secteur_id, rubrique, tranche_age, sexe, count(*), sum(cle) FROM plus
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (mois, region_id, secteur_id, rubrique, tranche_age, sexe)
  DO UPDATE SET nombre = c.nombre + excluded.nombre, cles = c.cles + excluded.cles;
  INSERT INTO vbg.suivi AS s (mois, region_id, service_id, statut, nombre, cles)
  SELECT mois, region_id, service_id, statut, count(*), sum(cle) FROM plus GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (service_id, region_id, mois, statut)
  DO UPDATE SET nombre = s.nombre + excluded.nombre, cles = s.cles + excluded.cles;
  RETURN NULL;
END $$;
CREATE FUNCTION vbg.retirer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tabanca.vbg_effacement', true) = 'on' THEN
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
CREATE TRIGGER cas_ajouter AFTER INSERT ON vbg.cas
  REFERENCING NEW TABLE AS plus FOR EACH STATEMENT EXECUTE FUNCTION vbg.ajouter();
CREATE TRIGGER cas_retirer AFTER DELETE ON vbg.cas
  REFERENCING OLD TABLE AS moins FOR EACH STATEMENT EXECUTE FUNCTION vbg.retirer();
CREATE TRIGGER cas_changer_avant AFTER UPDATE ON vbg.cas
  REFERENCING OLD TABLE AS moins FOR EACH STATEMENT EXECUTE FUNCTION vbg.retirer();
CREATE TRIGGER cas_changer_apres AFTER UPDATE ON vbg.cas
  REFERENCING NEW TABLE AS plus FOR EACH STATEMENT EXECUTE FUNCTION vbg.ajouter();

-- Rows exist for the role only: not for the owner of the tables either, unless a trigger of these tables works.
ALTER TABLE vbg.cas ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE vbg.cube ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE vbg.suivi ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY role_seul ON vbg.cas USING (current_user = 'tabanca_vbg' OR pg_trigger_depth() > 0);
CREATE POLICY role_seul ON vbg.cube USING (current_user = 'tabanca_vbg' OR pg_trigger_depth() > 0);
CREATE POLICY role_seul ON vbg.suivi USING (current_user = 'tabanca_vbg' OR pg_trigger_depth() > 0);
SELECT vbg.accorder();

-- Who looks after survivors and who administers may write cases; reading them is another permission.
UPDATE accounts_role SET permissions = array_append(permissions, 'vbg.saisir')
WHERE code IN ('ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_VBG') AND is_system AND NOT 'vbg.saisir' = ANY (permissions);

-- name: backwards
UPDATE accounts_role SET permissions = array_remove(permissions, 'vbg.saisir');
DROP TRIGGER cas_ajouter ON vbg.cas;
DROP TRIGGER cas_retirer ON vbg.cas;
DROP TRIGGER cas_changer_avant ON vbg.cas;
DROP TRIGGER cas_changer_apres ON vbg.cas;
DROP FUNCTION vbg.ajouter();
DROP FUNCTION vbg.retirer();
DROP FUNCTION vbg.publier(bigint, bigint);
DROP TABLE vbg.perturbation;
DROP FUNCTION vbg.accorder();
DO $$
BEGIN
  REVOKE ALL ON SCHEMA vbg FROM tabanca_vbg;
  REVOKE ALL ON ALL TABLES IN SCHEMA vbg FROM tabanca_vbg;
  REVOKE ALL ON ALL SEQUENCES IN SCHEMA vbg FROM tabanca_vbg;
END $$;
