"""Store complaints, the teams that handle them and the confidential texts of those about violence."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0050_complaints.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("geo", "0006_audited_tables"),
        ("registry", "0011_audited_tables"),
        ("transfers", "0031_targeting_designs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(SQL["schema_forwards"], SQL["schema_backwards"]),
        migrations.CreateModel(
            name="Complaint",
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
                ("reference", models.CharField(max_length=20, unique=True)),
                ("objet", models.CharField(max_length=255, null=True)),
                ("description", models.TextField(null=True)),
                ("plaignant", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                (
                    "categorie",
                    models.CharField(
                        choices=[
                            ("paiement", "Paiement"),
                            ("ciblage", "Ciblage"),
                            ("enrolement", "Enrolement"),
                            ("corruption", "Corruption"),
                            ("vbg", "Vbg"),
                            ("service", "Service"),
                            ("autre", "Autre"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "priorite",
                    models.CharField(
                        choices=[
                            ("urgente", "Urgente"),
                            ("haute", "Haute"),
                            ("moyenne", "Moyenne"),
                            ("basse", "Basse"),
                        ],
                        max_length=7,
                    ),
                ),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("nouvelle", "Nouvelle"),
                            ("ouverte", "Ouverte"),
                            ("en_cours", "En Cours"),
                            ("resolue", "Resolue"),
                            ("fermee", "Fermee"),
                            ("rejetee", "Rejetee"),
                        ],
                        default="nouvelle",
                        max_length=8,
                    ),
                ),
                ("resolution", models.TextField(null=True)),
                ("echeance", models.DateField()),
                ("satisfaction", models.PositiveSmallIntegerField(null=True)),
                (
                    "date_creation",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("date_assignation", models.DateTimeField(null=True)),
                ("date_resolution", models.DateTimeField(null=True)),
                ("date_cloture", models.DateTimeField(null=True)),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
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
                    "beneficiaire",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plaintes",
                        to="transfers.beneficiary",
                    ),
                ),
                (
                    "cycle",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plaintes",
                        to="transfers.cycle",
                    ),
                ),
                (
                    "localite",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="geo.locality",
                    ),
                ),
                (
                    "menage",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plaintes",
                        to="registry.household",
                    ),
                ),
                (
                    "paiement",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plaintes",
                        to="transfers.payment",
                    ),
                ),
                (
                    "region",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="geo.region"
                    ),
                ),
                (
                    "secteur",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="geo.sector",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_plainte",
                "ordering": ["-date_creation", "-id"],
            },
        ),
        migrations.CreateModel(
            name="ConfidentialText",
            fields=[
                (
                    "plainte",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="confidentiel",
                        serialize=False,
                        to="transfers.complaint",
                    ),
                ),
                ("objet", models.CharField(max_length=255, null=True)),
                ("description", models.TextField(null=True)),
                ("plaignant", models.CharField(max_length=255, null=True)),
                ("telephone", models.CharField(max_length=32, null=True)),
                ("resolution", models.TextField(null=True)),
                ("commentaires", models.JSONField(db_default={}, default=dict)),
            ],
            options={
                "db_table": '"vbg"."plainte_texte"',
            },
        ),
        migrations.CreateModel(
            name="ComplaintMove",
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
                    "action",
                    models.CharField(
                        choices=[
                            ("creation", "Creation"),
                            ("modification", "Modification"),
                            ("assignation", "Assignation"),
                            ("statut", "Statut"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "statut_avant",
                    models.CharField(
                        choices=[
                            ("nouvelle", "Nouvelle"),
                            ("ouverte", "Ouverte"),
                            ("en_cours", "En Cours"),
                            ("resolue", "Resolue"),
                            ("fermee", "Fermee"),
                            ("rejetee", "Rejetee"),
                        ],
                        max_length=8,
                        null=True,
                    ),
                ),
                (
                    "statut_apres",
                    models.CharField(
                        choices=[
                            ("nouvelle", "Nouvelle"),
                            ("ouverte", "Ouverte"),
                            ("en_cours", "En Cours"),
                            ("resolue", "Resolue"),
                            ("fermee", "Fermee"),
                            ("rejetee", "Rejetee"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "champs",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=30), db_default=[], default=list, size=None
                    ),
                ),
                ("commentaire", models.TextField(null=True)),
                ("date", models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
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
                    "plainte",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="historique", to="transfers.complaint"
                    ),
                ),
            ],
            options={
                "db_table": "transfers_plainte_mouvement",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Team",
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
                ("nom", models.CharField(max_length=150)),
                ("description", models.CharField(max_length=1000, null=True)),
                ("email", models.EmailField(max_length=254, null=True)),
                (
                    "categories",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("paiement", "Paiement"),
                                ("ciblage", "Ciblage"),
                                ("enrolement", "Enrolement"),
                                ("corruption", "Corruption"),
                                ("vbg", "Vbg"),
                                ("service", "Service"),
                                ("autre", "Autre"),
                            ],
                            max_length=10,
                        ),
                        db_default=[],
                        default=list,
                        size=None,
                    ),
                ),
                ("wip_limit_par_membre", models.PositiveIntegerField(null=True)),
                ("actif", models.BooleanField(db_default=True, default=True)),
                (
                    "date_creation",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "responsable",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "secteurs",
                    models.ManyToManyField(db_table="transfers_equipe_secteur", related_name="+", to="geo.sector"),
                ),
            ],
            options={
                "db_table": "transfers_equipe",
                "ordering": ["nom", "id"],
            },
        ),
        migrations.AddField(
            model_name="complaint",
            name="equipe",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="plaintes", to="transfers.team"
            ),
        ),
        migrations.CreateModel(
            name="TeamMember",
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
                    "role",
                    models.CharField(
                        choices=[("responsable", "Responsable"), ("superviseur", "Superviseur"), ("membre", "Membre")],
                        default="membre",
                        max_length=11,
                    ),
                ),
                (
                    "specialites",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("paiement", "Paiement"),
                                ("ciblage", "Ciblage"),
                                ("enrolement", "Enrolement"),
                                ("corruption", "Corruption"),
                                ("vbg", "Vbg"),
                                ("service", "Service"),
                                ("autre", "Autre"),
                            ],
                            max_length=10,
                        ),
                        db_default=[],
                        default=list,
                        size=None,
                    ),
                ),
                ("wip_limit", models.PositiveIntegerField(null=True)),
                ("actif", models.BooleanField(db_default=True, default=True)),
                ("auto_assignable", models.BooleanField(db_default=True, default=True)),
                ("en_cours", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                (
                    "date_ajout",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "equipe",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="membres",
                        to="transfers.team",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "transfers_equipe_membre",
                "ordering": ["date_ajout", "id"],
            },
        ),
        migrations.AddField(
            model_name="complaint",
            name="membre",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="plaintes",
                to="transfers.teammember",
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("nom",), name="equipe_nom_once"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=models.Q(("wip_limit_par_membre", None), ("wip_limit_par_membre__gte", 1), _connector="OR"),
                name="equipe_wip_limit",
            ),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(fields=("equipe", "user"), name="equipe_membre_once"),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.CheckConstraint(
                condition=models.Q(("wip_limit", None), ("wip_limit__gte", 1), _connector="OR"), name="membre_wip_limit"
            ),
        ),
        migrations.AddIndex(
            model_name="complaint",
            index=models.Index(fields=["-date_creation", "-id"], name="plainte_date"),
        ),
        migrations.AddIndex(
            model_name="complaint",
            index=models.Index(fields=["statut", "echeance"], name="plainte_statut_echeance"),
        ),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("categorie", "vbg"), _negated=True),
                    models.Q(
                        ("description", None),
                        ("objet", None),
                        ("plaignant", None),
                        ("resolution", None),
                        ("telephone", None),
                    ),
                    _connector="OR",
                ),
                name="plainte_vbg_sans_texte",
            ),
        ),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.CheckConstraint(
                condition=models.Q(("beneficiaire", None), ("menage__isnull", False), _connector="OR"),
                name="plainte_menage_du_beneficiaire",
            ),
        ),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.CheckConstraint(
                condition=models.Q(("membre", None), ("equipe__isnull", False), _connector="OR"),
                name="plainte_membre_en_equipe",
            ),
        ),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.CheckConstraint(
                condition=models.Q(("satisfaction", None), ("satisfaction__range", (1, 5)), _connector="OR"),
                name="plainte_satisfaction",
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
