"""Store graduations, their criteria and results, and the visits after them."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0060_graduation.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0011_audited_tables"),
        ("transfers", "0050_complaints"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Graduation",
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
                    "statut",
                    models.CharField(
                        choices=[
                            ("proposee", "Proposee"),
                            ("evaluee", "Evaluee"),
                            ("approuvee", "Approuvee"),
                            ("rejetee", "Rejetee"),
                            ("annulee", "Annulee"),
                        ],
                        default="proposee",
                        max_length=9,
                    ),
                ),
                (
                    "type_graduation",
                    models.CharField(
                        choices=[("positive", "Positive"), ("negative", "Negative")], max_length=8, null=True
                    ),
                ),
                ("motif", models.TextField(null=True)),
                ("commentaire", models.TextField(null=True)),
                ("commentaire_evaluation", models.TextField(null=True)),
                ("commentaire_decision", models.TextField(null=True)),
                ("motif_annulation", models.TextField(null=True)),
                ("score_pmt_final", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                ("score_global", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                (
                    "recommandation",
                    models.CharField(
                        choices=[("approuver", "Approuver"), ("examiner", "Examiner"), ("rejeter", "Rejeter")],
                        max_length=9,
                        null=True,
                    ),
                ),
                ("date_proposition", models.DateField()),
                ("date_evaluation", models.DateField(null=True)),
                ("date_decision", models.DateField(null=True)),
                ("date_effective", models.DateField(null=True)),
                ("date_annulation", models.DateField(null=True)),
                ("suivi_post_graduation_actif", models.BooleanField(db_default=False, default=False)),
                ("duree_post_suivi_mois", models.PositiveSmallIntegerField(null=True)),
                ("fin_post_suivi", models.DateField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "annule_par",
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
                        related_name="graduations",
                        to="transfers.beneficiary",
                    ),
                ),
                (
                    "decide_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "evalue_par",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="graduations", to="registry.household"
                    ),
                ),
                (
                    "propose_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "transfers_graduation",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="GraduationCriterion",
            fields=[
                ("nom", models.CharField(max_length=255)),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("score_pmt", "Score Pmt"),
                            ("duree_programme", "Duree Programme"),
                            ("conditionnalites", "Conditionnalites"),
                            ("paiements_recus", "Paiements Recus"),
                            ("revenus", "Revenus"),
                            ("actifs", "Actifs"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "operateur",
                    models.CharField(
                        choices=[
                            (">=", "At Least"),
                            ("<=", "At Most"),
                            ("=", "Equal"),
                            ("!=", "Different"),
                            (">", "More"),
                            ("<", "Less"),
                        ],
                        max_length=2,
                    ),
                ),
                ("valeur_seuil", models.DecimalField(decimal_places=2, max_digits=14)),
                ("poids", models.PositiveSmallIntegerField(db_default=1, default=1)),
                ("obligatoire", models.BooleanField(db_default=False, default=False)),
                ("ordre", models.PositiveSmallIntegerField()),
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
                ("description", models.TextField(null=True)),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="criteres_graduation",
                        to="transfers.programme",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_critere_graduation",
                "ordering": ["ordre", "id"],
            },
        ),
        migrations.CreateModel(
            name="GraduationResult",
            fields=[
                ("nom", models.CharField(max_length=255)),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("score_pmt", "Score Pmt"),
                            ("duree_programme", "Duree Programme"),
                            ("conditionnalites", "Conditionnalites"),
                            ("paiements_recus", "Paiements Recus"),
                            ("revenus", "Revenus"),
                            ("actifs", "Actifs"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "operateur",
                    models.CharField(
                        choices=[
                            (">=", "At Least"),
                            ("<=", "At Most"),
                            ("=", "Equal"),
                            ("!=", "Different"),
                            (">", "More"),
                            ("<", "Less"),
                        ],
                        max_length=2,
                    ),
                ),
                ("valeur_seuil", models.DecimalField(decimal_places=2, max_digits=14)),
                ("poids", models.PositiveSmallIntegerField(db_default=1, default=1)),
                ("obligatoire", models.BooleanField(db_default=False, default=False)),
                ("ordre", models.PositiveSmallIntegerField()),
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
                ("valide", models.BooleanField()),
                ("valeur", models.DecimalField(decimal_places=2, max_digits=14, null=True)),
                ("valeur_calculee", models.DecimalField(decimal_places=2, max_digits=14, null=True)),
                (
                    "critere",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="transfers.graduationcriterion",
                    ),
                ),
                (
                    "graduation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="resultats", to="transfers.graduation"
                    ),
                ),
            ],
            options={
                "db_table": "transfers_graduation_resultat",
                "ordering": ["ordre", "id"],
            },
        ),
        migrations.CreateModel(
            name="GraduationVisit",
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
                ("date_prevue", models.DateField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "graduation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="visites",
                        to="transfers.graduation",
                    ),
                ),
                (
                    "suivi",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="visites_graduation",
                        to="transfers.followup",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_graduation_visite",
                "ordering": ["date_prevue", "id"],
            },
        ),
        migrations.AddIndex(
            model_name="graduation",
            index=models.Index(fields=["statut", "-id"], name="graduation_statut_recent"),
        ),
        migrations.AddConstraint(
            model_name="graduation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("statut__in", ("proposee", "evaluee"))),
                fields=("beneficiaire",),
                name="graduation_une_en_cours",
            ),
        ),
        migrations.AddConstraint(
            model_name="graduation",
            constraint=models.CheckConstraint(
                condition=models.Q(("statut__in", ["proposee", "evaluee", "approuvee", "rejetee", "annulee"])),
                name="graduation_statut",
            ),
        ),
        migrations.AddConstraint(
            model_name="graduation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("statut__in", ["evaluee", "approuvee", "rejetee"]), _negated=True),
                    models.Q(("date_evaluation__isnull", False), ("score_global__isnull", False)),
                    _connector="OR",
                ),
                name="graduation_evaluee",
            ),
        ),
        migrations.AddConstraint(
            model_name="graduation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("statut__in", ["approuvee", "rejetee"]), _negated=True),
                    ("date_decision__isnull", False),
                    _connector="OR",
                ),
                name="graduation_decidee",
            ),
        ),
        migrations.AddConstraint(
            model_name="graduation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("statut", "approuvee"), _negated=True), ("date_effective__isnull", False), _connector="OR"
                ),
                name="graduation_effective",
            ),
        ),
        migrations.AddConstraint(
            model_name="graduation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("suivi_post_graduation_actif", False),
                    models.Q(("duree_post_suivi_mois__isnull", False), ("fin_post_suivi__isnull", False)),
                    _connector="OR",
                ),
                name="graduation_suivi",
            ),
        ),
        migrations.AddConstraint(
            model_name="graduationcriterion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "type__in",
                        ["score_pmt", "duree_programme", "conditionnalites", "paiements_recus", "revenus", "actifs"],
                    )
                ),
                name="critere_graduation_type",
            ),
        ),
        migrations.AddConstraint(
            model_name="graduationcriterion",
            constraint=models.CheckConstraint(
                condition=models.Q(("operateur__in", [">=", "<=", "=", "!=", ">", "<"])),
                name="critere_graduation_operateur",
            ),
        ),
        migrations.AddConstraint(
            model_name="graduationcriterion",
            constraint=models.CheckConstraint(
                condition=models.Q(("poids__range", (0, 1000))), name="critere_graduation_poids"
            ),
        ),
        migrations.AddIndex(
            model_name="graduationvisit",
            index=models.Index(fields=["date_prevue", "id"], name="visite_graduation_date"),
        ),
        migrations.AddConstraint(
            model_name="graduationvisit",
            constraint=models.UniqueConstraint(fields=("graduation", "date_prevue"), name="visite_graduation_once"),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
