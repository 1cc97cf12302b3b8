"""Label the columns whose names are not French words; other columns show their own names."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

LABELS: Final[dict[str, Any]] = {
    "address": _("adresse"),
    "attempts": _("tentatives"),
    "created_at": _("créé le"),
    "created_by": _("créé par"),
    "ended_at": _("terminé le"),
    "event": _("événement"),
    "events": _("événements"),
    "expires_at": _("expire le"),
    "failed_login_attempts": _("connexions refusées"),
    "failures": _("échecs"),
    "granted_by": _("donné par"),
    "is_active": _("actif"),
    "is_system": _("du système"),
    "last_login": _("dernière connexion"),
    "last_used_at": _("dernier usage"),
    "link": _("lien"),
    "locked_until": _("verrouillé jusqu'à"),
    "model": _("objet concerné"),
    "must_change_password": _("mot de passe à changer"),
    "read_at": _("lu le"),
    "seen_at": _("vu le"),
    "sent_at": _("envoyé le"),
    "started_at": _("commencé le"),
    "status_code": _("réponse HTTP"),
    "title": _("titre"),
    "two_factor_enabled": _("second facteur"),
    "until": _("jusqu'au"),
    "updated_at": _("modifié le"),
    "used_at": _("utilisé le"),
    "user": _("utilisateur"),
}
