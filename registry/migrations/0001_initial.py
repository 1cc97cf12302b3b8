"""Create the tables of the registry."""

from django.conf import settings
from django.contrib.gis.db import models
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import migrations
from django.db.models.functions import Least, Now
from django.db.models.lookups import GreaterThanOrEqual

from accounts.audit.models import RunningOperation
from config.ids import UUID7, uuid7
from config.text import Normalised
from registry.pmt.models import Validity


class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("geo", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="CodeCounter",
            fields=[
                ("prefixe", models.CharField(max_length=30, primary_key=True, serialize=False)),
                ("dernier", models.BigIntegerField(db_default=0, default=0)),
            ],
            options={
                "db_table": "registry_code_counter",
            },
        ),
        migrations.CreateModel(
            name="HouseholdTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("region_id", models.UUIDField(null=True)),
                ("secteur_id", models.UUIDField(null=True)),
                ("campagne_id", models.UUIDField(null=True)),
                ("projet_id", models.UUIDField(null=True)),
                ("statut", models.CharField(max_length=12)),
                ("statut_collecte", models.CharField(max_length=12)),
                ("milieu", models.CharField(max_length=6, null=True)),
                ("categorie_pauvrete", models.CharField(max_length=14, null=True)),
                ("eligible_programme", models.BooleanField()),
                ("avec_position", models.BooleanField()),
                ("n", models.BigIntegerField()),
                ("avec_pmt", models.BigIntegerField()),
                ("somme_pmt", models.DecimalField(decimal_places=2, max_digits=18)),
                ("somme_taille", models.BigIntegerField()),
                ("avec_qualite", models.BigIntegerField()),
                ("somme_qualite", models.DecimalField(decimal_places=2, max_digits=18)),
                ("nb_enfants_04", models.BigIntegerField()),
                ("nb_enfants_514", models.BigIntegerField()),
                ("nb_enfants_010", models.BigIntegerField()),
                ("nb_enfants_1114", models.BigIntegerField()),
                ("nb_adultes_1564", models.BigIntegerField()),
                ("nb_personnes_65_plus", models.BigIntegerField()),
                ("nb_handicapes", models.BigIntegerField()),
                ("nb_actifs_occupes", models.BigIntegerField()),
                ("nb_femmes_1564", models.BigIntegerField()),
                ("nb_femmes_1549", models.BigIntegerField()),
                ("nb_femmes_enceintes", models.BigIntegerField()),
            ],
            options={
                "db_table": "registry_menage_tally",
            },
        ),
        migrations.CreateModel(
            name="Organisation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
            ],
            options={
                "db_table": "registry_organisation",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.CreateModel(
            name="Campaign",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("date_debut", models.DateField(null=True)),
                ("date_fin", models.DateField(null=True)),
            ],
            options={
                "db_table": "registry_campagne",
                "ordering": ["nom", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("date_fin__isnull", True), ("date_fin__gte", models.F("date_debut")), _connector="OR"
                        ),
                        name="campagne_dates",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HouseholdCell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("z", models.PositiveSmallIntegerField()),
                ("x", models.IntegerField()),
                ("y", models.IntegerField()),
                ("region_id", models.UUIDField(null=True)),
                ("secteur_id", models.UUIDField(null=True)),
                ("milieu", models.CharField(max_length=6, null=True)),
                ("categorie_pauvrete", models.CharField(max_length=14, null=True)),
                ("eligible_programme", models.BooleanField()),
                ("n", models.BigIntegerField()),
                ("avec_pmt", models.BigIntegerField()),
                ("somme_pmt", models.DecimalField(decimal_places=2, max_digits=18)),
                ("somme_lon", models.BigIntegerField()),
                ("somme_lat", models.BigIntegerField()),
            ],
            options={
                "db_table": "registry_menage_cell",
                "indexes": [models.Index(fields=["z", "x", "y"], name="menage_cell_zxy")],
            },
        ),
        migrations.CreateModel(
            name="Project",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("code", models.CharField(max_length=20, unique=True)),
                ("nom", models.CharField(max_length=100)),
                ("description", models.TextField(blank=True, db_default="")),
                ("date_debut", models.DateField(null=True)),
                ("date_fin", models.DateField(null=True)),
                ("actif", models.BooleanField(db_default=True, default=True)),
                ("lecture_seule", models.BooleanField(db_default=False, default=False)),
                ("bailleur", models.CharField(blank=True, db_default="", max_length=255)),
                ("peut_collecter", models.BooleanField(db_default=True, default=True)),
                ("peut_scorer", models.BooleanField(db_default=True, default=True)),
                ("peut_enroler", models.BooleanField(db_default=True, default=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        null=True, on_delete=models.PROTECT, related_name="projets", to="registry.organisation"
                    ),
                ),
            ],
            options={
                "db_table": "registry_projet",
                "ordering": ["nom", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("date_fin__isnull", True),
                            ("date_debut__isnull", True),
                            ("date_fin__gte", models.F("date_debut")),
                            _connector="OR",
                        ),
                        name="projet_dates",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Household",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("code_menage", models.CharField(db_collation="C", max_length=60)),
                ("statut", models.CharField(db_default="en_attente", default="en_attente", max_length=12)),
                ("statut_collecte", models.CharField(db_default="pre_collecte", default="pre_collecte", max_length=12)),
                ("milieu", models.CharField(max_length=6, null=True)),
                ("taille_menage", models.SmallIntegerField()),
                ("date_collecte", models.DateTimeField(null=True)),
                ("score_pmt", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                ("categorie_pauvrete", models.CharField(max_length=14, null=True)),
                ("eligible_programme", models.BooleanField(db_default=False, default=False)),
                ("score_qualite", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                ("problemes_qualite", models.JSONField(db_default=[], default=list)),
                ("date_analyse_qualite", models.DateTimeField(null=True)),
                ("score_doublon", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                ("resume_doublons", models.JSONField(null=True)),
                ("geom", models.PointField(null=True, srid=4326)),
                ("altitude", models.DecimalField(decimal_places=2, max_digits=7, null=True)),
                ("precision_gps", models.DecimalField(decimal_places=2, max_digits=8, null=True)),
                ("source_donnees", models.CharField(db_default="manuel", default="manuel", max_length=20)),
                ("identifiant_unique", models.CharField(max_length=255, null=True)),
                ("collector_submission_id", models.CharField(max_length=255, null=True)),
                ("collector_form_uid", models.CharField(max_length=255, null=True)),
                ("collector_validation_status", models.CharField(max_length=255, null=True)),
                ("id_source_externe", models.CharField(max_length=255, null=True)),
                ("date_validation_collecte", models.DateTimeField(null=True)),
                ("commentaire_validation_collecte", models.TextField(null=True)),
                ("donnees_validation", models.JSONField(null=True)),
                ("nb_enfants_04", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_enfants_514", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_enfants_010", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_enfants_1114", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_adultes_1564", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_personnes_65_plus", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_handicapes", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_actifs_occupes", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_femmes_1564", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_femmes_1549", models.SmallIntegerField(db_default=0, default=0)),
                ("nb_femmes_enceintes", models.SmallIntegerField(db_default=0, default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "campagne",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="menages",
                        to="registry.campaign",
                    ),
                ),
                (
                    "commune",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="menages",
                        to="geo.commune",
                    ),
                ),
                (
                    "enqueteur",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="menages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "localite",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="menages",
                        to="geo.locality",
                    ),
                ),
                (
                    "region",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="menages",
                        to="geo.region",
                    ),
                ),
                (
                    "secteur",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="menages",
                        to="geo.sector",
                    ),
                ),
                (
                    "valide_collecte_par",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "projet",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.PROTECT,
                        related_name="menages",
                        to="registry.project",
                    ),
                ),
                ("ancien_score_pmt", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                ("date_pmt", models.DateTimeField(null=True)),
                ("methode_pmt", models.UUIDField(null=True)),
                ("motif_pmt", models.TextField(null=True)),
                ("operation_creation", models.UUIDField(db_default=RunningOperation(), editable=False, null=True)),
            ],
            options={
                "db_table": "registry_menage",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("identifiant_unique__isnull", False)),
                        fields=["identifiant_unique"],
                        name="menage_identifiant",
                    ),
                    models.Index(fields=["region", "categorie_pauvrete", "id"], name="menage_region_categorie"),
                    models.Index(fields=["secteur", "id"], name="menage_secteur"),
                    models.Index(
                        condition=models.Q(("statut_collecte", "pre_collecte")),
                        fields=["id"],
                        name="menage_pre_collecte",
                    ),
                    models.Index(
                        condition=models.Q(("projet__isnull", False)), fields=["projet", "id"], name="menage_projet"
                    ),
                    models.Index(
                        condition=models.Q(("campagne__isnull", False)),
                        fields=["campagne", "id"],
                        name="menage_campagne",
                    ),
                    models.Index(
                        condition=models.Q(("enqueteur__isnull", False)),
                        fields=["enqueteur", "id"],
                        name="menage_enqueteur",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("code_menage",), name="menage_code_once"),
                    models.CheckConstraint(
                        condition=models.Q(("statut__in", ["collecte", "en_attente", "valide", "rejete"])),
                        name="menage_statut",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("statut_collecte__in", ["pre_collecte", "valide", "integre", "rejete"])),
                        name="menage_statut_collecte",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("milieu__in", ["rural", "urbain"])), name="menage_milieu"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("categorie_pauvrete__in", ["extreme_pauvre", "pauvre", "vulnerable", "non_pauvre"])
                        ),
                        name="menage_categorie_pauvrete",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "source_donnees__in",
                                ["collector_platform_a", "collector_platform_b", "manuel", "import", "migration"],
                            )
                        ),
                        name="menage_source_donnees",
                    ),
                    models.CheckConstraint(condition=models.Q(("taille_menage__gt", 0)), name="menage_taille"),
                    models.CheckConstraint(
                        condition=models.Q(("score_pmt__gte", 0), ("score_pmt__lte", 100)), name="menage_score"
                    ),
                    models.CheckConstraint(
                        condition=GreaterThanOrEqual(
                            Least(
                                "nb_enfants_04",
                                "nb_enfants_514",
                                "nb_enfants_010",
                                "nb_enfants_1114",
                                "nb_adultes_1564",
                                "nb_personnes_65_plus",
                                "nb_handicapes",
                                "nb_actifs_occupes",
                                "nb_femmes_1564",
                                "nb_femmes_1549",
                                "nb_femmes_enceintes",
                            ),
                            0,
                        ),
                        name="menage_comptes",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Dwelling",
            fields=[
                ("type_logement", models.CharField(max_length=100, null=True)),
                ("statut_occupation", models.CharField(max_length=100, null=True)),
                ("nb_pieces", models.PositiveSmallIntegerField(null=True)),
                ("materiau_mur", models.CharField(max_length=100, null=True)),
                ("materiau_toit", models.CharField(max_length=100, null=True)),
                ("materiau_sol", models.CharField(max_length=100, null=True)),
                ("source_eau", models.CharField(max_length=100, null=True)),
                ("type_toilette", models.CharField(max_length=100, null=True)),
                ("source_eclairage", models.CharField(max_length=100, null=True)),
                ("combustible_cuisine", models.CharField(max_length=100, null=True)),
                ("traitement_eau", models.CharField(max_length=100, null=True)),
                ("evacuation_dechets", models.CharField(max_length=100, null=True)),
                ("a_une_cuisine", models.BooleanField(null=True)),
                (
                    "menage",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="logement",
                        serialize=False,
                        to="registry.household",
                    ),
                ),
            ],
            options={
                "db_table": "registry_logement",
            },
        ),
        migrations.CreateModel(
            name="HeadOfHousehold",
            fields=[
                ("nom_complet", models.CharField(max_length=255)),
                ("sexe", models.CharField(max_length=1, null=True)),
                ("age", models.PositiveSmallIntegerField(null=True)),
                ("niveau_education", models.CharField(max_length=100, null=True)),
                ("occupation_principale", models.CharField(max_length=100, null=True)),
                ("statut_matrimonial", models.CharField(max_length=100, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("numero_mobile_money", models.CharField(max_length=32, null=True)),
                ("compte_bancaire", models.CharField(max_length=64, null=True)),
                (
                    "menage",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="chef",
                        serialize=False,
                        to="registry.household",
                    ),
                ),
            ],
            options={
                "db_table": "registry_chef_menage",
                "indexes": [GinIndex(OpClass(Normalised("nom_complet"), name="gin_trgm_ops"), name="chef_nom_trgm")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("sexe__in", ["M", "F"])), name="chef_sexe"),
                    models.CheckConstraint(condition=models.Q(("age__lte", 130)), name="chef_age"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom_complet", models.CharField(max_length=255)),
                (
                    "lien_parente",
                    models.CharField(
                        choices=[
                            ("epouse", "Epouse"),
                            ("fils", "Fils"),
                            ("fille", "Fille"),
                            ("pere", "Pere"),
                            ("mere", "Mere"),
                            ("frere", "Frere"),
                            ("soeur", "Soeur"),
                            ("oncle", "Oncle"),
                            ("tante", "Tante"),
                            ("neveu", "Neveu"),
                            ("niece", "Niece"),
                            ("cousin", "Cousin"),
                            ("autre", "Autre"),
                        ],
                        max_length=10,
                    ),
                ),
                ("sexe", models.CharField(choices=[("M", "M"), ("F", "F")], max_length=1, null=True)),
                ("age", models.PositiveSmallIntegerField(null=True)),
                ("date_naissance", models.DateField(null=True)),
                ("niveau_education", models.CharField(max_length=100, null=True)),
                ("occupation_principale", models.CharField(max_length=100, null=True)),
                ("handicap", models.BooleanField(db_default=False, default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "menage",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="membres", to="registry.household"),
                ),
            ],
            options={
                "db_table": "registry_membre_menage",
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "lien_parente__in",
                                [
                                    "epouse",
                                    "fils",
                                    "fille",
                                    "pere",
                                    "mere",
                                    "frere",
                                    "soeur",
                                    "oncle",
                                    "tante",
                                    "neveu",
                                    "niece",
                                    "cousin",
                                    "autre",
                                ],
                            )
                        ),
                        name="membre_lien",
                    ),
                    models.CheckConstraint(condition=models.Q(("sexe__in", ["M", "F"])), name="membre_sexe"),
                    models.CheckConstraint(condition=models.Q(("age__lte", 130)), name="membre_age"),
                ],
            },
        ),
        migrations.CreateModel(
            name="FormCursor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("usage", models.CharField(max_length=30)),
                ("source", models.CharField(max_length=20)),
                ("formulaire", models.CharField(max_length=255)),
                ("marque", models.JSONField(default=dict)),
                ("depuis", models.DateTimeField(null=True)),
                ("synchronise_at", models.DateTimeField(null=True)),
                ("balaye_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "registry_collecte_curseur",
                "constraints": [
                    models.UniqueConstraint(fields=("usage", "source", "formulaire"), name="collecte_curseur_once"),
                    models.CheckConstraint(
                        condition=models.Q(("source__in", ["collector_platform_a", "collector_platform_b"])),
                        name="collecte_curseur_source",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("usage", models.CharField(max_length=30)),
                ("source", models.CharField(max_length=20)),
                ("formulaire", models.CharField(max_length=255)),
                ("racine", models.CharField(max_length=255)),
                ("instance", models.CharField(max_length=255, null=True)),
                ("numero", models.BigIntegerField(null=True)),
                ("soumis_at", models.DateTimeField(null=True)),
                ("modifie_at", models.DateTimeField(null=True)),
                ("statut", models.CharField(max_length=20)),
                ("etat", models.CharField(db_default="recu", default="recu", max_length=12)),
                ("motif", models.TextField(null=True)),
                ("version", models.CharField(max_length=64)),
                ("empreinte", models.CharField(max_length=64)),
                ("applique", models.CharField(max_length=130, null=True)),
                ("contenu", models.JSONField(null=True)),
                ("cible_id", models.UUIDField(null=True)),
                ("supprime_at", models.DateTimeField(null=True)),
                ("recu_at", models.DateTimeField(db_default=Now())),
                ("applique_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "registry_collecte_recu",
                "indexes": [
                    models.Index(
                        condition=models.Q(("cible_id__isnull", False)), fields=["cible_id"], name="collecte_recu_cible"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("usage", "source", "formulaire", "racine"), name="collecte_recu_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("source__in", ["collector_platform_a", "collector_platform_b"])),
                        name="collecte_recu_source",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("etat__in", ["recu", "applique", "quarantaine", "doublon", "chiffre", "parti"])
                        ),
                        name="collecte_recu_etat",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PmtMethod",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("famille", models.UUIDField(db_index=True)),
                ("version", models.PositiveIntegerField()),
                ("nom", models.CharField(max_length=255)),
                ("description", models.TextField(blank=True, db_default="")),
                ("statut", models.CharField(db_default="brouillon", default="brouillon", max_length=10)),
                ("intercept", models.FloatField()),
                ("termes", models.JSONField()),
                ("transformation", models.JSONField()),
                ("seuils", models.JSONField()),
                ("seuil_pauvrete", models.DecimalField(decimal_places=2, max_digits=5)),
                ("date_debut", models.DateField(null=True)),
                ("date_fin", models.DateField(null=True)),
                ("par_defaut", models.BooleanField(db_default=False, default=False)),
                ("ajustement", models.JSONField(null=True)),
                ("published_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
            ],
            options={
                "db_table": "registry_pmt_methode",
                "ordering": ["nom", "-version", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("statut__in", ["brouillon", "publiee"])), name="pmt_statut"
                    ),
                    models.UniqueConstraint(fields=("famille", "version"), name="pmt_version_once"),
                    models.CheckConstraint(
                        condition=models.Q(("seuil_pauvrete__gte", 0), ("seuil_pauvrete__lte", 100)), name="pmt_seuil"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("date_fin__isnull", True),
                            ("date_debut__isnull", True),
                            ("date_fin__gte", models.F("date_debut")),
                            _connector="OR",
                        ),
                        name="pmt_dates",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("statut", "brouillon"), ("date_debut__isnull", False), _connector="OR"),
                        name="pmt_publiee_datee",
                    ),
                    ExclusionConstraint(
                        condition=models.Q(("statut", "publiee")),
                        expressions=[("famille", "="), (Validity("date_debut", "date_fin"), "&&")],
                        name="pmt_one_version_a_day",
                    ),
                    ExclusionConstraint(
                        condition=models.Q(("par_defaut", True), ("statut", "publiee")),
                        expressions=[(Validity("date_debut", "date_fin"), "&&")],
                        name="pmt_one_default_a_day",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                (
                    "menage",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="registry.household",
                    ),
                ),
                ("nom", models.TextField(null=True)),
                ("sexe", models.CharField(max_length=1, null=True)),
                ("annee", models.SmallIntegerField(null=True)),
                ("telephones", ArrayField(base_field=models.TextField(), null=True, size=None)),
                ("identifiant", models.TextField(null=True)),
                ("lieu", models.TextField(null=True)),
                ("secteur", models.UUIDField(null=True)),
                ("x", models.IntegerField(null=True)),
                ("y", models.IntegerField(null=True)),
                ("taille", models.SmallIntegerField()),
                ("empreinte", models.UUIDField()),
            ],
            options={
                "db_table": "registry_doublon_fiche",
                "indexes": [
                    models.Index(fields=["nom", "annee"], name="doublon_fiche_nom"),
                    GinIndex(fastupdate=False, fields=["telephones"], name="doublon_fiche_telephone"),
                    models.Index(
                        condition=models.Q(("identifiant__isnull", False)),
                        fields=["identifiant"],
                        name="doublon_fiche_identifiant",
                    ),
                    models.Index(
                        fields=["lieu", "nom"], include=("menage", "annee", "x", "y"), name="doublon_fiche_neighbours"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SharedNumber",
            fields=[
                ("numero", models.TextField(primary_key=True, serialize=False)),
            ],
            options={
                "db_table": "registry_doublon_partage",
            },
        ),
        migrations.CreateModel(
            name="Pair",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("score", models.DecimalField(decimal_places=2, max_digits=5)),
                ("niveaux", models.JSONField(db_default={}, default=dict)),
                ("empreinte", models.UUIDField()),
                ("detecte_le", models.DateTimeField(db_default=Now())),
                ("decision", models.CharField(max_length=9, null=True)),
                ("motif", models.TextField(null=True)),
                ("decide_le", models.DateTimeField(null=True)),
                ("empreinte_decision", models.UUIDField(null=True)),
                (
                    "decide_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "menage_a",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="+", to="registry.household"
                    ),
                ),
                ("menage_b", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="registry.household")),
            ],
            options={
                "db_table": "registry_doublon",
                "ordering": ["-score", "id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("decision__isnull", True)), fields=["-score", "id"], name="doublon_open"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("menage_a__lt", models.F("menage_b"))), name="doublon_ordre"
                    ),
                    models.UniqueConstraint(fields=("menage_a", "menage_b"), name="doublon_once"),
                    models.CheckConstraint(
                        condition=models.Q(("score__gte", 0), ("score__lte", 100)), name="doublon_score"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decision__in", ["distincts", "ignorer"])), name="doublon_decision"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decide_le__isnull", True),
                                ("decision__isnull", True),
                                ("empreinte_decision__isnull", True),
                            ),
                            models.Q(
                                ("decide_le__isnull", False),
                                ("decision__isnull", False),
                                ("empreinte_decision__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="doublon_decision_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CollectionMove",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("action", models.CharField(max_length=20)),
                ("de", models.CharField(max_length=12)),
                ("vers", models.CharField(max_length=12)),
                ("statut", models.CharField(max_length=12)),
                ("date", models.DateTimeField(db_default=Now())),
                ("commentaire", models.TextField(null=True)),
                ("motif", models.CharField(max_length=100, null=True)),
                (
                    "menage",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=models.CASCADE,
                        related_name="mouvements",
                        to="registry.household",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "registry_mouvement_collecte",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="QualityTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("region_id", models.UUIDField(null=True)),
                ("secteur_id", models.UUIDField(null=True)),
                ("campagne_id", models.UUIDField(null=True)),
                ("enqueteur_id", models.UUIDField(null=True)),
                ("projet_id", models.UUIDField(null=True)),
                ("jour", models.DateField(null=True)),
                ("somme_qualite", models.DecimalField(decimal_places=2, max_digits=18)),
                ("regles", models.JSONField()),
                ("version", models.BigIntegerField()),
                ("calcule_le", models.DateTimeField()),
                ("total", models.BigIntegerField()),
                ("avec_qualite", models.BigIntegerField()),
                ("sans_gps", models.BigIntegerField()),
                ("gps_imprecis", models.BigIntegerField()),
                ("hors_secteur", models.BigIntegerField()),
                ("entretiens_trop_proches", models.BigIntegerField()),
                ("deplacements_impossibles", models.BigIntegerField()),
                ("positions_partagees", models.BigIntegerField()),
                ("ages_connus", models.BigIntegerField()),
                ("ages_ronds", models.BigIntegerField()),
            ],
            options={
                "db_table": "registry_qualite_tally",
            },
        ),
        migrations.CreateModel(
            name="FormerHousehold",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("code_menage", models.CharField(db_collation="C", max_length=60, unique=True)),
                ("created_at", models.DateTimeField(db_default=Now())),
                (
                    "menage",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="anciens", to="registry.household"
                    ),
                ),
            ],
            options={
                "db_table": "registry_menage_ancien",
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("conserve", models.UUIDField(db_index=True)),
                ("absorbe", models.UUIDField()),
                ("code_conserve", models.CharField(max_length=60)),
                ("code_absorbe", models.CharField(max_length=60)),
                ("region_conserve", models.UUIDField(null=True)),
                ("region_absorbe", models.UUIDField(null=True)),
                ("score", models.DecimalField(decimal_places=2, max_digits=5)),
                ("niveaux", models.JSONField(default=dict)),
                ("motif", models.TextField(null=True)),
                ("archive", models.JSONField()),
                ("deplaces", models.JSONField()),
                ("valeurs", models.JSONField()),
                ("fusionne_le", models.DateTimeField(db_default=Now())),
                ("annule_le", models.DateTimeField(null=True)),
                (
                    "annule_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "fusionne_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "registry_fusion",
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("conserve", models.F("absorbe")), _negated=True), name="fusion_two"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("annule_le__isnull", True)), fields=("absorbe",), name="fusion_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HealthVisit",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("type_visite", models.CharField(max_length=100)),
                ("date_visite", models.DateField()),
                ("observations", models.TextField(null=True)),
                (
                    "menage",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="visites_sante", to="registry.household"),
                ),
            ],
            options={
                "db_table": "registry_visite_sante",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Measure",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("type_mesure", models.CharField(max_length=100)),
                ("date_mesure", models.DateField()),
                ("description", models.TextField(null=True)),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="mesures_accompagnement", to="registry.household"
                    ),
                ),
            ],
            options={
                "db_table": "registry_mesure_accompagnement",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Reference",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("champ", models.CharField(max_length=40)),
                ("valeur", models.CharField(max_length=100)),
                ("libelle", models.CharField(max_length=255)),
                ("ordre", models.PositiveSmallIntegerField()),
                ("libelles", models.JSONField(db_default={}, default=dict)),
            ],
            options={
                "db_table": "registry_reference",
                "ordering": ["champ", "ordre"],
                "constraints": [models.UniqueConstraint(fields=("champ", "valeur"), name="reference_once")],
            },
        ),
        migrations.CreateModel(
            name="ColumnMapping",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("empreinte", models.CharField(max_length=64)),
                ("correspondances", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("user", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "db_table": "registry_import_correspondance",
                "ordering": ["-updated_at", "-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "empreinte"), name="import_correspondance_once")
                ],
            },
        ),
        # Pages of households have room for a second version of their rows (decision 0037).
        migrations.RunSQL(
            "ALTER TABLE registry_menage SET (fillfactor = 50)", "ALTER TABLE registry_menage RESET (fillfactor)"
        ),
    ]
