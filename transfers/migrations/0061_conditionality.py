"""Store conditionalities of programmes, and their checks."""

from decimal import Decimal

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0061_conditionality.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0011_audited_tables"),
        ("transfers", "0060_graduation"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Conditionality",
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
                ("code", models.CharField(max_length=30)),
                ("nom", models.CharField(max_length=255)),
                ("description", models.TextField(null=True)),
                (
                    "categorie",
                    models.CharField(
                        choices=[("education", "Education"), ("sante", "Sante"), ("autre", "Autre")], max_length=9
                    ),
                ),
                (
                    "seuil_conformite",
                    models.DecimalField(
                        db_default=Decimal("80"), decimal_places=2, default=Decimal("80"), max_digits=5
                    ),
                ),
                (
                    "effet",
                    models.CharField(
                        choices=[
                            ("aucun", "Aucun"),
                            ("avertissement", "Avertissement"),
                            ("reduction", "Reduction"),
                            ("suspension", "Suspension"),
                        ],
                        default="avertissement",
                        max_length=13,
                    ),
                ),
                ("taux_reduction", models.PositiveSmallIntegerField(null=True)),
                ("delai_recours_jours", models.PositiveSmallIntegerField(db_default=15, default=15)),
                ("actif", models.BooleanField(db_default=True, default=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "programme",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="conditionnalites",
                        to="transfers.programme",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_conditionnalite",
                "ordering": ["code", "id"],
            },
        ),
        migrations.CreateModel(
            name="ComplianceCheck",
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
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "statut",
                    models.CharField(
                        choices=[("conforme", "Conforme"), ("non_conforme", "Non Conforme"), ("justifie", "Justifie")],
                        max_length=12,
                    ),
                ),
                ("taux_conformite", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                ("date_verification", models.DateTimeField()),
                ("date_echeance", models.DateField(null=True)),
                ("source_verification", models.CharField(max_length=100, null=True)),
                ("commentaires", models.TextField(null=True)),
                ("date_avis", models.DateTimeField(null=True)),
                (
                    "auteur",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "avis_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "beneficiaire",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conditionnalites",
                        to="transfers.beneficiary",
                    ),
                ),
                (
                    "cycle",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="verifications_conditionnalites",
                        to="transfers.cycle",
                    ),
                ),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conditionnalites",
                        to="registry.household",
                    ),
                ),
                (
                    "conditionnalite",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="verifications",
                        to="transfers.conditionality",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_conditionnalite_verification",
                "ordering": ["-id"],
                "abstract": False,
            },
        ),
        migrations.AddConstraint(
            model_name="conditionality",
            constraint=models.UniqueConstraint(fields=("programme", "code"), name="conditionnalite_code_once"),
        ),
        migrations.AddConstraint(
            model_name="conditionality",
            constraint=models.CheckConstraint(
                condition=models.Q(("categorie__in", ["education", "sante", "autre"])), name="conditionnalite_categorie"
            ),
        ),
        migrations.AddConstraint(
            model_name="conditionality",
            constraint=models.CheckConstraint(
                condition=models.Q(("seuil_conformite__range", (0, 100))), name="conditionnalite_seuil"
            ),
        ),
        migrations.AddConstraint(
            model_name="conditionality",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("effet__in", ["aucun", "avertissement", "suspension"]), ("taux_reduction__isnull", True)),
                    models.Q(("effet", "reduction"), ("taux_reduction__range", (1, 99))),
                    _connector="OR",
                ),
                name="conditionnalite_effet",
            ),
        ),
        migrations.AddConstraint(
            model_name="compliancecheck",
            constraint=models.UniqueConstraint(
                fields=("beneficiaire", "conditionnalite", "date_verification"),
                name="verification_conditionnalite_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="compliancecheck",
            constraint=models.CheckConstraint(
                condition=models.Q(("statut__in", ["conforme", "non_conforme", "justifie"])),
                name="verification_conditionnalite_statut",
            ),
        ),
        migrations.AddConstraint(
            model_name="compliancecheck",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("taux_conformite__isnull", True), ("taux_conformite__range", (0, 100)), _connector="OR"
                ),
                name="verification_conditionnalite_taux",
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
