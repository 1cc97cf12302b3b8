"""What a programme asks of households, who pays for it and who answers for it; the regions are rows of their own."""

from decimal import Decimal

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import config.ids
from accounts.audit.tables.triggers import build_audit_triggers as track
from transfers.audited_tables import AUDITED_TABLES


class Migration(migrations.Migration):
    dependencies = [
        ("geo", "0006_cheaper_traces"),
        ("registry", "0021_labels_by_language"),
        ("transfers", "0006_recertification"),
    ]

    operations = [
        migrations.CreateModel(
            name="ProgrammeRegion",
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
            ],
            options={
                "db_table": "transfers_programme_region",
                "ordering": ["region__nom", "id"],
            },
        ),
        migrations.AddField(
            model_name="programme",
            name="chef_age_max",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="chef_age_min",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="chef_sexe",
            field=models.CharField(max_length=1, null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="conditionnalites_education",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=255), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="programme",
            name="conditionnalites_sante",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=255), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="programme",
            name="criteres_personnalises",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="criteres_vulnerabilite",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=30), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="programme",
            name="duree_mois",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="email_responsable",
            field=models.CharField(max_length=255, null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="milieu_eligible",
            field=models.CharField(db_default="tous", default="tous", max_length=6),
        ),
        migrations.AddField(
            model_name="programme",
            name="niveaux_requis",
            field=models.PositiveSmallIntegerField(db_default=2, default=2),
        ),
        migrations.AddField(
            model_name="programme",
            name="nombre_cycles_prevus",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="partenaires",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=255), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="programme",
            name="responsable",
            field=models.CharField(max_length=255, null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="seuil_pmt_min",
            field=models.DecimalField(decimal_places=2, max_digits=5, null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="sources_financement",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=255), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="programme",
            name="taille_min",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="programme",
            name="telephone_responsable",
            field=models.CharField(max_length=32, null=True),
        ),
        migrations.AlterField(
            model_name="programme",
            name="type",
            field=models.CharField(
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
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(condition=models.Q(("devise__in", ["XOF"])), name="programme_devise"),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(("milieu_eligible__in", ["tous", "rural", "urbain"])),
                name="programme_milieu_eligible",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(("chef_sexe__in", ["M", "F"])), name="programme_chef_sexe"
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "categories_pauvrete_eligibles__contained_by",
                        ["extreme_pauvre", "pauvre", "vulnerable", "non_pauvre"],
                    )
                ),
                name="programme_categories",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
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
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("seuil_pmt_min__range", (Decimal("0"), Decimal("100"))),
                    ("seuil_pmt_max__range", (Decimal("0"), Decimal("100"))),
                ),
                name="programme_seuils",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("chef_age_min__range", (Decimal("0"), Decimal("130"))),
                    ("chef_age_max__range", (Decimal("0"), Decimal("130"))),
                ),
                name="programme_ages",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(("niveaux_requis__range", (Decimal("1"), Decimal("4")))), name="programme_niveaux"
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("seuil_pmt_min__isnull", True),
                    ("seuil_pmt_max__isnull", True),
                    ("seuil_pmt_max__gte", models.F("seuil_pmt_min")),
                    _connector="OR",
                ),
                name="programme_ordre_seuils",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("chef_age_min__isnull", True),
                    ("chef_age_max__isnull", True),
                    ("chef_age_max__gte", models.F("chef_age_min")),
                    _connector="OR",
                ),
                name="programme_ordre_ages",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(("type__in", ["transfert_monetaire", "travaux_publics", "formation", "mixte"])),
                name="programme_type",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(("statut__in", ["en_preparation", "actif", "suspendu", "termine", "cloture"])),
                name="programme_statut",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("frequence_paiement__in", ["mensuel", "bimestriel", "trimestriel", "semestriel", "annuel"])
                ),
                name="programme_frequence_paiement",
            ),
        ),
        migrations.AddConstraint(
            model_name="programme",
            constraint=models.CheckConstraint(
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
        ),
        migrations.AddField(
            model_name="programmeregion",
            name="programme",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="regions_eligibles",
                to="transfers.programme",
            ),
        ),
        migrations.AddField(
            model_name="programmeregion",
            name="region",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="programmes", to="geo.region"
            ),
        ),
        migrations.AddConstraint(
            model_name="programmeregion",
            constraint=models.UniqueConstraint(fields=("programme", "region"), name="programme_region_once"),
        ),
        migrations.RunSQL(
            track(AUDITED_TABLES, "transfers_programme", "transfers_programme_region"), migrations.RunSQL.noop
        ),
    ]
