"""Index complaints so that their list, its total, figures and a search read no more rows than they show."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import migrations, models

from config.text import Normalised


class Migration(migrations.Migration):
    dependencies = [("transfers", "0191_shown_changes")]

    operations = [
        migrations.AddField(
            "complaint",
            "objet_normalise",
            models.GeneratedField(
                db_persist=True, expression=Normalised("objet"), output_field=models.TextField(null=True)
            ),
        ),
        migrations.RunSQL(
            "DROP INDEX plainte_region_date",
            "CREATE INDEX plainte_region_date ON transfers_plainte (region_id, date_creation DESC, id DESC)",
        ),
        migrations.RemoveIndex("complaint", "plainte_date"),
        migrations.RemoveIndex("complaint", "plainte_statut_echeance"),
        migrations.AddIndex(
            "complaint",
            models.Index(
                fields=["-date_creation", "-id"],
                include=["categorie", "statut", "date_resolution"],
                name="plainte_date",
            ),
        ),
        migrations.AddIndex(
            "complaint",
            models.Index(
                fields=["region", "-date_creation", "-id"],
                include=["categorie", "statut", "date_resolution"],
                name="plainte_region_date",
            ),
        ),
        migrations.AddIndex(
            "complaint",
            models.Index(
                fields=["echeance"],
                include=["categorie", "priorite", "statut", "region"],
                condition=models.Q(date_resolution=None, suspendue_depuis=None) & ~models.Q(statut="rejetee"),
                name="plainte_non_resolue",
            ),
        ),
        migrations.AddIndex(
            "complaint",
            models.Index(fields=["statut", "echeance"], include=["categorie"], name="plainte_statut_echeance"),
        ),
        migrations.AddIndex(
            "complaint",
            models.Index(fields=["categorie", "statut", "priorite", "region", "secteur"], name="plainte_etats"),
        ),
        migrations.AddIndex(
            "complaint",
            GinIndex(OpClass("objet_normalise", name="gin_trgm_ops"), name="plainte_objet_trgm"),
        ),
    ]
