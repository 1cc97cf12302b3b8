"""Django finds an app's models here; each feature owns its own."""

from accounts.files.models import StoredFile
from accounts.idempotency.models import IdempotencyKey
from accounts.jobs.models import Job
from accounts.roles.models import Role
from accounts.tokens.models import SignInAttempt, TokenPair
from accounts.users.models import User

__all__ = ["IdempotencyKey", "Job", "Role", "SignInAttempt", "StoredFile", "TokenPair", "User"]
