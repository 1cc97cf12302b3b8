"""The regions of each user beside him, for lists of the users of some regions."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
from django.db import migrations, models

from accounts.audit.tables.triggers import build_audit_triggers as track
from accounts.audited_tables import AUDITED_TABLES as TRAILS

# Only a trigger of the links writes it: whoever saves a whole user, read a while ago, does not put old regions back.
GUARD = """
CREATE FUNCTION accounts_user_keeps_regions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.regions_liees := CASE WHEN TG_OP = 'INSERT' THEN '{}'::uuid[] ELSE OLD.regions_liees END;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_regions BEFORE INSERT OR UPDATE OF regions_liees ON accounts_user
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION accounts_user_keeps_regions();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_audit")]
    operations = [
        migrations.AddField(
            "user",
            "regions_liees",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.UUIDField(), db_default=[], default=list, editable=False, size=None
            ),
        ),
        migrations.AddIndex(
            "user", django.contrib.postgres.indexes.GinIndex(fields=["regions_liees"], name="user_regions")
        ),
        # The links have a trail of their own.
        migrations.RunSQL(track(TRAILS, "accounts_user"), migrations.RunSQL.noop),
        migrations.RunSQL(GUARD, "DROP FUNCTION accounts_user_keeps_regions CASCADE"),
    ]
