"""Let another session take up what a final one has left open of a statement."""

from django.db import migrations, models
from django.db.models import Q

FIELDS = ["cycle", "operateur", "releve"]


class Migration(migrations.Migration):
    dependencies = [("transfers", "0150_totals_by_region")]

    operations = [
        migrations.RemoveConstraint(model_name="reconciliationsession", name="rapprochement_once"),
        migrations.AddConstraint(
            model_name="reconciliationsession",
            constraint=models.UniqueConstraint(
                condition=~Q(statut__in=["valide", "annule"]), fields=FIELDS, name="rapprochement_once"
            ),
        ),
    ]
