"""Add sheets of cash payments, pay-points, and the account of the cash in the hands of payers."""

import django.contrib.gis.db.models.fields
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0014_cash_sheets.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("geo", "0006_audited_tables"),
        ("registry", "0011_audited_tables"),
        ("transfers", "0013_operator_requests"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PayPoint",
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
                ("nom", models.CharField(max_length=255)),
                ("geom", django.contrib.gis.db.models.fields.PointField(spatial_index=False, srid=4326)),
                ("actif", models.BooleanField(db_default=True, default=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "transfers_point_paiement",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="Sheet",
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
                ("numero", models.PositiveIntegerField()),
                ("region_id", models.UUIDField(null=True)),
                ("lieu_id", models.UUIDField(null=True)),
                ("lieu", models.CharField(max_length=255)),
                (
                    "etat",
                    models.CharField(
                        choices=[
                            ("emise", "Emise"),
                            ("remise", "Remise"),
                            ("retournee", "Retournee"),
                            ("annulee", "Annulee"),
                        ],
                        db_default="emise",
                        default="emise",
                        max_length=9,
                    ),
                ),
                ("nombre", models.PositiveSmallIntegerField()),
                ("montant", models.BigIntegerField()),
                ("payeur", models.CharField(max_length=255, null=True)),
                ("montant_remis", models.BigIntegerField(null=True)),
                ("remise_le", models.DateTimeField(null=True)),
                ("montant_rendu", models.BigIntegerField(null=True)),
                ("montant_manquant", models.BigIntegerField(null=True)),
                ("motif_manquant", models.CharField(max_length=500, null=True)),
                ("retour_le", models.DateTimeField(null=True)),
                ("versement_le", models.DateTimeField(null=True)),
                ("versement_reference", models.CharField(max_length=255, null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "transfers_feuille",
                "ordering": ["numero"],
            },
        ),
        migrations.CreateModel(
            name="SheetLine",
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
                ("numero", models.PositiveSmallIntegerField()),
            ],
            options={
                "db_table": "transfers_feuille_ligne",
                "ordering": ["numero"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="ledgeraccount",
            name="compte_nature",
        ),
        migrations.RemoveConstraint(
            model_name="ledgeraccount",
            name="compte_couvert",
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
                ],
                max_length=15,
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
                        ],
                    )
                ),
                name="compte_nature",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgeraccount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("reserve__gte", 0),
                    models.Q(
                        models.Q(("nature__in", ("operateur", "especes_remises", "especes_rendues")), _negated=True),
                        ("solde__gte", models.F("reserve")),
                        _connector="OR",
                    ),
                ),
                name="compte_couvert",
            ),
        ),
        migrations.AddField(
            model_name="paypoint",
            name="programme",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="points_paiement",
                to="transfers.programme",
            ),
        ),
        migrations.AddField(
            model_name="paypoint",
            name="region",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="geo.region"),
        ),
        migrations.AddField(
            model_name="sheet",
            name="auteur",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="cycle",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="feuilles",
                to="transfers.cycle",
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="execution",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="feuilles", to="transfers.run"
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="point",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="transfers.paypoint"
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="remise_par",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sheet",
            name="retour_par",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sheetline",
            name="feuille",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="lignes", to="transfers.sheet"
            ),
        ),
        migrations.AddField(
            model_name="sheetline",
            name="tentative",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="ligne", to="transfers.attempt"
            ),
        ),
        migrations.AddConstraint(
            model_name="paypoint",
            constraint=models.UniqueConstraint(fields=("programme", "region", "nom"), name="point_paiement_once"),
        ),
        migrations.AddIndex(
            model_name="sheet",
            index=models.Index(fields=["region_id"], name="feuille_region"),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.UniqueConstraint(fields=("cycle", "numero"), name="feuille_numero_once"),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(("etat__in", ["emise", "remise", "retournee", "annulee"])), name="feuille_etat"
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(("montant__gt", 0), ("nombre__gt", 0), ("numero__gt", 0)), name="feuille_numero"
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("etat__in", ["emise", "annulee"]), ("montant_remis__isnull", True), ("remise_le__isnull", True)
                    ),
                    models.Q(
                        ("etat__in", ["remise", "retournee"]),
                        ("montant_remis__gt", 0),
                        ("montant_remis__lte", models.F("montant")),
                        ("payeur__isnull", False),
                        ("remise_le__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="feuille_remise",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        models.Q(("etat", "retournee"), _negated=True),
                        ("montant_manquant__isnull", True),
                        ("montant_rendu__isnull", True),
                        ("retour_le__isnull", True),
                    ),
                    models.Q(
                        ("etat", "retournee"),
                        ("montant_manquant__gte", 0),
                        (
                            "montant_remis__gte",
                            django.db.models.expressions.CombinedExpression(
                                models.F("montant_rendu"), "+", models.F("montant_manquant")
                            ),
                        ),
                        ("montant_rendu__gte", 0),
                        ("retour_le__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="feuille_retour",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("montant_manquant__gt", 0), _negated=True),
                    ("motif_manquant__isnull", False),
                    _connector="OR",
                ),
                name="feuille_manquant",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("versement_le__isnull", True), ("versement_reference__isnull", True)),
                    models.Q(
                        ("montant_rendu__gt", 0),
                        ("versement_le__isnull", False),
                        ("versement_reference__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="feuille_versement",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetline",
            constraint=models.UniqueConstraint(fields=("feuille", "numero"), name="feuille_ligne_once"),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
