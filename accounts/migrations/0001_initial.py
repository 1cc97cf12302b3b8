"""Create the tables of accounts, and first the extensions and functions that the tables of every app rest on."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import migrations, models
from django.db.models.functions import Concat, Lower, Now

from config.ids import UUID7, uuid7
from config.sql import Queries
from config.text import Normalised

SQL = Queries(__file__, "0001_initial.sql")


class Migration(migrations.Migration):
    initial = True
    dependencies: list = []

    operations = [
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
        migrations.CreateModel(
            name="Role",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=100)),
                ("code", models.CharField(max_length=60, unique=True)),
                ("description", models.TextField(blank=True, db_default="")),
                ("is_active", models.BooleanField(db_default=True, default=True)),
                ("is_system", models.BooleanField(db_default=False, default=False)),
                ("permissions", ArrayField(base_field=models.CharField(max_length=100), default=list, size=None)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
            ],
            options={
                "db_table": "accounts_role",
                "ordering": ["code"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("code__regex", "^ROLE_[A-Z0-9_]+$")), name="role_code_form"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("email", models.EmailField(max_length=254, unique=True)),
                ("nom", models.CharField(blank=True, max_length=100)),
                ("prenom", models.CharField(blank=True, max_length=100)),
                ("telephone", models.CharField(blank=True, max_length=32, null=True)),
                ("is_active", models.BooleanField(db_default=True, default=True)),
                ("two_factor_enabled", models.BooleanField(db_default=False, default=False)),
                ("failed_login_attempts", models.PositiveIntegerField(db_default=0, default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                ("role", models.ForeignKey(on_delete=models.PROTECT, related_name="users", to="accounts.role")),
                ("deleted_at", models.DateTimeField(null=True)),
                ("must_change_password", models.BooleanField(db_default=False, default=False)),
                (
                    "recherche",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Normalised(
                            Concat(
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
                (
                    "regions_liees",
                    ArrayField(base_field=models.UUIDField(), db_default=[], default=list, editable=False, size=None),
                ),
            ],
            options={
                "db_table": "accounts_user",
                "ordering": ["nom", "prenom", "id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("deleted_at__isnull", True)),
                        fields=["nom", "prenom", "id"],
                        name="user_in_order",
                    ),
                    GinIndex(OpClass("recherche", name="gin_trgm_ops"), name="user_recherche_trgm"),
                    GinIndex(fields=["regions_liees"], name="user_regions"),
                ],
                "constraints": [models.UniqueConstraint(Lower("email"), name="user_email_any_case")],
            },
        ),
        migrations.CreateModel(
            name="SignInAttempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("account_hash", models.BinaryField(max_length=32)),
                ("address", models.GenericIPAddressField()),
                ("failures", models.PositiveIntegerField()),
                ("locked_until", models.DateTimeField(null=True)),
                ("changed_at", models.DateTimeField(auto_now=True, db_default=Now())),
            ],
            options={
                "db_table": "accounts_sign_in_attempt",
                "constraints": [
                    models.UniqueConstraint(fields=("account_hash", "address"), name="sign_in_attempt_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="StoredFile",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                ("taille", models.BigIntegerField()),
                ("type", models.CharField(max_length=120)),
                ("expires_at", models.DateTimeField(db_index=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "usage",
                    models.CharField(
                        choices=[("travail", "Travail"), ("depot", "Depot")],
                        db_default="travail",
                        default="travail",
                        max_length=8,
                    ),
                ),
            ],
            options={
                "db_table": "accounts_stored_file",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("usage__in", ["travail", "depot"])), name="file_usage_known"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=255)),
                ("method", models.CharField(max_length=8)),
                ("path", models.CharField(max_length=2000)),
                ("digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("body", models.BinaryField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now(), db_index=True)),
                ("user", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "db_table": "accounts_idempotency_key",
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="idempotency_key_once")],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("type", models.CharField(max_length=60)),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("en_attente", "En Attente"),
                            ("en_cours", "En Cours"),
                            ("termine", "Termine"),
                            ("echoue", "Echoue"),
                            ("annule", "Annule"),
                        ],
                        default="en_attente",
                        max_length=12,
                    ),
                ),
                ("parametres", models.JSONField(default=dict)),
                ("fait", models.BigIntegerField(db_default=0, default=0)),
                ("total", models.BigIntegerField(null=True)),
                ("resultat", models.JSONField(null=True)),
                ("erreur", models.TextField(null=True)),
                ("annulation_demandee", models.BooleanField(db_default=False, default=False)),
                ("essais", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("worker", models.UUIDField(null=True)),
                ("lease_until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=models.SET_NULL, related_name="jobs", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "accounts_job",
                "indexes": [
                    models.Index(
                        condition=models.Q(("statut__in", ["en_attente", "en_cours"])),
                        fields=["lease_until"],
                        name="job_open",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("statut__in", ["en_attente", "en_cours", "termine", "echoue", "annule"])),
                        name="job_statut_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Incompatibility",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("motif", models.CharField(blank=True, db_default="", max_length=255)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("role_a", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="accounts.role")),
                ("role_b", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="accounts.role")),
            ],
            options={
                "db_table": "accounts_role_incompatibility",
                "ordering": ["created_at", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("role_a", "role_b"), name="incompatibility_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role_a__lt", models.F("role_b"))), name="incompatibility_order"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OutgoingMail",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                ("langue", models.CharField(max_length=5)),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("en_attente", "En Attente"),
                            ("en_envoi", "En Envoi"),
                            ("envoye", "Envoye"),
                            ("sans_objet", "Sans Objet"),
                            ("abandonne", "Abandonne"),
                        ],
                        default="en_attente",
                        max_length=12,
                    ),
                ),
                ("essais", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("next_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("erreur", models.CharField(blank=True, db_default="", max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "accounts_outgoing_mail",
                "indexes": [
                    models.Index(condition=models.Q(("statut", "en_attente")), fields=["next_at"], name="mail_due")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("statut__in", ["en_attente", "en_envoi", "envoye", "sans_objet", "abandonne"])
                        ),
                        name="mail_statut_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PasswordReset",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.BinaryField(max_length=32, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="password_resets", to=settings.AUTH_USER_MODEL
                    ),
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
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="recovery_codes", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "accounts_recovery_code",
                "constraints": [models.UniqueConstraint(fields=("user", "code_hash"), name="recovery_code_once")],
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
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                (
                    "granted_by",
                    models.ForeignKey(
                        null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("role", models.ForeignKey(on_delete=models.PROTECT, related_name="grants", to="accounts.role")),
                (
                    "user",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="grants", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "db_table": "accounts_role_grant",
                "ordering": ["created_at", "id"],
                "constraints": [models.UniqueConstraint(fields=("user", "role"), name="role_grant_once")],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("address", models.GenericIPAddressField(null=True)),
                ("agent", models.CharField(blank=True, db_default="", max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("seen_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="sessions", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "db_table": "accounts_session",
                "indexes": [
                    models.Index(condition=models.Q(("ended_at__isnull", True)), fields=["user"], name="session_open")
                ],
            },
        ),
        migrations.CreateModel(
            name="TokenPair",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("access_hash", models.BinaryField(max_length=32, unique=True)),
                ("access_expires_at", models.DateTimeField()),
                ("refresh_hash", models.BinaryField(max_length=32, unique=True)),
                ("refresh_expires_at", models.DateTimeField()),
                ("refreshed_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                (
                    "user",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL),
                ),
                ("session", models.ForeignKey(on_delete=models.CASCADE, related_name="tokens", to="accounts.session")),
            ],
            options={
                "db_table": "accounts_token_pair",
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("title", models.CharField(max_length=255)),
                ("message", models.TextField()),
                ("params", models.JSONField(null=True)),
                ("type", models.CharField(max_length=10)),
                ("category", models.CharField(max_length=10)),
                ("link", models.CharField(blank=True, db_default="", max_length=500)),
                ("data", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("read_at", models.DateTimeField(null=True)),
                ("digest", models.UUIDField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True, on_delete=models.CASCADE, related_name="notifications", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "accounts_notification",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["user", "created_at"], name="notification_of_user"),
                    models.Index(
                        condition=models.Q(("read_at__isnull", True)), fields=["user"], name="notification_unread"
                    ),
                    models.Index(
                        condition=models.Q(("digest__isnull", False)), fields=["digest"], name="notification_digest"
                    ),
                    models.Index(fields=["created_at"], name="notification_age"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("type__in", ("info", "success", "warning", "error", "alert"))),
                        name="notification_type_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("category__in", ("system", "paiement", "plainte", "menage", "import"))),
                        name="notification_category_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("user__isnull", False),
                            models.Q(("digest__isnull", True), ("read_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="notification_global_has_marks",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NotificationMark",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("read_at", models.DateTimeField(null=True)),
                ("digest", models.UUIDField(null=True)),
                (
                    "notification",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="marks", to="accounts.notification"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="notification_marks", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "accounts_notification_mark",
                "indexes": [
                    models.Index(condition=models.Q(("digest__isnull", False)), fields=["digest"], name="mark_digest")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("notification", "user"), name="notification_mark_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="NotificationPreference",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="notification_preference",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "courriel",
                    models.CharField(
                        choices=[("jamais", "Jamais"), ("horaire", "Horaire"), ("quotidien", "Quotidien")],
                        default="jamais",
                        max_length=10,
                    ),
                ),
                ("langue", models.CharField(max_length=5)),
                ("since", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("next_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "accounts_notification_preference",
                "indexes": [
                    models.Index(condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="digest_due")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("courriel", "jamais"), ("next_at__isnull", True)),
                            models.Q(("courriel__in", ["horaire", "quotidien"]), ("next_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="notification_preference_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookEndpoint",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("url", models.CharField(max_length=2000)),
                ("description", models.CharField(blank=True, db_default="", max_length=255)),
                ("events", ArrayField(base_field=models.CharField(max_length=60), size=None)),
                ("is_active", models.BooleanField(db_default=True, default=True)),
                ("key", models.UUIDField()),
                ("previous_key", models.UUIDField(null=True)),
                ("previous_until", models.DateTimeField(null=True)),
                ("failures", models.PositiveIntegerField(db_default=0, default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("pause_until", models.DateTimeField(null=True)),
                ("disabled_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("updated_at", models.DateTimeField(auto_now=True, db_default=Now())),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True, on_delete=models.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "accounts_webhook_endpoint",
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="WebhookEvent",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("type", models.CharField(max_length=60)),
                ("data", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
            ],
            options={
                "db_table": "accounts_webhook_event",
                "indexes": [models.Index(fields=["created_at"], name="webhook_event_age")],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=UUID7(), default=uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("en_attente", "En Attente"),
                            ("en_cours", "En Cours"),
                            ("livre", "Livre"),
                            ("abandonne", "Abandonne"),
                        ],
                        db_default="en_attente",
                        default="en_attente",
                        max_length=12,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("next_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("worker", models.UUIDField(null=True)),
                ("lease_until", models.DateTimeField(null=True)),
                ("status_code", models.PositiveSmallIntegerField(null=True)),
                ("error", models.CharField(blank=True, db_default="", max_length=20)),
                ("milliseconds", models.PositiveIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_default=Now())),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "endpoint",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="deliveries", to="accounts.webhookendpoint"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="deliveries", to="accounts.webhookevent"),
                ),
            ],
            options={
                "db_table": "accounts_webhook_delivery",
                "ordering": ["-created_at", "-id"],
                "indexes": [
                    models.Index(fields=["endpoint", "created_at"], name="webhook_delivery_list"),
                    models.Index(condition=models.Q(("statut", "en_attente")), fields=["next_at"], name="webhook_due"),
                    models.Index(
                        condition=models.Q(("statut", "en_cours")), fields=["lease_until"], name="webhook_held"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "endpoint"), name="webhook_delivery_once"),
                    models.CheckConstraint(
                        condition=models.Q(("statut__in", ["en_attente", "en_cours", "livre", "abandonne"])),
                        name="webhook_delivery_statut_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("lease_until__isnull", False), ("statut", "en_cours"), ("worker__isnull", False)),
                            models.Q(
                                ("lease_until__isnull", True),
                                ("worker__isnull", True),
                                models.Q(("statut", "en_cours"), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="webhook_delivery_held",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Trace",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("numero", models.BigIntegerField(unique=True)),
                ("date", models.DateTimeField()),
                ("adresse", models.GenericIPAddressField(null=True)),
                ("requete", models.TextField(null=True)),
                ("operation_id", models.UUIDField(null=True)),
                (
                    "action",
                    models.TextField(
                        choices=[
                            ("creation", "Creation"),
                            ("modification", "Modification"),
                            ("suppression", "Suppression"),
                            ("operation", "Operation"),
                            ("lecture", "Lecture"),
                            ("anonymisation", "Anonymisation"),
                        ]
                    ),
                ),
                ("model", models.TextField()),
                ("objet", models.UUIDField(null=True)),
                ("racine", models.UUIDField(null=True)),
                ("region_id", models.UUIDField(null=True)),
                ("changements", models.JSONField(default=dict)),
                ("nombre", models.BigIntegerField(null=True)),
                ("details", models.JSONField(null=True)),
            ],
            options={
                "db_table": "accounts_audit",
                "ordering": ["-numero"],
                "managed": False,
            },
        ),
        # One minute of counting may be lost in a crash; in return no request waits for the disk.
        migrations.RunSQL(
            "ALTER TABLE accounts_request_count SET UNLOGGED, SET (fillfactor = 50)",
            "ALTER TABLE accounts_request_count SET LOGGED, RESET (fillfactor)",
        ),
    ]
