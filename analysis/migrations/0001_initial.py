"""Create the table of nearest services."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("registry", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="NearestService",
            fields=[
                (
                    "menage",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=models.DO_NOTHING,
                        primary_key=True,
                        related_name="proches",
                        serialize=False,
                        to="registry.household",
                    ),
                ),
                ("ecole", models.UUIDField(null=True)),
                ("ecole_metres", models.FloatField(null=True)),
                ("service_sante", models.UUIDField(null=True)),
                ("service_sante_metres", models.FloatField(null=True)),
                ("point_eau", models.UUIDField(null=True)),
                ("point_eau_metres", models.FloatField(null=True)),
                ("service_vbg", models.UUIDField(null=True)),
                ("service_vbg_metres", models.FloatField(null=True)),
                ("police_judiciaire", models.UUIDField(null=True)),
                ("police_judiciaire_metres", models.FloatField(null=True)),
                ("region_id", models.UUIDField(null=True)),
                ("secteur_id", models.UUIDField(null=True)),
                ("localite_id", models.UUIDField(null=True)),
            ],
            options={
                "db_table": "analysis_nearest_service",
            },
        ),
    ]
