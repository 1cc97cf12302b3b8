"""Store cases of gender-based violence, their sums and their noise, for a role of their own."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0012_vbg_cases.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0011_vbg_uploads"),
        ("accounts", "0012_restricted_services"),
        ("geo", "0007_services_of_survivors"),
        ("transfers", "0050_complaints"),
    ]

    operations = [
        migrations.RunSQL(SQL["schema_forwards"], migrations.RunSQL.noop),
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("service_id", models.UUIDField(null=True)),
                ("region_id", models.UUIDField()),
                ("secteur_id", models.UUIDField(null=True)),
                ("mois", models.DateField()),
                (
                    "rubrique",
                    models.CharField(
                        choices=[
                            ("violence_physique", "Physique"),
                            ("violence_sexuelle", "Sexuelle"),
                            ("violence_psychologique", "Psychologique"),
                            ("violence_economique", "Economique"),
                            ("mariage_force", "Mariage"),
                            ("mutilation_genitale", "Mutilation"),
                            ("exploitation", "Exploitation"),
                            ("autre", "Autre"),
                        ],
                        max_length=30,
                    ),
                ),
                (
                    "tranche_age",
                    models.CharField(
                        choices=[("0-11", "Child"), ("12-17", "Adolescent"), ("18+", "Adult"), ("inconnu", "Unknown")],
                        max_length=7,
                    ),
                ),
                (
                    "sexe",
                    models.CharField(choices=[("F", "Female"), ("M", "Male"), ("inconnu", "Unknown")], max_length=7),
                ),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("en_cours", "Open"),
                            ("resolu", "Resolved"),
                            ("transfere", "Transferred"),
                            ("clos", "Closed"),
                        ],
                        max_length=9,
                    ),
                ),
                ("cle", models.IntegerField()),
            ],
            options={
                "db_table": '"vbg"."cas"',
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("mois__day", 1)), name="cas_mois"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "rubrique__in",
                                [
                                    "violence_physique",
                                    "violence_sexuelle",
                                    "violence_psychologique",
                                    "violence_economique",
                                    "mariage_force",
                                    "mutilation_genitale",
                                    "exploitation",
                                    "autre",
                                ],
                            )
                        ),
                        name="cas_rubrique",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tranche_age__in", ["0-11", "12-17", "18+", "inconnu"])),
                        name="cas_tranche_age",
                    ),
                    models.CheckConstraint(condition=models.Q(("sexe__in", ["F", "M", "inconnu"])), name="cas_sexe"),
                    models.CheckConstraint(
                        condition=models.Q(("statut__in", ["en_cours", "resolu", "transfere", "clos"])),
                        name="cas_statut",
                    ),
                    models.CheckConstraint(condition=models.Q(("cle__gte", 0), ("cle__lt", 65536)), name="cas_cle"),
                ],
            },
        ),
        migrations.CreateModel(
            name="CubeCell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mois", models.DateField()),
                ("region_id", models.UUIDField()),
                ("secteur_id", models.UUIDField(null=True)),
                ("rubrique", models.CharField(max_length=30)),
                ("tranche_age", models.CharField(max_length=7)),
                ("sexe", models.CharField(max_length=7)),
                ("nombre", models.IntegerField()),
                ("cles", models.BigIntegerField()),
            ],
            options={
                "db_table": '"vbg"."cube"',
                "constraints": [models.CheckConstraint(condition=models.Q(("nombre__gte", 0)), name="cube_nombre")],
            },
        ),
        migrations.CreateModel(
            name="ServiceCell",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mois", models.DateField()),
                ("region_id", models.UUIDField()),
                ("service_id", models.UUIDField(null=True)),
                ("statut", models.CharField(max_length=9)),
                ("nombre", models.IntegerField()),
                ("cles", models.BigIntegerField()),
            ],
            options={
                "db_table": '"vbg"."suivi"',
                "constraints": [models.CheckConstraint(condition=models.Q(("nombre__gte", 0)), name="suivi_nombre")],
            },
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
