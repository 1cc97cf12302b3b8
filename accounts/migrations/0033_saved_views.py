"""Keep the views that users name."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import config.ids


class Migration(migrations.Migration):
    dependencies = [("accounts", "0030_results_of_rights")]
    operations = [
        migrations.CreateModel(
            name="SavedView",
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
                ("nom", models.CharField(max_length=80)),
                ("adresse", models.CharField(max_length=2000)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_views",
                        to="accounts.user",
                    ),
                ),
            ],
            options={
                "db_table": "accounts_saved_view",
                "ordering": ["nom", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "nom"), name="saved_view_name_once"),
                    models.CheckConstraint(condition=models.Q(("nom", ""), _negated=True), name="saved_view_named"),
                ],
            },
        ),
    ]
