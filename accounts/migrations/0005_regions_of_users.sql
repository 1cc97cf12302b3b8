-- name: forwards
-- Only a trigger of the links between users and regions writes `regions_liees` (geo/migrations/0005_regions_of_users):
-- saving a whole user that was read before does not restore former regions.
CREATE FUNCTION accounts_user_keeps_regions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.regions_liees := CASE WHEN TG_OP = 'INSERT' THEN '{}'::uuid[] ELSE OLD.regions_liees END;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_regions BEFORE INSERT OR UPDATE OF regions_liees ON accounts_user
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION accounts_user_keeps_regions();

-- name: backwards
DROP FUNCTION accounts_user_keeps_regions CASCADE;
