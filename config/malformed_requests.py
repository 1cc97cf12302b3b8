"""Describe malformed HTTP requests, for which no view is reached.

nginx returns the same sentences (config/front.conf). Those here are used by the web server for requests that nginx lets
through, and by Django for invalid host names.
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
    """Return the response body of a refusal.

    It is readable in both formats of the API (envelope and Hydra), since the requested one is not known.
    """
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
