"""Requests that are no proper HTTP: what is said of them where no view is reached.

nginx says the same (config/front.conf); the web server's own words are for what nginx lets through, Django's for odd hosts.
"""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

MALFORMED: Final = _("La demande est mal formée : elle n'a pas été comprise.")
SENTENCES: Final = {
    404: _("Ressource introuvable."),
    405: _("Cette méthode n'existe pas à cette adresse."),
    414: _("L'adresse de la demande est trop longue."),
    431: _("Les en-têtes de la demande sont trop longs."),
    500: _("Une erreur interne est survenue."),
}
CODES: Final = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 500: "INTERNAL_ERROR"}


def describe_refusal(status: int) -> dict[str, Any]:
    """Return the body of a refusal, readable in both formats of the API: which one was wanted is not known."""
    sentence = str(SENTENCES.get(status, MALFORMED))
    return {
        "success": False,
        "error": sentence,
        "code": CODES.get(status, "VALIDATION_ERROR"),
        "@context": "/api/contexts/Error",
        "@type": "hydra:Error",
        "hydra:title": sentence,
        "hydra:description": sentence,
    }
