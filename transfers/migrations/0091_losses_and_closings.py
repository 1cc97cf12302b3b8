"""Write off missing cash, close cycles, and number the samples of a cycle."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0091_losses_and_closings.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0011_audited_tables"),
        ("transfers", "0090_payment_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # Going back, the audit follows the columns once they are gone.
        migrations.RunSQL(migrations.RunSQL.noop, SQL["audit_again"]),
        migrations.CreateModel(
            name="CashLoss",
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
                ("montant_retrouve", models.BigIntegerField(db_default=0, default=0)),
                ("reference", models.CharField(max_length=255, null=True)),
                ("motif", models.CharField(max_length=500)),
                ("propose_le", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("confirme_le", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "transfers_perte",
            },
        ),
        migrations.CreateModel(
            name="CycleClosing",
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
                ("motif", models.CharField(max_length=500)),
                ("nombre", models.PositiveIntegerField(null=True)),
                ("montant", models.BigIntegerField(null=True)),
                ("propose_le", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("confirme_le", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "transfers_cloture_cycle",
            },
        ),
        migrations.RemoveConstraint(
            model_name="ledgeraccount",
            name="compte_nature",
        ),
        migrations.AddField(
            model_name="cycle",
            name="clos_le",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="receiptcheck",
            name="motif",
            field=models.CharField(max_length=500, null=True),
        ),
        migrations.AddField(
            model_name="receiptcheck",
            name="numero",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AlterField(
            model_name="ledgeraccount",
            name="nature",
            field=models.CharField(
                choices=[
                    ("operateur", "Operateur"),
                    ("tresor", "Tresor"),
                    ("beneficiaires", "Beneficiaires"),
                    ("frais", "Frais"),
                    ("especes_remises", "Especes Remises"),
                    ("especes_rendues", "Especes Rendues"),
                    ("attente", "Attente"),
                    ("pertes", "Pertes"),
                ],
                max_length=15,
            ),
        ),
        migrations.AddConstraint(
            model_name="cycle",
            constraint=models.CheckConstraint(
                condition=models.Q(("clos_le__isnull", True), ("statut_validation", "valide"), _connector="OR"),
                name="cycle_clos",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgeraccount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "nature__in",
                        [
                            "operateur",
                            "tresor",
                            "beneficiaires",
                            "frais",
                            "especes_remises",
                            "especes_rendues",
                            "attente",
                            "pertes",
                        ],
                    )
                ),
                name="compte_nature",
            ),
        ),
        migrations.RunSQL(SQL["number_samples"], migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="receiptcheck",
            constraint=models.UniqueConstraint(fields=("cycle", "numero"), name="verification_numero_once"),
        ),
        migrations.AddConstraint(
            model_name="receiptcheck",
            constraint=models.CheckConstraint(
                condition=models.Q(("numero", 1), ("motif__isnull", False), _connector="OR"), name="verification_motif"
            ),
        ),
        migrations.AddField(
            model_name="cashloss",
            name="confirme_par",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="cashloss",
            name="feuille",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="perte", to="transfers.sheet"
            ),
        ),
        migrations.AddField(
            model_name="cashloss",
            name="propose_par",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="cycleclosing",
            name="confirme_par",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="cycleclosing",
            name="cycle",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="cloture", to="transfers.cycle"
            ),
        ),
        migrations.AddField(
            model_name="cycleclosing",
            name="propose_par",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="cashloss",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("montant_retrouve", 0), ("reference__isnull", True)),
                    models.Q(("montant_retrouve__gt", 0), ("reference__isnull", False)),
                    _connector="OR",
                ),
                name="perte_retrouve",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashloss",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("confirme_le__isnull", True), ("confirme_par__isnull", True)),
                    models.Q(
                        ("confirme_le__isnull", False),
                        models.Q(("confirme_par", models.F("propose_par")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="perte_quatre_yeux",
            ),
        ),
        migrations.AddConstraint(
            model_name="cycleclosing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("confirme_le__isnull", True),
                        ("confirme_par__isnull", True),
                        ("montant__isnull", True),
                        ("nombre__isnull", True),
                    ),
                    models.Q(
                        ("confirme_le__isnull", False),
                        ("montant__gte", 0),
                        ("nombre__gte", 0),
                        models.Q(("confirme_par", models.F("propose_par")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="cloture_quatre_yeux",
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
