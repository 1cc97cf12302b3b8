"""The moves of the collection get a table of their own; they go with their household, also when SQL deletes a set."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids

# The model's field makes no constraint: this one also lets SQL delete a set of households.
CASCADE = """
ALTER TABLE registry_mouvement_collecte ADD CONSTRAINT mouvement_menage FOREIGN KEY (menage_id)
  REFERENCES registry_menage (id) ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE
"""


class Migration(migrations.Migration):
    dependencies = [
        ("registry", "0010_tally_by_cells"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveField(model_name="household", name="historique_validation"),
        migrations.CreateModel(
            name="CollectionMove",
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
                ("action", models.CharField(max_length=20)),
                ("de", models.CharField(max_length=12)),
                ("vers", models.CharField(max_length=12)),
                ("statut", models.CharField(max_length=12)),
                ("date", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("commentaire", models.TextField(null=True)),
                ("motif", models.CharField(max_length=100, null=True)),
                (
                    "menage",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mouvements",
                        to="registry.household",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"db_table": "registry_mouvement_collecte", "ordering": ["id"]},
        ),
        migrations.RunSQL(CASCADE, migrations.RunSQL.noop),
    ]
