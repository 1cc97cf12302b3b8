"""Collect the models of all features, so that Django finds them. Each feature defines its own."""

from accounts.audit.models import Trace
from accounts.files.models import StoredFile
from accounts.idempotency.models import IdempotencyKey
from accounts.jobs.models import Job
from accounts.lockout.models import SignInAttempt
from accounts.mails.models import OutgoingMail
from accounts.notifications.models import Notification, NotificationMark, NotificationPreference
from accounts.passwords.models import PasswordReset
from accounts.roles.models import Incompatibility, Role
from accounts.saved_views.models import SavedView
from accounts.second_factor.models import Authenticator, RecoveryCode
from accounts.throttle.models import RequestCount
from accounts.tokens.models import AccessKey, Session, TokenPair
from accounts.users.models import RoleGrant, User
from accounts.webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookEvent

__all__ = [
    "AccessKey",
    "Authenticator",
    "IdempotencyKey",
    "Incompatibility",
    "Job",
    "Notification",
    "NotificationMark",
    "NotificationPreference",
    "OutgoingMail",
    "PasswordReset",
    "RecoveryCode",
    "RequestCount",
    "Role",
    "RoleGrant",
    "SavedView",
    "Session",
    "SignInAttempt",
    "StoredFile",
    "TokenPair",
    "Trace",
    "User",
    "WebhookDelivery",
    "WebhookEndpoint",
    "WebhookEvent",
]
