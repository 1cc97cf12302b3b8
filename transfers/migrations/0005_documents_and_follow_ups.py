"""Papers of beneficiaries and follow-ups, audited with the household, which they name by their beneficiary's."""

import django.contrib.gis.db.models.fields
import django.contrib.postgres.constraints
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import config.ids
from accounts.audit.tables.triggers import build_audit_triggers as track
from transfers.audited_tables import AUDITED_TABLES

TABLES = ("transfers_document_identite", "transfers_suivi")
# A record goes where its beneficiary goes: the pair is one key, and follows it through merges.
FOLLOWS = "".join(
    f"ALTER TABLE {table} ADD CONSTRAINT {table}_suit FOREIGN KEY (beneficiaire_id, menage_id)"
    " REFERENCES transfers_beneficiaire (id, menage_id) ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;\n"
    for table in TABLES
)


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0020_neighbours"),
        ("transfers", "0004_beneficiaries"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FollowUp",
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
                ("type_suivi", models.CharField(max_length=100)),
                ("date_suivi", models.DateTimeField()),
                ("observations", models.TextField(null=True)),
                ("geom", django.contrib.gis.db.models.fields.PointField(null=True, srid=4326)),
                (
                    "agent",
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
                        related_name="suivis",
                        to="transfers.beneficiary",
                    ),
                ),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="suivis", to="registry.household"
                    ),
                ),
            ],
            options={
                "db_table": "transfers_suivi",
                "ordering": ["-id"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="IdentityDocument",
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
                ("reference", models.CharField(max_length=100, null=True)),
                ("type_document", models.CharField(max_length=20)),
                ("statut", models.CharField(max_length=10, null=True)),
                ("numero_document", models.CharField(max_length=64, null=True)),
                ("nom_complet", models.CharField(max_length=255, null=True)),
                ("date_naissance", models.DateField(null=True)),
                ("lieu_naissance", models.CharField(max_length=255, null=True)),
                ("sexe", models.CharField(max_length=1, null=True)),
                ("nom_pere", models.CharField(max_length=255, null=True)),
                ("nom_mere", models.CharField(max_length=255, null=True)),
                ("date_demande", models.DateField(null=True)),
                ("date_delivrance", models.DateField(null=True)),
                ("date_expiration", models.DateField(null=True)),
                (
                    "beneficiaire",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="documents_identite",
                        to="transfers.beneficiary",
                    ),
                ),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="documents_identite",
                        to="registry.household",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_document_identite",
                "ordering": ["-id"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "type_document__in",
                                [
                                    "carte_identite",
                                    "passeport",
                                    "acte_naissance",
                                    "carte_electeur",
                                    "permis_conduire",
                                    "carte_consulaire",
                                    "carte_refugie",
                                    "autre",
                                ],
                            )
                        ),
                        name="document_type",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("statut__in", ["demande", "delivre", "perdu", "annule"])),
                        name="document_statut",
                    ),
                    models.CheckConstraint(condition=models.Q(("sexe__in", ["M", "F"])), name="document_sexe"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("date_naissance__isnull", True),
                            ("date_delivrance__isnull", True),
                            ("date_delivrance__gte", models.F("date_naissance")),
                            _connector="OR",
                        ),
                        name="document_naissance",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("date_demande__isnull", True),
                            ("date_delivrance__isnull", True),
                            ("date_delivrance__gte", models.F("date_demande")),
                            _connector="OR",
                        ),
                        name="document_demande",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("date_delivrance__isnull", True),
                            ("date_expiration__isnull", True),
                            ("date_expiration__gte", models.F("date_delivrance")),
                            _connector="OR",
                        ),
                        name="document_expiration",
                    ),
                    models.UniqueConstraint(
                        models.F("beneficiaire"),
                        models.F("type_document"),
                        django.db.models.functions.text.Upper(
                            django.db.models.functions.text.Replace(
                                "numero_document", models.Value(" "), models.Value("")
                            )
                        ),
                        name="document_numero_once",
                    ),
                    django.contrib.postgres.constraints.ExclusionConstraint(
                        condition=models.Q(
                            ("numero_document__isnull", False), models.Q(("type_document", "autre"), _negated=True)
                        ),
                        expressions=[
                            ("type_document", "="),
                            (
                                django.db.models.functions.text.Upper(
                                    django.db.models.functions.text.Replace(
                                        "numero_document", models.Value(" "), models.Value("")
                                    )
                                ),
                                "=",
                            ),
                            ("menage", "<>"),
                        ],
                        name="document_numero_un_menage",
                    ),
                ],
            },
        ),
        migrations.RunSQL(FOLLOWS, migrations.RunSQL.noop),
        migrations.RunSQL(track(AUDITED_TABLES, *TABLES), migrations.RunSQL.noop),
    ]
