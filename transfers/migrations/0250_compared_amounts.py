"""Keep by which amount and day an entry is suggested: candidates are then found by an index in a session of every size."""

from django.db import migrations, models
from django.db.models import Q

from config.sql import Queries

SQL = Queries(__file__, "0250_compared_amounts.sql")
REASONS = [
    "absent_du_releve",
    "echec_confirme",
    "inconnue",
    "hors_periode",
    "ambigue",
    "paye_deux_fois",
    "autre_numero",
    "montant_partiel",
    "montant_different",
    "extourne",
    "retour_a_verifier",
    "retour_anterieur",
    "paye_malgre_echec",
]


class Migration(migrations.Migration):
    dependencies = [("transfers", "0245_unplaced_beneficiaries")]

    operations = [
        migrations.AddField("ReconciliationEntry", "montant_compare", models.BigIntegerField(null=True)),
        migrations.AddField("ReconciliationEntry", "jour_compare", models.DateField(null=True)),
        migrations.RunSQL(SQL["forwards"], migrations.RunSQL.noop),
        migrations.AddIndex(
            "ReconciliationEntry",
            models.Index(
                condition=Q(statut="non_rapprochee", raison__in=REASONS, montant_compare__isnull=False),
                fields=["session", "source", "montant_compare", "jour_compare", "id"],
                name="entree_candidate",
            ),
        ),
    ]
