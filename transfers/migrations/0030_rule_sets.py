"""Store rule sets with their versions and evaluations; ship the usual ones as templates, and audit them."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0030_rule_sets.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0023_manual_outcomes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RuleSet",
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
                ("code", models.CharField(max_length=30, unique=True)),
                ("nom", models.CharField(max_length=255)),
                ("description", models.TextField(null=True)),
                ("notes", models.TextField(null=True)),
                ("est_template", models.BooleanField(db_default=False, default=False)),
                ("actif", models.BooleanField(db_default=True, default=True)),
                ("version", models.PositiveIntegerField(db_default=1, default=1)),
                ("nb_evaluations", models.BigIntegerField(db_default=0, default=0)),
                ("nb_eligibles", models.BigIntegerField(db_default=0, default=0)),
                ("derniere_evaluation", models.DateTimeField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
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
                    "programme",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="jeux_regles",
                        to="transfers.programme",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_jeu_regles",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="RuleSetVersion",
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
                ("logique", models.CharField(choices=[("AND", "And"), ("OR", "Or")], default="AND", max_length=3)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
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
                    "jeu",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="transfers.ruleset",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_jeu_regles_version",
                "ordering": ["-numero"],
            },
        ),
        migrations.CreateModel(
            name="Rule",
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
                ("description", models.TextField(null=True)),
                ("champ", models.CharField(max_length=60)),
                ("operateur", models.CharField(max_length=12)),
                ("valeur", models.JSONField()),
                ("valeur_secondaire", models.JSONField(null=True)),
                ("ordre", models.PositiveSmallIntegerField()),
                ("actif", models.BooleanField(db_default=True, default=True)),
                ("obligatoire", models.BooleanField(db_default=False, default=False)),
                ("message_echec", models.CharField(max_length=255, null=True)),
                ("groupe", models.PositiveSmallIntegerField(null=True)),
                ("personnes_sexe", models.CharField(max_length=1, null=True)),
                ("personnes_age_min", models.PositiveSmallIntegerField(null=True)),
                ("personnes_age_max", models.PositiveSmallIntegerField(null=True)),
                ("personnes_handicap", models.BooleanField(null=True)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="regles",
                        to="transfers.rulesetversion",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_regle",
                "ordering": ["ordre", "id"],
            },
        ),
        migrations.CreateModel(
            name="Evaluation",
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
                ("menage_id", models.UUIDField(null=True)),
                (
                    "regles_validees",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), db_default=[], default=list, size=None
                    ),
                ),
                ("filtres", models.JSONField(db_default={}, default=dict)),
                ("total", models.PositiveIntegerField()),
                ("eligibles", models.PositiveIntegerField()),
                ("par_region", models.JSONField(db_default=[], default=list)),
                ("modifies", models.PositiveIntegerField(null=True)),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
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
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evaluations",
                        to="transfers.rulesetversion",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_evaluation",
                "ordering": ["-id"],
            },
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.CheckConstraint(
                condition=models.Q(("est_template", False), ("programme__isnull", True), _connector="OR"),
                name="jeu_modele_libre",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.CheckConstraint(
                condition=models.Q(("nb_eligibles__gte", 0), ("nb_evaluations__gte", models.F("nb_eligibles"))),
                name="jeu_compteurs",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesetversion",
            constraint=models.UniqueConstraint(fields=("jeu", "numero"), name="version_jeu_once"),
        ),
        migrations.AddConstraint(
            model_name="rulesetversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("logique__in", ["AND", "OR"])), name="version_logique"
            ),
        ),
        migrations.AddConstraint(
            model_name="evaluation",
            constraint=models.CheckConstraint(
                condition=models.Q(("total__gte", models.F("eligibles"))), name="evaluation_compte"
            ),
        ),
        migrations.AddConstraint(
            model_name="evaluation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("menage_id__isnull", True), models.Q(("modifies__isnull", True), ("total", 1)), _connector="OR"
                ),
                name="evaluation_menage",
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
