"""Links between users and regions keep the list beside the user."""

from django.db import migrations

# Each change adds or takes away one id of the row as it is when its lock is had: two at once do not undo each other.
KEPT = """
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

ALTER TABLE accounts_user DISABLE TRIGGER keep_regions;
UPDATE accounts_user SET regions_liees = linked.ids
FROM (SELECT user_id, array_agg(region_id) AS ids FROM geo_region_user GROUP BY user_id) AS linked
WHERE linked.user_id = accounts_user.id;
ALTER TABLE accounts_user ENABLE TRIGGER keep_regions;

CREATE TRIGGER keep_regions AFTER INSERT OR DELETE OR UPDATE ON geo_region_user
  FOR EACH ROW EXECUTE FUNCTION geo_region_user_changed();
"""


class Migration(migrations.Migration):
    dependencies = [("geo", "0004_audit"), ("accounts", "0009_user_regions")]
    operations = [migrations.RunSQL(KEPT, "DROP FUNCTION geo_region_user_changed CASCADE")]
