"""Change, request and reset passwords, and compose the mails about them.

A new password ends the other sessions. It does not bypass the second factor: signing in still requires it.
"""

import secrets
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.api import audit_as
from accounts.lockout.api import confirm_password
from accounts.mails import api as mails
from accounts.passwords.models import PasswordReset
from accounts.passwords.rules import require_acceptable_password
from accounts.throttle.api import count_sign_in
from accounts.tokens.api import end_sessions, hash_token
from accounts.users.models import User
from config.caller import Caller
from config.errors.problems import invalid
from config.locks import Lock, lock_row

TOKEN_BYTES = 32
RANDOM_PASSWORD_BYTES = 12
# Between two mails with a link to reset a forgotten password.
PAUSE = timedelta(minutes=1)
MAX_AN_HOUR = 3


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


def set_password_as_administrator(*, user: User, password: str | None, by: Caller) -> None:
    """Reset a user's password as an administrator; it must be changed at the next sign-in. Raises VALIDATION_ERROR.

    With `password` given, a mail tells the user that it was reset, without the password itself. With None, a random
    password is sent by mail.
    """
    if password is not None:
        require_acceptable_password(password, user)
    with transaction.atomic():
        _set_password(user, password, must_change=True)
        mails.queue_mail(kind="password_set" if password else "password_sent", user=user, asked_by=by)


def _compose_link_mail(user: User, text: str, subject: str, seconds: int) -> mails.MailText | None:
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


def compose_forgotten_password_mail(user: User, mail_id: UUID) -> mails.MailText | None:
    """Return the mail with the reset link; None when one was sent within PAUSE, or MAX_AN_HOUR within the hour.

    This keeps mailboxes from being flooded, and keeps someone who requests links for another person's account from
    invalidating that person's last link.
    """
    now = timezone.now()
    often = mails.count_sent_mails("password_forgotten", user, now - timedelta(hours=1)) >= MAX_AN_HOUR
    if often or mails.count_sent_mails("password_forgotten", user, now - PAUSE):
        return None
    text = _(
        "Bonjour,\n\nQuelqu'un, sans doute vous, a demandé un nouveau mot de passe pour Tabanca. Pour le choisir :\n\n"
        "%(link)s\n\nLe lien vaut %(hours)d h et une seule fois. Si vous n'avez rien demandé, ne faites rien.\n"
    )
    return _compose_link_mail(user, text, _("Tabanca : nouveau mot de passe"), settings.PASSWORD_RESET_SECONDS)


def compose_invitation_mail(user: User, mail_id: UUID) -> mails.MailText | None:
    """Return the mail with the link by which a new user sets their first password."""
    text = _(
        "Bonjour,\n\nUn compte Tabanca a été ouvert pour vous. Pour choisir votre mot de passe :\n\n%(link)s\n\n"
        "Le lien vaut %(hours)d h et une seule fois.\n"
    )
    return _compose_link_mail(user, text, _("Tabanca : votre compte"), settings.INVITATION_SECONDS)


def compose_random_password_mail(user: User, mail_id: UUID) -> mails.MailText | None:
    """Set a random password after an administrator's reset and return the mail that contains it.

    The password is generated at sending time, so it is stored nowhere else; a retry after a failure sends another one.
    Return None when the user has chosen a password in the meantime, or is inactive.
    """
    password = secrets.token_urlsafe(RANDOM_PASSWORD_BYTES)
    waiting = User.objects.filter(id=user.id, must_change_password=True, is_active=True)
    if not waiting.update(password=make_password(password), updated_at=timezone.now()):
        return None
    body = _(
        "Bonjour,\n\nUn administrateur a réinitialisé votre mot de passe Tabanca. Connectez-vous avec :\n\n"
        "%(password)s\n\nVous en choisirez un autre aussitôt.\n"
    )
    return mails.MailText(_("Tabanca : mot de passe réinitialisé"), body % {"password": password})


def compose_reset_notice_mail(user: User, mail_id: UUID) -> mails.MailText | None:
    """Return the mail about a password set by an administrator; the administrator hands over the password itself."""
    body = _(
        "Bonjour,\n\nUn administrateur a réinitialisé votre mot de passe Tabanca. Il vous le communiquera, et vous en "
        "choisirez un autre à la prochaine connexion. Si cela vous surprend, prévenez votre responsable.\n"
    )
    return mails.MailText(_("Tabanca : mot de passe réinitialisé"), body)
