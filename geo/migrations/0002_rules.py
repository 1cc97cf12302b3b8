"""What the database itself holds about geography: communes inside their secteur, contours, layer versions."""

from django.db import migrations

RULES = """
-- A locality's commune lies in the locality's secteur.
ALTER TABLE geo_localite ADD CONSTRAINT localite_commune_of_secteur
  FOREIGN KEY (commune_id, secteur_id) REFERENCES geo_commune (id, secteur_id) DEFERRABLE INITIALLY IMMEDIATE;

-- The simplified boundary for lists and low zooms: 0.002 degrees, about 220 m at the equator.
CREATE FUNCTION geo_contour() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.contour := ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_SimplifyPreserveTopology(NEW.geom, 0.002)), 3));
  RETURN NEW;
END $$;
CREATE TRIGGER geo_contour BEFORE INSERT OR UPDATE OF geom ON geo_region
  FOR EACH ROW EXECUTE FUNCTION geo_contour();
CREATE TRIGGER geo_contour BEFORE INSERT OR UPDATE OF geom ON geo_secteur
  FOR EACH ROW EXECUTE FUNCTION geo_contour();

CREATE FUNCTION geo_layer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO geo_layer_change (couche) VALUES (TG_ARGV[0]);
  RETURN NULL;
END $$;

-- Position in the web-mercator tile scheme (x to the east, y to the south), latitude clamped to the projection.
CREATE FUNCTION tile_x(lon double precision, z integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(greatest(floor((lon + 180) / 360 * (1 << z))::integer, 0), (1 << z) - 1)
$$;
CREATE FUNCTION tile_y(lat double precision, z integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(greatest(floor(
    (1 - asinh(tan(radians(least(greatest(lat, -85.0511), 85.0511)))) / pi()) / 2 * (1 << z))::integer, 0), (1 << z) - 1)
$$;
"""

LAYERS = {
    "geo_region": "regions",
    "geo_secteur": "secteurs",
    "geo_localite": "localites",
    "geo_ecole": "ecoles",
    "geo_service_sante": "services_sante",
    "geo_point_eau": "points_eau",
    "geo_police_judiciaire": "polices_judiciaires",
    "geo_service_vbg": "services_vbg",
    "geo_asc": "asc",
    "geo_acteur_local": "acteurs_locaux",
}

TRIGGERS = "".join(
    f"CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table} "
    f"FOR EACH STATEMENT EXECUTE FUNCTION geo_layer_changed('{layer}');\n"
    for table, layer in LAYERS.items()
)


class Migration(migrations.Migration):
    dependencies = [("geo", "0001_initial")]
    operations = [migrations.RunSQL(RULES + TRIGGERS, migrations.RunSQL.noop)]
