"""Store access keys of programs, and audit them."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids

AUDIT = """SELECT accounts_audit_table('accounts_access_key', '{
  "model": "cle_acces", "root": "user_id", "secret": ["hash"], "ignored": ["used_at"]}')"""
STOP_AUDIT = "DROP FUNCTION accounts_access_key_audited CASCADE"


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_authenticators"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccessKey",
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
                ("debut", models.CharField(max_length=12)),
                ("hash", models.BinaryField(max_length=32, unique=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="access_keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "accounts_access_key",
            },
        ),
        migrations.RunSQL(AUDIT, STOP_AUDIT),
    ]
