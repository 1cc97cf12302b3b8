"""Compare members, campaigns and dates of households, and know nicknames and spellings of the country."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.functions
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0031_evidence_of_duplicates.sql")


def integers() -> django.contrib.postgres.fields.ArrayField:
    return django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), null=True, size=None)


class Migration(migrations.Migration):
    dependencies = [("registry", "0021_synced_households")]
    operations = [
        migrations.CreateModel(
            name="NameVariant",
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
                ("ecrit", models.CharField(max_length=60)),
                ("nom", models.CharField(max_length=60)),
                (
                    "mot",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func("ecrit", function="name_key"),
                        output_field=models.TextField(),
                        unique=True,
                    ),
                ),
                (
                    "cle",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func("nom", function="name_key"),
                        output_field=models.TextField(),
                    ),
                ),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=django.db.models.functions.Now())),
            ],
            options={"db_table": "registry_variante_nom", "ordering": ["ecrit"]},
        ),
        migrations.AddField(model_name="sheet", name="chefs", field=integers()),
        migrations.AddField(model_name="sheet", name="personnes", field=integers()),
        migrations.AddField(model_name="sheet", name="groupes", field=integers()),
        migrations.AddField(model_name="sheet", name="campagne", field=models.UUIDField(null=True)),
        migrations.AddField(model_name="sheet", name="jour", field=models.DateField(null=True)),
        migrations.AddField(model_name="sheet", name="maille", field=models.BigIntegerField(null=True)),
        migrations.AddField(model_name="sheet", name="etat", field=models.UUIDField(null=True)),
        migrations.AddIndex(
            model_name="sheet",
            index=django.contrib.postgres.indexes.GinIndex(
                fastupdate=False, fields=["groupes"], name="doublon_fiche_groupes"
            ),
        ),
        migrations.AddIndex(
            model_name="sheet",
            index=models.Index(
                condition=models.Q(("maille__isnull", False)), fields=["maille"], name="doublon_fiche_maille"
            ),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
