-- name: forwards
-- Who sees a locality is decided by the region of its secteur: of the layers, this one alone has no region of its own.
CREATE TRIGGER layer_changed_localites AFTER UPDATE OF region_id ON geo_secteur FOR EACH ROW
  WHEN (OLD.region_id IS DISTINCT FROM NEW.region_id) EXECUTE FUNCTION geo_layer_changed('localites');

-- name: backwards
DROP TRIGGER layer_changed_localites ON geo_secteur;
