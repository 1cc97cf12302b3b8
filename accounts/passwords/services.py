"""Change, request and reset passwords.

A new password ends the other sessions. It does not bypass the second factor: signing in still requires it.
"""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.api import audit_as
from accounts.lockout.api import confirm_password
from accounts.mails import api as mails
from accounts.passwords.models import PasswordReset
from accounts.passwords.policy import require_acceptable_password
from accounts.throttle.api import count_sign_in
from accounts.tokens.api import end_sessions, hash_token
from accounts.users.models import User
from config.errors.problems import invalid
from config.locks import Lock, lock_row

TOKEN_BYTES = 32


@transaction.atomic
def _set_password(user: User, password: str | None, *, must_change: bool = False, keep_session: Any = None) -> None:
    """Set a password (None: an unusable one), delete pending reset tokens and mails, and end the sessions.

    `keep_session` is the id of the one session that stays open.
    """
    User.objects.filter(id=user.id).update(
        password=make_password(password), must_change_password=must_change, updated_at=timezone.now()
    )
    PasswordReset.objects.filter(user=user).delete()
    mails.cancel_waiting_mails(user=user, kind="password_sent")
    end_sessions(user=user, but=keep_session)


def change_password(*, user: User, current: str, new: str, address: str, session_id: Any) -> None:
    """Change the user's password after verifying the current one. Raises VALIDATION_ERROR, ACCOUNT_LOCKED."""
    confirm_password(user, current, address, "currentPassword")
    if new == current:
        raise invalid({"newPassword": [_("Le nouveau mot de passe est l'ancien.")]})
    require_acceptable_password(new, user)
    _set_password(user, new, keep_session=session_id)


def request_password_reset(*, email: str, address: str) -> None:
    """Send a mail with a link to set a new password. An unknown address takes the same path in the same time."""
    count_sign_in(address)
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    mails.queue_mail(kind="password_forgotten", user=user)


def reset_password_by_token(*, token: str, new: str, address: str) -> None:
    """Set a new password by a mailed token; of concurrent requests one wins. Raises VALIDATION_ERROR."""
    count_sign_in(address)
    found = (
        PasswordReset.objects.select_related("user").filter(token_hash=hash_token(token), user__is_active=True).first()
    )
    if found is None:
        raise _build_invalid_link_problem()
    require_acceptable_password(new, found.user)
    with transaction.atomic():
        # Lock the user first, as every password change does: concurrent changes wait instead of deadlocking.
        lock_row(Lock.USERS, User.objects.filter(id=found.user_id))
        if not PasswordReset.objects.filter(id=found.id, expires_at__gt=timezone.now()).delete()[0]:
            raise _build_invalid_link_problem()
        with audit_as(found.user_id, address=address):
            _set_password(found.user, new)


def _build_invalid_link_problem() -> Any:
    return invalid({"token": [_("Ce lien n'est plus valable. Demandez-en un autre.")]})


def set_password_as_administrator(*, user: User, password: str | None, by: User) -> None:
    """Reset a user's password as an administrator; it must be changed at the next sign-in. Raises VALIDATION_ERROR.

    With `password` given, a mail tells the user that it was reset, without the password itself. With None, a random
    password is sent by mail.
    """
    if password is not None:
        require_acceptable_password(password, user)
    with transaction.atomic():
        _set_password(user, password, must_change=True)
        mails.queue_mail(kind="password_set" if password else "password_sent", user=user, asked_by=by)


def compose_link_mail(user: User, text: str, subject: str, seconds: int) -> mails.MailText | None:
    """Return a mail with a new token, which replaces earlier ones; None when the user is not active.

    The token is created when the mail is sent: only the recipient ever sees it.
    """
    if not user.is_active:
        return None
    token = secrets.token_urlsafe(TOKEN_BYTES)
    until = timezone.now() + timedelta(seconds=seconds)
    PasswordReset.objects.filter(user=user).delete()
    PasswordReset.objects.create(user=user, token_hash=hash_token(token), expires_at=until)
    where = f"{settings.PUBLIC_URL}/#mot-de-passe={token}"
    return mails.MailText(subject, text % {"link": where, "hours": seconds // 3600})
