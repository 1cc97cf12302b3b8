-- name: forwards
-- Add or remove one id in the user's row as it is when its lock is held: two changes at once do not undo each other.
CREATE FUNCTION geo_region_user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE accounts_user SET regions_liees = array_remove(regions_liees, OLD.region_id) WHERE id = OLD.user_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE accounts_user SET regions_liees = array_append(array_remove(regions_liees, NEW.region_id), NEW.region_id)
    WHERE id = NEW.user_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_regions AFTER INSERT OR DELETE OR UPDATE ON geo_region_user
  FOR EACH ROW EXECUTE FUNCTION geo_region_user_changed();

-- name: backwards
DROP FUNCTION geo_region_user_changed CASCADE;
