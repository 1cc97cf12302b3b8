-- name: forwards
-- The tiles of payments change with the sums, which triggers add to by INSERT ... ON CONFLICT: that is one insertion.
CREATE TRIGGER layer_changed AFTER INSERT OR DELETE OR TRUNCATE ON transfers_paiement_total FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('paiements');
CREATE TRIGGER layer_changed_paiements AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_region FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('paiements');

-- name: backwards
DROP TRIGGER layer_changed_paiements ON geo_region;
DROP TRIGGER layer_changed ON transfers_paiement_total;
