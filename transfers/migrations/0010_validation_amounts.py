"""Let programmes require more validations for large cycles, and audit that."""

from django.db import migrations, models

AUDIT = "SELECT accounts_audit_table('transfers_programme', '{\"model\": \"programme\"}')"


class Migration(migrations.Migration):
    dependencies = [("transfers", "0009_audited_payments")]
    operations = [
        # Going back, the audit follows the columns once they are gone.
        migrations.RunSQL(migrations.RunSQL.noop, AUDIT),
        migrations.AddField("programme", "montant_niveau_3", models.BigIntegerField(null=True)),
        migrations.AddField("programme", "montant_niveau_4", models.BigIntegerField(null=True)),
        migrations.AddConstraint(
            "programme",
            models.CheckConstraint(
                condition=(
                    models.Q(("montant_niveau_3__isnull", True), ("montant_niveau_3__gte", 0), _connector="OR")
                    & models.Q(("montant_niveau_4__isnull", True), ("montant_niveau_4__gte", 0), _connector="OR")
                ),
                name="programme_montants_niveaux",
            ),
        ),
        migrations.RunSQL(AUDIT, migrations.RunSQL.noop),
    ]
