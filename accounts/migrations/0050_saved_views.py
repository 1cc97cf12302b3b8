"""Store the views of lists and of the map that users keep and share."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0037_audit_by_index"),
    ]

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
                ("nom", models.CharField(max_length=100)),
                ("ecran", models.CharField(max_length=20)),
                ("etat", models.JSONField(default=dict)),
                (
                    "partage",
                    models.CharField(
                        choices=[("prive", "Prive"), ("lien", "Lien"), ("choix", "Choix"), ("tous", "Tous")],
                        db_default="prive",
                        default="prive",
                        max_length=5,
                    ),
                ),
                (
                    "roles",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60), db_default=[], default=list, size=None
                    ),
                ),
                (
                    "personnes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=254), db_default=[], default=list, size=None
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_views",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "accounts_saved_view",
                "ordering": ["nom", "id"],
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(fields=["roles"], name="saved_view_roles"),
                    django.contrib.postgres.indexes.GinIndex(fields=["personnes"], name="saved_view_personnes"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "nom"), name="saved_view_name_once"),
                    models.CheckConstraint(
                        condition=models.Q(("partage__in", ["prive", "lien", "choix", "tous"])),
                        name="saved_view_partage_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("partage", "choix"), models.Q(("personnes", []), ("roles", [])), _connector="OR"
                        ),
                        name="saved_view_shared_by_choice",
                    ),
                ],
            },
        ),
    ]
