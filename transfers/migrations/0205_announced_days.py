"""Keep the days that a statement itself says it is about: one stray line covers no days between it and the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0198_complaint_totals")]

    operations = [
        migrations.AddField("Statement", "annonce_debut", models.DateField(null=True)),
        migrations.AddField("Statement", "annonce_fin", models.DateField(null=True)),
    ]
