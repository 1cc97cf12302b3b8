"""Compare dwellings, errors of positions, surveyors and platforms of households."""

from django.db import migrations, models

from config.sql import Queries

SQL = Queries(__file__, "0370_evidence_of_the_house.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0050_photos_of_households")]
    operations = [
        migrations.AddField(model_name="sheet", name="erreur", field=models.IntegerField(null=True)),
        migrations.AddField(model_name="sheet", name="enqueteur", field=models.UUIDField(null=True)),
        migrations.AddField(model_name="sheet", name="plateforme", field=models.TextField(null=True)),
        migrations.AddField(model_name="sheet", name="logement", field=models.BigIntegerField(null=True)),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
