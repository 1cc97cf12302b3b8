"""Create the tables of transfers."""

from decimal import Decimal

from django.conf import settings
from django.contrib.gis.db import models
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import migrations
from django.db.models.functions import Now, Replace, Upper

from config.ids import UUID7, uuid7
from config.text import Normalised


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("registry", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Programme",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("code", models.CharField(max_length=30, unique=True)),
                ("nom", models.CharField(max_length=255)),
                ("description", models.TextField(blank=True, db_default="")),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("transfert_monetaire", "Transfert Monetaire"),
                            ("travaux_publics", "Travaux Publics"),
                            ("formation", "Formation"),
                            ("mixte", "Mixte"),
                        ],
                        default="transfert_monetaire",
                        max_length=20,
                    ),
                ),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("en_preparation", "En Preparation"),
                            ("actif", "Actif"),
                            ("suspendu", "Suspendu"),
                            ("termine", "Termine"),
                            ("cloture", "Cloture"),
                        ],
                        default="en_preparation",
                        max_length=14,
                    ),
                ),
                ("date_debut", models.DateField()),
                ("date_fin", models.DateField(null=True)),
                ("budget_total", models.DecimalField(decimal_places=2, max_digits=16, null=True)),
                ("devise", models.CharField(db_default="XOF", default="XOF", max_length=3)),
                ("montant_par_beneficiaire", models.DecimalField(decimal_places=2, max_digits=14, null=True)),
                (
                    "frequence_paiement",
                    models.CharField(
                        choices=[
                            ("mensuel", "Mensuel"),
                            ("bimestriel", "Bimestriel"),
                            ("trimestriel", "Trimestriel"),
                            ("semestriel", "Semestriel"),
                            ("annuel", "Annuel"),
                        ],
                        max_length=12,
                        null=True,
                    ),
                ),
                ("objectif_beneficiaires", models.PositiveIntegerField(null=True)),
                ("seuil_pmt_max", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                (
                    "categories_pauvrete_eligibles",
                    ArrayField(base_field=models.CharField(max_length=14), db_default=[], default=list, size=None),
                ),
                ("avec_conditionnalites", models.BooleanField(db_default=False, default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "projet",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="programmes", to="registry.project"),
                ),
                ("chef_age_max", models.PositiveSmallIntegerField(null=True)),
                ("chef_age_min", models.PositiveSmallIntegerField(null=True)),
                ("chef_sexe", models.CharField(max_length=1, null=True)),
                (
                    "conditionnalites_education",
                    ArrayField(base_field=models.CharField(max_length=255), db_default=[], default=list, size=None),
                ),
                (
                    "conditionnalites_sante",
                    ArrayField(base_field=models.CharField(max_length=255), db_default=[], default=list, size=None),
                ),
                ("criteres_personnalises", models.JSONField(null=True)),
                (
                    "criteres_vulnerabilite",
                    ArrayField(base_field=models.CharField(max_length=30), db_default=[], default=list, size=None),
                ),
                ("duree_mois", models.PositiveSmallIntegerField(null=True)),
                ("email_responsable", models.CharField(max_length=255, null=True)),
                ("milieu_eligible", models.CharField(db_default="tous", default="tous", max_length=6)),
                ("niveaux_requis", models.PositiveSmallIntegerField(db_default=2, default=2)),
                ("nombre_cycles_prevus", models.PositiveSmallIntegerField(null=True)),
                (
                    "partenaires",
                    ArrayField(base_field=models.CharField(max_length=255), db_default=[], default=list, size=None),
                ),
                ("responsable", models.CharField(max_length=255, null=True)),
                ("seuil_pmt_min", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                (
                    "sources_financement",
                    ArrayField(base_field=models.CharField(max_length=255), db_default=[], default=list, size=None),
                ),
                ("taille_min", models.PositiveSmallIntegerField(null=True)),
                ("telephone_responsable", models.CharField(max_length=32, null=True)),
            ],
            options={
                "db_table": "transfers_programme",
                "ordering": ["-created_at", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("date_fin__isnull", True), ("date_fin__gte", models.F("date_debut")), _connector="OR"
                        ),
                        name="programme_dates",
                    ),
                    models.CheckConstraint(condition=models.Q(("devise__in", ["XOF"])), name="programme_devise"),
                    models.CheckConstraint(
                        condition=models.Q(("milieu_eligible__in", ["tous", "rural", "urbain"])),
                        name="programme_milieu_eligible",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("chef_sexe__in", ["M", "F"])), name="programme_chef_sexe"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "categories_pauvrete_eligibles__contained_by",
                                ["extreme_pauvre", "pauvre", "vulnerable", "non_pauvre"],
                            )
                        ),
                        name="programme_categories",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "criteres_vulnerabilite__contained_by",
                                [
                                    "femme_chef_menage",
                                    "femme_rurale",
                                    "personne_handicapee",
                                    "menage_avec_handicapes",
                                    "femme_agee_demunie",
                                    "menage_personnes_agees",
                                    "femme_sans_assistance",
                                ],
                            )
                        ),
                        name="programme_vulnerabilite",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("seuil_pmt_min__range", (Decimal("0"), Decimal("100"))),
                            ("seuil_pmt_max__range", (Decimal("0"), Decimal("100"))),
                        ),
                        name="programme_seuils",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("chef_age_min__range", (Decimal("0"), Decimal("130"))),
                            ("chef_age_max__range", (Decimal("0"), Decimal("130"))),
                        ),
                        name="programme_ages",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("niveaux_requis__range", (Decimal("1"), Decimal("4")))),
                        name="programme_niveaux",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("seuil_pmt_min__isnull", True),
                            ("seuil_pmt_max__isnull", True),
                            ("seuil_pmt_max__gte", models.F("seuil_pmt_min")),
                            _connector="OR",
                        ),
                        name="programme_ordre_seuils",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("chef_age_min__isnull", True),
                            ("chef_age_max__isnull", True),
                            ("chef_age_max__gte", models.F("chef_age_min")),
                            _connector="OR",
                        ),
                        name="programme_ordre_ages",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("type__in", ["transfert_monetaire", "travaux_publics", "formation", "mixte"])
                        ),
                        name="programme_type",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("statut__in", ["en_preparation", "actif", "suspendu", "termine", "cloture"])
                        ),
                        name="programme_statut",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("frequence_paiement__in", ["mensuel", "bimestriel", "trimestriel", "semestriel", "annuel"])
                        ),
                        name="programme_frequence_paiement",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("budget_total__isnull", True), ("budget_total__gte", 0), _connector="OR"),
                            models.Q(
                                ("montant_par_beneficiaire__isnull", True),
                                ("montant_par_beneficiaire__gte", 0),
                                _connector="OR",
                            ),
                        ),
                        name="programme_montants",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Beneficiary",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
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
                ("date_enrolement", models.DateTimeField(db_default=Now())),
                ("date_graduation", models.DateTimeField(null=True)),
                ("date_sortie", models.DateTimeField(null=True)),
                ("motif_sortie", models.CharField(max_length=255, null=True)),
                ("date_verification_document", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "enrole_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "menage",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="beneficiaires", to="registry.household"),
                ),
                (
                    "principal",
                    models.ForeignKey(
                        null=True, on_delete=models.PROTECT, related_name="substituts", to="transfers.beneficiary"
                    ),
                ),
                (
                    "programme",
                    models.ForeignKey(
                        db_index=False, on_delete=models.PROTECT, related_name="beneficiaires", to="transfers.programme"
                    ),
                ),
                ("prochaine_recertification", models.DateTimeField(null=True)),
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
                    GinIndex(OpClass(Normalised("nom_complet"), name="gin_trgm_ops"), name="beneficiaire_nom_trgm"),
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
        migrations.CreateModel(
            name="FollowUp",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("type_suivi", models.CharField(max_length=100)),
                ("date_suivi", models.DateTimeField()),
                ("observations", models.TextField(null=True)),
                ("geom", models.PointField(null=True, srid=4326)),
                (
                    "agent",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "beneficiaire",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.PROTECT, related_name="suivis", to="transfers.beneficiary"
                    ),
                ),
                ("menage", models.ForeignKey(on_delete=models.PROTECT, related_name="suivis", to="registry.household")),
            ],
            options={
                "db_table": "transfers_suivi",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="IdentityDocument",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
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
                        on_delete=models.PROTECT,
                        related_name="documents_identite",
                        to="transfers.beneficiary",
                    ),
                ),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="documents_identite", to="registry.household"
                    ),
                ),
            ],
            options={
                "db_table": "transfers_document_identite",
                "ordering": ["-id"],
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
                        Upper(Replace("numero_document", models.Value(" "), models.Value(""))),
                        name="document_numero_once",
                    ),
                    ExclusionConstraint(
                        condition=models.Q(
                            ("numero_document__isnull", False), models.Q(("type_document", "autre"), _negated=True)
                        ),
                        expressions=[
                            ("type_document", "="),
                            (Upper(Replace("numero_document", models.Value(" "), models.Value(""))), "="),
                            ("menage", "<>"),
                        ],
                        name="document_numero_un_menage",
                    ),
                ],
                "indexes": [
                    GinIndex(OpClass(Normalised("nom_complet"), name="gin_trgm_ops"), name="document_nom_trgm")
                ],
            },
        ),
        migrations.CreateModel(
            name="ProgrammeRegion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "programme",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="regions_eligibles",
                        to="transfers.programme",
                    ),
                ),
                ("region", models.ForeignKey(on_delete=models.PROTECT, related_name="programmes", to="geo.region")),
            ],
            options={
                "db_table": "transfers_programme_region",
                "ordering": ["region__nom", "id"],
                "constraints": [models.UniqueConstraint(fields=("programme", "region"), name="programme_region_once")],
            },
        ),
        migrations.CreateModel(
            name="BeneficiaryCell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("z", models.PositiveSmallIntegerField()),
                ("x", models.IntegerField()),
                ("y", models.IntegerField()),
                ("region_id", models.UUIDField(null=True)),
                ("secteur_id", models.UUIDField(null=True)),
                ("n", models.BigIntegerField()),
                ("avec_pmt", models.BigIntegerField()),
                ("somme_pmt", models.DecimalField(decimal_places=2, max_digits=18)),
                ("somme_lon", models.BigIntegerField()),
                ("somme_lat", models.BigIntegerField()),
                ("statut_enrolement", models.CharField(max_length=8)),
            ],
            options={
                "db_table": "transfers_beneficiaire_cell",
                "indexes": [models.Index(fields=["z", "x", "y"], name="beneficiaire_cell_zxy")],
            },
        ),
    ]
