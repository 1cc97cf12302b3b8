"""Let the history of a complaint tell that it became secret, or no longer is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0195_kept_terms")]
    operations = [
        migrations.AlterField(
            model_name="complaintmove",
            name="action",
            field=models.CharField(
                choices=[
                    ("creation", "Creation"),
                    ("modification", "Modification"),
                    ("assignation", "Assignation"),
                    ("statut", "Statut"),
                    ("suspension", "Suspension"),
                    ("reprise", "Reprise"),
                    ("escalade", "Escalade"),
                    ("appel", "Appel"),
                    ("decision", "Decision"),
                    ("commentaire", "Commentaire"),
                    ("reponse", "Reponse"),
                    ("piece", "Piece"),
                    ("lien", "Lien"),
                    ("satisfaction", "Satisfaction"),
                    ("mesure", "Mesure"),
                    ("reclassement", "Reclassement"),
                ],
                max_length=12,
            ),
        ),
    ]
