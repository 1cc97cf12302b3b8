"""Compose the mails about passwords."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.mails.api import MailText, count_sent_mails, register_mail_kind
from accounts.passwords import services
from accounts.users.models import User

RANDOM_BYTES = 12
PAUSE = timedelta(minutes=1)
MOST_AN_HOUR = 3


def compose_forgotten_password_mail(user: User) -> MailText | None:
    """Return the mail with the reset link; None when one was sent within PAUSE, or MOST_AN_HOUR within the hour.

    This keeps mailboxes from being flooded, and keeps someone who requests links for another person's account from
    invalidating that person's last link.
    """
    now = timezone.now()
    often = count_sent_mails("password_forgotten", user, now - timedelta(hours=1)) >= MOST_AN_HOUR
    if often or count_sent_mails("password_forgotten", user, now - PAUSE):
        return None
    text = _(
        "Bonjour,\n\nQuelqu'un, sans doute vous, a demandé un nouveau mot de passe pour Tabanca. Pour le choisir :\n\n"
        "%(link)s\n\nLe lien vaut %(hours)d h et une seule fois. Si vous n'avez rien demandé, ne faites rien.\n"
    )
    return services.compose_link_mail(user, text, _("Tabanca : nouveau mot de passe"), settings.PASSWORD_RESET_SECONDS)


def compose_invitation_mail(user: User) -> MailText | None:
    """Return the mail with the link by which a new user sets their first password."""
    text = _(
        "Bonjour,\n\nUn compte Tabanca a été ouvert pour vous. Pour choisir votre mot de passe :\n\n%(link)s\n\n"
        "Le lien vaut %(hours)d h et une seule fois.\n"
    )
    return services.compose_link_mail(user, text, _("Tabanca : votre compte"), settings.INVITATION_SECONDS)


def compose_random_password_mail(user: User) -> MailText | None:
    """Set a random password after an administrator's reset and return the mail that contains it.

    The password is generated at sending time, so it is stored nowhere else; a retry after a failure sends another one.
    Returns None when the user has chosen a password in the meantime, or is inactive.
    """
    password = secrets.token_urlsafe(RANDOM_BYTES)
    waiting = User.objects.filter(id=user.id, must_change_password=True, is_active=True)
    if not waiting.update(password=make_password(password), updated_at=timezone.now()):
        return None
    body = _(
        "Bonjour,\n\nUn administrateur a réinitialisé votre mot de passe Tabanca. Connectez-vous avec :\n\n"
        "%(password)s\n\nVous en choisirez un autre aussitôt.\n"
    )
    return MailText(_("Tabanca : mot de passe réinitialisé"), body % {"password": password})


def compose_reset_notice_mail(user: User) -> MailText | None:
    """Return the mail about a password set by an administrator; the administrator hands over the password itself."""
    body = _(
        "Bonjour,\n\nUn administrateur a réinitialisé votre mot de passe Tabanca. Il vous le communiquera, et vous en "
        "choisirez un autre à la prochaine connexion. Si cela vous surprend, prévenez votre responsable.\n"
    )
    return MailText(_("Tabanca : mot de passe réinitialisé"), body)


def register_password_mails() -> None:
    """Register the kinds of mail (called once, by `accounts.hooks`)."""
    register_mail_kind("password_forgotten", lambda user, mail_id: compose_forgotten_password_mail(user))
    register_mail_kind("invitation", lambda user, mail_id: compose_invitation_mail(user))
    register_mail_kind("password_sent", lambda user, mail_id: compose_random_password_mail(user))
    register_mail_kind("password_set", lambda user, mail_id: compose_reset_notice_mail(user))
