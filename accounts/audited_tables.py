"""Declare which tables of accounts are audited, and which are not."""

from typing import Final

from accounts.audit.api import AuditedTable

USERS, ROLES = "administration.utilisateurs", "administration.roles"
AUDITED_TABLES: Final = (
    AuditedTable(
        "accounts_user",
        "utilisateur",
        USERS,
        secret=("password",),
        ignored=("updated_at", "last_login", "failed_login_attempts"),
        derived=("recherche", "regions_liees"),
    ),
    AuditedTable("accounts_role", "role", ROLES),
    AuditedTable("accounts_role_grant", "role_donne", USERS, root="user_id"),
    AuditedTable("accounts_role_incompatibility", "incompatibilite", ROLES),
    AuditedTable(
        "accounts_webhook_endpoint",
        "webhook",
        "administration.webhooks",
        secret=("key", "previous_key"),
        ignored=("updated_at", "failures", "failing_since", "pause_until"),
    ),
    AuditedTable("accounts_access_key", "cle_acces", USERS, root="user_id", secret=("hash",), ignored=("used_at",)),
    # The name may be a person's.
    AuditedTable("accounts_stored_file", "fichier", "administration.audit", secret=("nom",), ignored=("droits",)),
)
UNAUDITED_TABLES: Final = {
    "accounts_idempotency_key": "technical, kept for a day",
    "accounts_job": "says itself who started what, and what came of it",
    "accounts_sign_in_attempt": "counters of the lock-out",
    "accounts_outgoing_mail": "a queue, emptied after delivery",
    "accounts_notification": "messages, kept for a time",
    "accounts_notification_mark": "what a user has read",
    "accounts_notification_preference": "a user's own taste",
    "accounts_password_reset": "secrets; the change of the password has its own entry",
    "accounts_recovery_code": "secrets; switching the second factor is an entry of the user",
    "accounts_request_count": "counters of the throttle",
    "accounts_saved_view": "a user's own filters under a name: nothing of the registry changes with them",
    "accounts_session": "lists itself who signed in, when and from where",
    "accounts_token_pair": "secrets",
    "accounts_webhook_event": "a queue; the change behind it has its own entry",
    "accounts_webhook_delivery": "a log of its own",
    "otp_totp_totpdevice": "secrets; switching the second factor is an entry of the user",
    "django_admin_log": "written by the administration beside the audit",
    "auth_permission": "not used",
    "auth_group": "not used",
    "auth_group_permissions": "not used",
    "django_content_type": "not used",
}
