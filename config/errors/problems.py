"""Define the closed list of domain errors.

Services and queries raise `Problem` through the functions below. `config.api` gives each code its HTTP status and
renders it in the format of the requested view. Messages are French msgids and are translated when they are rendered.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# The codes and their default messages.
MESSAGES: Final = {
    "VALIDATION_ERROR": _("Les données envoyées ne sont pas valides."),
    "INVALID_STATUS": _("Ce changement de statut n'est pas possible."),
    "HAS_DEPENDENCIES": _("D'autres données en dépendent."),
    "READ_ONLY_PROJECT": _("Ce projet est en lecture seule."),
    "INSUFFICIENT_FUNDS": _("Le solde du compte est insuffisant."),
    "UNAUTHENTICATED": _("Connectez-vous pour continuer."),
    "OTP_REQUIRED": _("Un code à usage unique est nécessaire."),
    "FORBIDDEN": _("Vous n'avez pas la permission de faire cela."),
    "NOT_FOUND": _("Ressource introuvable."),
    "METHOD_NOT_ALLOWED": _("Cette méthode n'existe pas à cette adresse."),
    "DUPLICATE_CODE": _("Ce code est déjà utilisé."),
    "DUPLICATES_DETECTED": _("Des doublons possibles ont été trouvés."),
    "CONFLICT": _("La ressource a changé entre-temps."),
    "CURSOR_EXPIRED": _("Ce curseur n'est plus valable : recommencez sans curseur."),
    "PAYLOAD_TOO_LARGE": _("L'envoi est trop volumineux."),
    "UNSUPPORTED_MEDIA": _("Ce type de contenu n'est pas accepté."),
    "CONSTRAINT_VIOLATION": _("Une contrainte n'est pas respectée."),
    "ACCOUNT_LOCKED": _("Trop d'essais : le compte est bloqué pour quelques minutes."),
    "RATE_LIMITED": _("Trop de demandes : réessayez dans un moment."),
    "UPSTREAM_ERROR": _("Un service extérieur n'a pas répondu comme attendu."),
    "NOT_CONFIGURED": _("Ce service n'est pas configuré."),
    "QUERY_TOO_LONG": _("La demande prend trop de temps. Précisez les filtres, ou réessayez plus tard."),
    "SERVICE_UNAVAILABLE": _("Le service est momentanément indisponible. Réessayez dans quelques secondes."),
    "INSUFFICIENT_STORAGE": _("Le serveur n'a plus de place pour cet envoi : prévenez l'administrateur."),
    "INTERNAL_ERROR": _("Une erreur interne est survenue."),
}


@dataclass
class Problem(Exception):
    """Signal a refused request, with a message for the caller.

    `details` maps a field (dotted path) to its sentences; `data` is added beside them (duplicates found); `retry_after`
    is the number of seconds after which the same request may succeed.
    """

    code: str
    message: Any = None
    details: dict[str, list[Any]] = field(default_factory=dict)
    data: Any = None
    retry_after: int | None = None

    def __post_init__(self) -> None:
        self.message = self.message or MESSAGES[self.code]
        super().__init__(self.code)

    def describe(self) -> list[str]:
        """Return the message, then each field with its sentences, for commands and jobs, which show no `details`."""
        sentences = [
            f"{name} : {sentence}"
            for name, lines in self.details.items()
            for sentence in lines
            if str(sentence) != str(self.message)
        ]
        return [str(self.message), *sentences]


def invalid(details: dict[str, list[Any]], message: Any = None) -> Problem:
    """Return a VALIDATION_ERROR; `details` maps each wrong field to sentences."""
    return Problem("VALIDATION_ERROR", message, details)


def not_found(message: Any = None) -> Problem:
    return Problem("NOT_FOUND", message)


def forbidden(message: Any = None) -> Problem:
    return Problem("FORBIDDEN", message)


def forbidden_fields(fields: dict[str, Any]) -> Problem:
    """Return a FORBIDDEN for fields that the caller may not set; `fields` maps each name to a sentence."""
    message = gettext("Vous n'avez pas la permission de changer : %(fields)s.") % {"fields": ", ".join(sorted(fields))}
    return Problem("FORBIDDEN", message, {name: [sentence] for name, sentence in fields.items()})


def conflict(message: Any = None) -> Problem:
    return Problem("CONFLICT", message)


def reused_key() -> Problem:
    return conflict(gettext("Cette clé d'idempotence a déjà servi pour une autre demande."))


def invalid_status(message: Any = None) -> Problem:
    return Problem("INVALID_STATUS", message)


def blocked_by_dependencies(message: Any, counts: dict[str, int] | None = None) -> Problem:
    """Return a HAS_DEPENDENCIES for a deletion that other rows prevent; `counts` maps their kind to their number."""
    return Problem("HAS_DEPENDENCIES", message, data={"dependencies": counts} if counts else None)
