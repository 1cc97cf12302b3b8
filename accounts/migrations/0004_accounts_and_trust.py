"""Sessions, second factor, mails, roles given until a date."""

import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import config.ids
import config.text


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_system_roles"),
    ]

    operations = [
        migrations.RunSQL("TRUNCATE accounts_token_pair", migrations.RunSQL.noop),
        migrations.CreateModel(
            name="Incompatibility",
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
                ("motif", models.CharField(blank=True, db_default="", max_length=255)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "accounts_role_incompatibility",
                "ordering": ["created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="OutgoingMail",
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
                ("kind", models.CharField(max_length=40)),
                ("langue", models.CharField(max_length=5)),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("en_attente", "En Attente"),
                            ("envoye", "Envoye"),
                            ("sans_objet", "Sans Objet"),
                            ("abandonne", "Abandonne"),
                        ],
                        default="en_attente",
                        max_length=12,
                    ),
                ),
                ("essais", models.PositiveSmallIntegerField(db_default=0, default=0)),
                (
                    "next_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("erreur", models.CharField(blank=True, db_default="", max_length=100)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("sent_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "accounts_outgoing_mail",
            },
        ),
        migrations.CreateModel(
            name="PasswordReset",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.BinaryField(max_length=32, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "accounts_password_reset",
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code_hash", models.BinaryField(max_length=32)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "accounts_recovery_code",
            },
        ),
        migrations.CreateModel(
            name="RequestCount",
            fields=[
                ("subject", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("minute", models.DateTimeField()),
                ("count", models.PositiveIntegerField()),
            ],
            options={
                "db_table": "accounts_request_count",
            },
        ),
        migrations.CreateModel(
            name="RoleGrant",
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
                ("until", models.DateTimeField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "accounts_role_grant",
                "ordering": ["created_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Session",
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
                ("address", models.GenericIPAddressField(null=True)),
                ("agent", models.CharField(blank=True, db_default="", max_length=200)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "seen_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "accounts_session",
            },
        ),
        migrations.RemoveField(
            model_name="tokenpair",
            name="family",
        ),
        migrations.RemoveField(
            model_name="tokenpair",
            name="revoked_at",
        ),
        migrations.AddField(
            model_name="role",
            name="updated_at",
            field=models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
        ),
        migrations.AddField(
            model_name="user",
            name="deleted_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="must_change_password",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", True)), fields=["nom", "prenom", "id"], name="user_in_order"
            ),
        ),
        migrations.AddField(
            model_name="incompatibility",
            name="role_a",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.role"),
        ),
        migrations.AddField(
            model_name="incompatibility",
            name="role_b",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.role"),
        ),
        migrations.AddField(
            model_name="outgoingmail",
            name="asked_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="outgoingmail",
            name="user",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="passwordreset",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="password_resets", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="recoverycode",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="recovery_codes", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="rolegrant",
            name="granted_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="rolegrant",
            name="role",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="grants", to="accounts.role"
            ),
        ),
        migrations.AddField(
            model_name="rolegrant",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="grants", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="sessions", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="tokenpair",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to="accounts.session"
            ),
        ),
        migrations.AddConstraint(
            model_name="incompatibility",
            constraint=models.UniqueConstraint(fields=("role_a", "role_b"), name="incompatibility_once"),
        ),
        migrations.AddConstraint(
            model_name="incompatibility",
            constraint=models.CheckConstraint(
                condition=models.Q(("role_a__lt", models.F("role_b"))), name="incompatibility_order"
            ),
        ),
        migrations.AddIndex(
            model_name="outgoingmail",
            index=models.Index(condition=models.Q(("statut", "en_attente")), fields=["next_at"], name="mail_due"),
        ),
        migrations.AddConstraint(
            model_name="outgoingmail",
            constraint=models.CheckConstraint(
                condition=models.Q(("statut__in", ["en_attente", "envoye", "sans_objet", "abandonne"])),
                name="mail_statut_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="recoverycode",
            constraint=models.UniqueConstraint(fields=("user", "code_hash"), name="recovery_code_once"),
        ),
        migrations.AddConstraint(
            model_name="rolegrant",
            constraint=models.UniqueConstraint(fields=("user", "role"), name="role_grant_once"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(condition=models.Q(("ended_at__isnull", True)), fields=["user"], name="session_open"),
        ),
        migrations.AddField(
            model_name="user",
            name="recherche",
            field=models.GeneratedField(
                db_persist=True,
                expression=config.text.Normalised(
                    django.db.models.functions.text.Concat(
                        "nom",
                        models.Value(" "),
                        "prenom",
                        models.Value(" "),
                        "email",
                        models.Value(" "),
                        "telephone",
                        output_field=models.TextField(),
                    )
                ),
                output_field=models.TextField(),
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.indexes.OpClass("recherche", name="gin_trgm_ops"), name="user_recherche_trgm"
            ),
        ),
    ]
