"""Who receives the transfers of a programme, audited with the household."""

import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids
import config.text
from accounts.audit.tables.triggers import build_audit_triggers as track
from transfers.audited_tables import AUDITED_TABLES


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0020_neighbours"),
        ("transfers", "0003_cheaper_traces"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Beneficiary",
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
                ("code", models.CharField(db_collation="C", max_length=60)),
                ("type", models.CharField(db_default="principal", default="principal", max_length=9)),
                ("nom_complet", models.CharField(max_length=255)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("mode_paiement", models.CharField(max_length=17, null=True)),
                ("compte_mobile", models.CharField(max_length=32, null=True)),
                ("compte_bancaire", models.CharField(max_length=64, null=True)),
                ("numero_op_b", models.CharField(max_length=32, null=True)),
                ("statut_enrolement", models.CharField(db_default="actif", default="actif", max_length=8)),
                ("date_enrolement", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("date_graduation", models.DateTimeField(null=True)),
                ("date_sortie", models.DateTimeField(null=True)),
                ("motif_sortie", models.CharField(max_length=255, null=True)),
                ("date_verification_document", models.DateTimeField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "enrole_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="beneficiaires",
                        to="registry.household",
                    ),
                ),
                (
                    "principal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="substituts",
                        to="transfers.beneficiary",
                    ),
                ),
                (
                    "programme",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="beneficiaires",
                        to="transfers.programme",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_beneficiaire",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["programme", "statut_enrolement", "id"], name="beneficiaire_programme"),
                    models.Index(
                        condition=models.Q(("telephone__isnull", False)),
                        fields=["telephone"],
                        name="beneficiaire_telephone",
                    ),
                    models.Index(
                        condition=models.Q(("compte_mobile__isnull", False)),
                        fields=["compte_mobile"],
                        name="beneficiaire_compte",
                    ),
                    django.contrib.postgres.indexes.GinIndex(
                        django.contrib.postgres.indexes.OpClass(
                            config.text.Normalised("nom_complet"), name="gin_trgm_ops"
                        ),
                        name="beneficiaire_nom_trgm",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="beneficiaire_code_once"),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("type", "principal"), models.Q(("statut_enrolement", "sorti"), _negated=True)
                        ),
                        fields=("menage", "programme"),
                        name="beneficiaire_un_principal",
                    ),
                    models.UniqueConstraint(fields=("id", "menage"), name="beneficiaire_menage"),
                    models.CheckConstraint(
                        condition=models.Q(("type__in", ["principal", "substitut"])), name="beneficiaire_type"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("mode_paiement__in", ["mobile_money", "virement_bancaire", "especes"])),
                        name="beneficiaire_mode_paiement",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("statut_enrolement__in", ["actif", "suspendu", "sorti", "gradue"])),
                        name="beneficiaire_statut_enrolement",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("principal__isnull", True), ("type", "substitut"), _connector="OR"),
                        name="beneficiaire_substitut",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("statut_enrolement", "sorti"), _negated=True),
                            models.Q(("date_sortie__isnull", False), ("motif_sortie__isnull", False)),
                            _connector="OR",
                        ),
                        name="beneficiaire_sortie",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("statut_enrolement", "gradue"), _negated=True),
                            ("date_graduation__isnull", False),
                            _connector="OR",
                        ),
                        name="beneficiaire_graduation",
                    ),
                ],
            },
        ),
        migrations.RunSQL(track(AUDITED_TABLES, "transfers_beneficiaire"), migrations.RunSQL.noop),
    ]
