-- name: forwards
-- Return the position in the web-mercator tile scheme (x to the east, y to the south) of a longitude or latitude in
-- degrees; latitudes are clamped to the projection.
CREATE FUNCTION tile_x(lon double precision, z integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(greatest(floor((lon + 180) / 360 * (1 << z))::integer, 0), (1 << z) - 1)
$$;
CREATE FUNCTION tile_y(lat double precision, z integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(greatest(floor(
    (1 - asinh(tan(radians(least(greatest(lat, -85.0511), 85.0511)))) / pi()) / 2 * (1 << z))::integer, 0), (1 << z) - 1)
$$;

-- Count a change of a layer: the version of its tiles.
CREATE FUNCTION geo_layer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO geo_layer_change (couche) VALUES (TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_region FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('regions');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_secteur FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('secteurs');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_localite FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('localites');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_ecole FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('ecoles');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_service_sante FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('services_sante');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_point_eau FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('points_eau');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_police_judiciaire FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('polices_judiciaires');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_service_vbg FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('services_vbg');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_asc FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('asc');
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON geo_acteur_local FOR EACH STATEMENT
  EXECUTE FUNCTION geo_layer_changed('acteurs_locaux');

-- name: backwards
DROP FUNCTION geo_layer_changed CASCADE;
DROP FUNCTION tile_y;
DROP FUNCTION tile_x;
