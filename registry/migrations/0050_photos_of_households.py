"""Store photographs of households, and audit them."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids

AUDIT = """SELECT accounts_audit_table('registry_menage_photo', '{
  "model": "photo_menage", "root": "menage_id",
  "region": "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"}')"""
STOP_AUDIT = "DROP FUNCTION registry_menage_photo_audited CASCADE"


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0037_audit_by_index"),
        ("registry", "0037_days_of_registration"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HouseholdPhoto",
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
                (
                    "date_ajout",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "auteur",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "fichier",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.storedfile"
                    ),
                ),
                (
                    "menage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="photos", to="registry.household"
                    ),
                ),
            ],
            options={
                "db_table": "registry_menage_photo",
                "ordering": ["-id"],
            },
        ),
        migrations.RunSQL(AUDIT, STOP_AUDIT),
    ]
