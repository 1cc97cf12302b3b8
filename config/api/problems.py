"""Define the closed list of domain errors.

Services and queries raise `Problem` through the functions below; `config.api.errors` renders it in the format of the
requested view. Messages are French msgids and are translated when they are rendered.
"""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class ProblemKind:
    """Define one kind of error: its code, its HTTP status, and its default message."""

    code: str
    status: int
    message: Any


KINDS = {
    kind.code: kind
    for kind in (
        ProblemKind("VALIDATION_ERROR", 400, _("Les données envoyées ne sont pas valides.")),
        ProblemKind("INVALID_STATUS", 400, _("Ce changement de statut n'est pas possible.")),
        ProblemKind("HAS_DEPENDENCIES", 400, _("D'autres données en dépendent.")),
        ProblemKind("READ_ONLY_PROJECT", 400, _("Ce projet est en lecture seule.")),
        ProblemKind("INSUFFICIENT_FUNDS", 400, _("Le solde du compte est insuffisant.")),
        ProblemKind("UNAUTHENTICATED", 401, _("Connectez-vous pour continuer.")),
        ProblemKind("OTP_REQUIRED", 401, _("Un code à usage unique est nécessaire.")),
        ProblemKind("FORBIDDEN", 403, _("Vous n'avez pas la permission de faire cela.")),
        ProblemKind("NOT_FOUND", 404, _("Ressource introuvable.")),
        ProblemKind("METHOD_NOT_ALLOWED", 405, _("Cette méthode n'existe pas à cette adresse.")),
        ProblemKind("DUPLICATE_CODE", 409, _("Ce code est déjà utilisé.")),
        ProblemKind("DUPLICATES_DETECTED", 409, _("Des doublons possibles ont été trouvés.")),
        ProblemKind("CONFLICT", 409, _("La ressource a changé entre-temps.")),
        ProblemKind("PAYLOAD_TOO_LARGE", 413, _("L'envoi est trop volumineux.")),
        ProblemKind("UNSUPPORTED_MEDIA", 415, _("Ce type de contenu n'est pas accepté.")),
        ProblemKind("CONSTRAINT_VIOLATION", 422, _("Une contrainte n'est pas respectée.")),
        ProblemKind("ACCOUNT_LOCKED", 423, _("Trop d'essais : le compte est bloqué pour quelques minutes.")),
        ProblemKind("RATE_LIMITED", 429, _("Trop de demandes : réessayez dans un moment.")),
        ProblemKind("UPSTREAM_ERROR", 502, _("Un service extérieur n'a pas répondu comme attendu.")),
        ProblemKind("NOT_CONFIGURED", 503, _("Ce service n'est pas configuré.")),
        ProblemKind(
            "QUERY_TOO_LONG", 503, _("La demande prend trop de temps. Précisez les filtres, ou réessayez plus tard.")
        ),
        ProblemKind(
            "SERVICE_UNAVAILABLE",
            503,
            _("Le service est momentanément indisponible. Réessayez dans quelques secondes."),
        ),
        ProblemKind(
            "INSUFFICIENT_STORAGE", 507, _("Le serveur n'a plus de place pour cet envoi : prévenez l'administrateur.")
        ),
        ProblemKind("INTERNAL_ERROR", 500, _("Une erreur interne est survenue.")),
    )
}


@dataclass
class Problem(Exception):
    """Signal a refused request, with a message for the caller.

    `details` maps a field (dotted path) to its sentences; `data` is added beside them (duplicates found); `headers` are
    added to the response; `status` overrides the kind's (a household's DUPLICATE_CODE is 400); `in_query`: the error is
    in the URL, not in the body (400 in format A too).
    """

    code: str
    message: Any = None
    details: dict[str, list[Any]] = field(default_factory=dict)
    data: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 0
    in_query: bool = False

    def __post_init__(self) -> None:
        kind = KINDS[self.code]
        self.message = self.message or kind.message
        self.status = self.status or kind.status
        super().__init__(self.code)

    def explain(self) -> list[str]:
        """Return the message, then each field with its sentences, for commands and jobs, which show no `details`."""
        found = [f"{name} : {sentence}" for name, sentences in self.details.items() for sentence in sentences
                 if str(sentence) != str(self.message)]  # fmt: skip
        return [str(self.message), *found]


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


def invalid_status(message: Any = None) -> Problem:
    return Problem("INVALID_STATUS", message)


def blocked_by_dependencies(message: Any, counts: dict[str, int] | None = None) -> Problem:
    """Return a HAS_DEPENDENCIES for a deletion that other rows prevent; `counts` maps their kind to their number."""
    return Problem("HAS_DEPENDENCIES", message, data={"dependencies": counts} if counts else None)
