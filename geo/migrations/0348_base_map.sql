-- name: forwards
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_ligne_fond FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('fond_carte');

-- name: backwards
DROP TRIGGER layer_changed ON geo_ligne_fond;
