"""Receipts of what came from platforms of data collection, and cursors. A household that goes takes the raw answers
with it; the receipt stays, so that the submission is not imported again."""

import django.db.models.functions.datetime
from django.db import migrations, models

GONE = """
CREATE FUNCTION registry_collecte_menage_parti() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registry_collecte_recu AS recu SET etat = 'parti', contenu = NULL, motif = NULL
  FROM old_rows WHERE recu.cible_id = old_rows.id AND recu.usage = 'menages';
  RETURN NULL;
END $$;
CREATE TRIGGER collecte_menage_parti AFTER DELETE ON registry_menage REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION registry_collecte_menage_parti();
"""
KEPT = """
DROP TRIGGER collecte_menage_parti ON registry_menage;
DROP FUNCTION registry_collecte_menage_parti();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0003_statement_references"),
    ]

    operations = [
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
                ("recu_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
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
        migrations.RunSQL(GONE, KEPT),
    ]
