"""Store samples of the paid and what they answered, and audit them."""

from decimal import Decimal

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids

AUDIT = """
SELECT accounts_audit_table('transfers_verification', '{"model": "verification"}');
SELECT accounts_audit_table('transfers_verification_reponse', '{
  "model": "reponse_verification", "region": "{row}.region_id", "secret": ["commentaire"]}');
"""
STOP_AUDIT = "DROP FUNCTION transfers_verification_audited, transfers_verification_reponse_audited CASCADE"


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0011_payment_layer"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ReceiptCheck",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("graine", models.BigIntegerField()),
                ("marge", models.DecimalField(decimal_places=2, max_digits=4)),
                ("confiance", models.DecimalField(decimal_places=2, max_digits=4)),
                ("strates", models.JSONField()),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "cree_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "cycle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="verifications", to="transfers.cycle"
                    ),
                ),
            ],
            options={
                "db_table": "transfers_verification",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ReceiptAnswer",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("region_id", models.UUIDField(null=True)),
                ("operateur_id", models.CharField(max_length=30, null=True)),
                ("montant_verse", models.BigIntegerField()),
                ("recu", models.CharField(max_length=7, null=True)),
                ("montant_recu", models.BigIntegerField(null=True)),
                ("frais_demandes", models.BigIntegerField(null=True)),
                ("moyen", models.CharField(max_length=9, null=True)),
                ("date_reponse", models.DateField(null=True)),
                ("commentaire", models.CharField(max_length=1000, null=True)),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "paiement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="transfers.payment"
                    ),
                ),
                (
                    "saisi_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "verification",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reponses",
                        to="transfers.receiptcheck",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_verification_reponse",
                "ordering": ["id"],
            },
        ),
        migrations.AddConstraint(
            model_name="receiptcheck",
            constraint=models.CheckConstraint(
                condition=models.Q(("confiance__range", (50, Decimal("99.9"))), ("marge__range", (1, 50))),
                name="verification_precision",
            ),
        ),
        migrations.AddConstraint(
            model_name="receiptcheck",
            constraint=models.CheckConstraint(condition=models.Q(("graine__gte", 0)), name="verification_graine"),
        ),
        migrations.AddConstraint(
            model_name="receiptanswer",
            constraint=models.UniqueConstraint(fields=("verification", "paiement"), name="reponse_once"),
        ),
        migrations.AddConstraint(
            model_name="receiptanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("frais_demandes__isnull", True), ("montant_recu__isnull", True), ("recu__isnull", True)),
                    models.Q(("montant_recu", models.F("montant_verse")), ("recu", "oui")),
                    models.Q(("montant_recu", 0), ("recu", "non")),
                    models.Q(
                        ("montant_recu__gt", 0), ("montant_recu__lt", models.F("montant_verse")), ("recu", "partiel")
                    ),
                    _connector="OR",
                ),
                name="reponse_recu",
            ),
        ),
        migrations.AddConstraint(
            model_name="receiptanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(("frais_demandes__isnull", True), ("frais_demandes__gte", 0), _connector="OR"),
                name="reponse_frais",
            ),
        ),
        migrations.AddConstraint(
            model_name="receiptanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("date_reponse__isnull", True), ("moyen__isnull", True), ("recu__isnull", True)),
                    models.Q(
                        ("date_reponse__isnull", False), ("moyen__in", ["telephone", "visite"]), ("recu__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="reponse_datee",
            ),
        ),
        migrations.RunSQL(AUDIT, STOP_AUDIT),
    ]
