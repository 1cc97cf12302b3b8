-- What a household names (its places, project, campaign and users) is checked per statement and not per row (decision
-- 0013). Its secteur lies in its region, its commune and localite in its secteur: the region of a household decides who
-- sees it.

-- name: forwards
-- Lock the rows that households name, as a foreign key would (FOR KEY SHARE): a transaction that deletes one waits, and
-- then finds the household. Raises foreign_key_violation when one is missing.
CREATE FUNCTION registry_menage_refers(named text, parent regclass, ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found integer;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  EXECUTE format('SELECT count(*) FROM (SELECT FROM %s WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE) AS row', parent)
    INTO found USING ids;
  IF found < cardinality(ids) THEN
    RAISE foreign_key_violation USING MESSAGE = format('registry_menage.%s names no row of %s', named, parent),
      TABLE = 'registry_menage', COLUMN = named, CONSTRAINT = 'menage_' || named;
  END IF;
END $$;

CREATE FUNCTION registry_menage_astray() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'a household names a place that does not lie in the one above it',
    TABLE = 'registry_menage', CONSTRAINT = 'menage_places_agree';
END $$;

-- Check new households in one pass: a file names few places. Lock first, then see whether the places agree: what is
-- locked cannot be moved before this transaction ends.
CREATE TYPE registry_menage_named AS (
  region_id uuid, secteur_id uuid, commune_id uuid, localite_id uuid,
  projet_id uuid, campagne_id uuid, enqueteur_id uuid, valide_collecte_par_id uuid
);
CREATE FUNCTION registry_menage_refers_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named registry_menage_named[];
BEGIN
  SELECT array_agg(each::registry_menage_named) INTO named
  FROM (
    SELECT DISTINCT region_id, secteur_id, commune_id, localite_id,
                    projet_id, campagne_id, enqueteur_id, valide_collecte_par_id
    FROM new_rows
  ) AS each;
  PERFORM registry_menage_refers('region_id', 'geo_region',
    ARRAY(SELECT DISTINCT region_id FROM unnest(named) WHERE region_id IS NOT NULL));
  PERFORM registry_menage_refers('secteur_id', 'geo_secteur',
    ARRAY(SELECT DISTINCT secteur_id FROM unnest(named) WHERE secteur_id IS NOT NULL));
  PERFORM registry_menage_refers('commune_id', 'geo_commune',
    ARRAY(SELECT DISTINCT commune_id FROM unnest(named) WHERE commune_id IS NOT NULL));
  PERFORM registry_menage_refers('localite_id', 'geo_localite',
    ARRAY(SELECT DISTINCT localite_id FROM unnest(named) WHERE localite_id IS NOT NULL));
  PERFORM registry_menage_refers('projet_id', 'registry_projet',
    ARRAY(SELECT DISTINCT projet_id FROM unnest(named) WHERE projet_id IS NOT NULL));
  PERFORM registry_menage_refers('campagne_id', 'registry_campagne',
    ARRAY(SELECT DISTINCT campagne_id FROM unnest(named) WHERE campagne_id IS NOT NULL));
  PERFORM registry_menage_refers('enqueteur_id', 'accounts_user',
    ARRAY(SELECT DISTINCT enqueteur_id FROM unnest(named) WHERE enqueteur_id IS NOT NULL));
  PERFORM registry_menage_refers('valide_collecte_par_id', 'accounts_user',
    ARRAY(SELECT DISTINCT valide_collecte_par_id FROM unnest(named) WHERE valide_collecte_par_id IS NOT NULL));
  IF EXISTS (
    SELECT FROM unnest(named) AS place
    LEFT JOIN geo_secteur AS secteur_id ON secteur_id.id = place.secteur_id
    LEFT JOIN geo_commune AS commune_id ON commune_id.id = place.commune_id
    LEFT JOIN geo_localite AS localite_id ON localite_id.id = place.localite_id
    WHERE (place.secteur_id IS NOT NULL AND secteur_id.region_id IS DISTINCT FROM place.region_id)
      OR (place.commune_id IS NOT NULL AND commune_id.secteur_id IS DISTINCT FROM place.secteur_id)
      OR (place.localite_id IS NOT NULL AND localite_id.secteur_id IS DISTINCT FROM place.secteur_id)
  ) THEN
    PERFORM registry_menage_astray();
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refers_insert AFTER INSERT ON registry_menage REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_menage_refers_inserted();

CREATE FUNCTION registry_menage_refers_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.region_id IS DISTINCT FROM OLD.region_id AND NEW.region_id IS NOT NULL THEN
    PERFORM registry_menage_refers('region_id', 'geo_region', ARRAY[NEW.region_id]);
  END IF;
  IF NEW.secteur_id IS DISTINCT FROM OLD.secteur_id AND NEW.secteur_id IS NOT NULL THEN
    PERFORM registry_menage_refers('secteur_id', 'geo_secteur', ARRAY[NEW.secteur_id]);
  END IF;
  IF NEW.commune_id IS DISTINCT FROM OLD.commune_id AND NEW.commune_id IS NOT NULL THEN
    PERFORM registry_menage_refers('commune_id', 'geo_commune', ARRAY[NEW.commune_id]);
  END IF;
  IF NEW.localite_id IS DISTINCT FROM OLD.localite_id AND NEW.localite_id IS NOT NULL THEN
    PERFORM registry_menage_refers('localite_id', 'geo_localite', ARRAY[NEW.localite_id]);
  END IF;
  IF NEW.projet_id IS DISTINCT FROM OLD.projet_id AND NEW.projet_id IS NOT NULL THEN
    PERFORM registry_menage_refers('projet_id', 'registry_projet', ARRAY[NEW.projet_id]);
  END IF;
  IF NEW.campagne_id IS DISTINCT FROM OLD.campagne_id AND NEW.campagne_id IS NOT NULL THEN
    PERFORM registry_menage_refers('campagne_id', 'registry_campagne', ARRAY[NEW.campagne_id]);
  END IF;
  IF NEW.enqueteur_id IS DISTINCT FROM OLD.enqueteur_id AND NEW.enqueteur_id IS NOT NULL THEN
    PERFORM registry_menage_refers('enqueteur_id', 'accounts_user', ARRAY[NEW.enqueteur_id]);
  END IF;
  IF NEW.valide_collecte_par_id IS DISTINCT FROM OLD.valide_collecte_par_id AND NEW.valide_collecte_par_id IS NOT NULL THEN
    PERFORM registry_menage_refers('valide_collecte_par_id', 'accounts_user', ARRAY[NEW.valide_collecte_par_id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refers_update
  AFTER UPDATE OF region_id, secteur_id, commune_id, localite_id,
                  projet_id, campagne_id, enqueteur_id, valide_collecte_par_id
  ON registry_menage FOR EACH ROW WHEN (
    NEW.region_id IS DISTINCT FROM OLD.region_id
    OR NEW.secteur_id IS DISTINCT FROM OLD.secteur_id
    OR NEW.commune_id IS DISTINCT FROM OLD.commune_id
    OR NEW.localite_id IS DISTINCT FROM OLD.localite_id
    OR NEW.projet_id IS DISTINCT FROM OLD.projet_id
    OR NEW.campagne_id IS DISTINCT FROM OLD.campagne_id
    OR NEW.enqueteur_id IS DISTINCT FROM OLD.enqueteur_id
    OR NEW.valide_collecte_par_id IS DISTINCT FROM OLD.valide_collecte_par_id)
  EXECUTE FUNCTION registry_menage_refers_updated();

-- Runs after `refers_update` (triggers fire in the order of their names), which holds the locks.
CREATE FUNCTION registry_menage_resettled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT NEW.region_id, NEW.secteur_id, NEW.commune_id, NEW.localite_id)
      AS place (region_id, secteur_id, commune_id, localite_id)
    LEFT JOIN geo_secteur AS secteur_id ON secteur_id.id = place.secteur_id
    LEFT JOIN geo_commune AS commune_id ON commune_id.id = place.commune_id
    LEFT JOIN geo_localite AS localite_id ON localite_id.id = place.localite_id
    WHERE (place.secteur_id IS NOT NULL AND secteur_id.region_id IS DISTINCT FROM place.region_id)
      OR (place.commune_id IS NOT NULL AND commune_id.secteur_id IS DISTINCT FROM place.secteur_id)
      OR (place.localite_id IS NOT NULL AND localite_id.secteur_id IS DISTINCT FROM place.secteur_id)
  ) THEN
    PERFORM registry_menage_astray();
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER settled_update
  AFTER UPDATE OF region_id, secteur_id, commune_id, localite_id
  ON registry_menage FOR EACH ROW WHEN (
    NEW.region_id IS DISTINCT FROM OLD.region_id
    OR NEW.secteur_id IS DISTINCT FROM OLD.secteur_id
    OR NEW.commune_id IS DISTINCT FROM OLD.commune_id
    OR NEW.localite_id IS DISTINCT FROM OLD.localite_id)
  EXECUTE FUNCTION registry_menage_resettled();

-- Refuse to delete a row that households name. The arguments of the trigger are the columns of a household.
CREATE FUNCTION registry_menage_referred() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept boolean;
BEGIN
  FOR place IN 0 .. TG_NARGS - 1 LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM registry_menage WHERE %I = $1)', TG_ARGV[place]) INTO kept USING OLD.id;
    IF kept THEN
      RAISE foreign_key_violation USING MESSAGE = format('households still name this row of %s', TG_TABLE_NAME),
        TABLE = 'registry_menage', COLUMN = TG_ARGV[place], CONSTRAINT = 'menage_' || TG_ARGV[place];
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER menage_referred AFTER DELETE OR UPDATE OF id ON geo_region FOR EACH ROW
  EXECUTE FUNCTION registry_menage_referred('region_id');
