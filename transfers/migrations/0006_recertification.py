"""When a household is looked at again; beneficiaries as a layer of the map."""

from django.db import migrations, models

from accounts.audit.tables.triggers import build_audit_triggers as track
from transfers.audited_tables import AUDITED_TABLES

# What the map shows of beneficiaries changes with each statement.
LAYER = """
CREATE TRIGGER layer_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transfers_beneficiaire
  FOR EACH STATEMENT EXECUTE FUNCTION geo_layer_changed('beneficiaires');
"""


class Migration(migrations.Migration):
    dependencies = [("geo", "0003_layer_change_count"), ("transfers", "0005_documents_and_follow_ups")]

    operations = [
        migrations.AddField("beneficiary", "prochaine_recertification", models.DateTimeField(null=True)),
        migrations.RunSQL(track(AUDITED_TABLES, "transfers_beneficiaire"), migrations.RunSQL.noop),
        migrations.RunSQL(LAYER, "DROP TRIGGER layer_changed ON transfers_beneficiaire"),
    ]
