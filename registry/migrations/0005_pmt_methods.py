"""PMT methods, what a household keeps of its last scoring, and the default method."""

import django.contrib.postgres.constraints
import django.db.models.functions.datetime
from django.db import migrations, models

import config.ids
import registry.pmt.models

# A released version is what scores are explained by for ever: only its end may still be said.
RELEASED = """
CREATE FUNCTION registry_pmt_publiee() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed registry_pmt_methode;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE restrict_violation USING MESSAGE = 'a released PMT method is not deleted',
      TABLE = 'registry_pmt_methode', CONSTRAINT = 'pmt_publiee';
  END IF;
  allowed := OLD;
  allowed.date_fin := NEW.date_fin;
  allowed.updated_at := NEW.updated_at;
  IF NEW IS DISTINCT FROM allowed THEN
    RAISE restrict_violation USING MESSAGE = 'a released PMT method does not change',
      TABLE = 'registry_pmt_methode', CONSTRAINT = 'pmt_publiee';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pmt_publiee BEFORE UPDATE OR DELETE ON registry_pmt_methode
  FOR EACH ROW WHEN (OLD.statut = 'publiee') EXECUTE FUNCTION registry_pmt_publiee();
"""

DEFAULT = "01980000-0000-7000-8000-000000000001"
TERMS = [
    ("nbEnfants04", "lineaire", None, -2.4),
    ("nbEnfants514", "lineaire", None, -2.4),
    ("nbPersonnes65Plus", "lineaire", None, -2.5),
    ("milieu", "=", "urbain", 8),
    ("chefMenage.sexe", "=", "F", -3),
    ("chefMenage.niveauEducation", "=", "primaire", 4),
    ("chefMenage.niveauEducation", "dans", ["secondaire", "superieur"], 8),
    ("logement.materiauMur", "dans", ["ciment", "brique_stabilisee"], 4),
    ("logement.materiauToit", "dans", ["zinc", "tuile_beton"], 3),
    ("logement.materiauSol", "dans", ["ciment", "carrelage"], 4),
    ("logement.sourceEclairage", "dans", ["electricite", "solaire"], 3),
    ("logement.typeToilette", "dans", ["chasse_eau", "latrine_amelioree"], 3),
    ("personnesParPiece", ">", 3, -3),
]  # fmt: skip


def add_default(apps, schema_editor):
    """The method that ships: plausible weights, to be replaced by a method fitted to a survey of the country."""
    named = ("variable", "operateur", "valeur", "poids")
    apps.get_model("registry", "PmtMethod").objects.create(
        id=DEFAULT, famille=DEFAULT, version=1, nom="Méthode par défaut", statut="publiee", intercept=44,
        description="Poids indicatifs, sans enquête derrière eux.",
        termes=[dict(zip(named, term, strict=True)) for term in TERMS],
        transformation={"type": "identite", "sens": "bas_pauvre"},
        seuils={"extreme_pauvre": 20, "pauvre": 50, "vulnerable": 70}, seuil_pauvrete=50, par_defaut=True,
        date_debut="2020-01-01", published_at="2020-01-01T00:00:00Z",
    )  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("registry", "0004_collectors")]

    operations = [
        migrations.AddField(
            "household", "ancien_score_pmt", models.DecimalField(decimal_places=2, max_digits=5, null=True)
        ),
        migrations.AddField("household", "date_pmt", models.DateTimeField(null=True)),
        migrations.AddField("household", "methode_pmt", models.UUIDField(null=True)),
        migrations.AddField("household", "motif_pmt", models.TextField(null=True)),
        migrations.CreateModel(
            name="PmtMethod",
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
                    django.contrib.postgres.constraints.ExclusionConstraint(
                        condition=models.Q(("statut", "publiee")),
                        expressions=[
                            ("famille", "="),
                            (registry.pmt.models.Validity("date_debut", "date_fin"), "&&"),
                        ],
                        name="pmt_one_version_a_day",
                    ),
                    django.contrib.postgres.constraints.ExclusionConstraint(
                        condition=models.Q(("par_defaut", True), ("statut", "publiee")),
                        expressions=[(registry.pmt.models.Validity("date_debut", "date_fin"), "&&")],
                        name="pmt_one_default_a_day",
                    ),
                ],
            },
        ),
        migrations.RunPython(add_default, migrations.RunPython.noop),
        migrations.RunSQL(
            RELEASED, "DROP TRIGGER pmt_publiee ON registry_pmt_methode; DROP FUNCTION registry_pmt_publiee();"
        ),
    ]