CREATE TRIGGER menage_referred AFTER DELETE OR UPDATE OF id ON geo_secteur FOR EACH ROW
  EXECUTE FUNCTION registry_menage_referred('secteur_id');
CREATE TRIGGER menage_referred AFTER DELETE OR UPDATE OF id ON geo_commune FOR EACH ROW
  EXECUTE FUNCTION registry_menage_referred('commune_id');
CREATE TRIGGER menage_referred AFTER DELETE OR UPDATE OF id ON geo_localite FOR EACH ROW
  EXECUTE FUNCTION registry_menage_referred('localite_id');
CREATE TRIGGER menage_referred AFTER DELETE OR UPDATE OF id ON registry_projet FOR EACH ROW
  EXECUTE FUNCTION registry_menage_referred('projet_id');
CREATE TRIGGER menage_referred AFTER DELETE OR UPDATE OF id ON registry_campagne FOR EACH ROW
  EXECUTE FUNCTION registry_menage_referred('campagne_id');
CREATE TRIGGER menage_referred AFTER DELETE OR UPDATE OF id ON accounts_user FOR EACH ROW
  EXECUTE FUNCTION registry_menage_referred('enqueteur_id', 'valide_collecte_par_id');

-- Refuse to move a place away from the one above it while households name both.
CREATE FUNCTION registry_menage_left_behind() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM registry_menage WHERE %I = $1)', TG_ARGV[0]) INTO kept USING OLD.id;
  IF kept THEN
    RAISE foreign_key_violation USING MESSAGE = format('households stand in this row of %s', TG_TABLE_NAME),
      TABLE = 'registry_menage', COLUMN = TG_ARGV[0], CONSTRAINT = 'menage_places_agree';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER menage_left_behind AFTER UPDATE OF region_id ON geo_secteur FOR EACH ROW
  WHEN (NEW.region_id IS DISTINCT FROM OLD.region_id) EXECUTE FUNCTION registry_menage_left_behind('secteur_id');
CREATE TRIGGER menage_left_behind AFTER UPDATE OF secteur_id ON geo_commune FOR EACH ROW
  WHEN (NEW.secteur_id IS DISTINCT FROM OLD.secteur_id) EXECUTE FUNCTION registry_menage_left_behind('commune_id');
CREATE TRIGGER menage_left_behind AFTER UPDATE OF secteur_id ON geo_localite FOR EACH ROW
  WHEN (NEW.secteur_id IS DISTINCT FROM OLD.secteur_id) EXECUTE FUNCTION registry_menage_left_behind('localite_id');

-- name: backwards
DROP FUNCTION registry_menage_left_behind CASCADE;
DROP FUNCTION registry_menage_referred CASCADE;
DROP FUNCTION registry_menage_resettled CASCADE;
DROP FUNCTION registry_menage_refers_updated CASCADE;
DROP FUNCTION registry_menage_refers_inserted CASCADE;
DROP TYPE registry_menage_named;
DROP FUNCTION registry_menage_astray;
DROP FUNCTION registry_menage_refers;
