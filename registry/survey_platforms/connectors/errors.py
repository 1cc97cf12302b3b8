"""Convert the errors of a survey platform to the documented problems.

A 401 of the platform is not passed on as a 401: the caller's own session is valid.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from config.errors.problems import Problem, not_found
from config.outgoing_http import OutgoingError, OutgoingFault

FAULT_MESSAGES: Final = {
    OutgoingFault.ADDRESS: lazy("L'adresse de %(name)s n'est pas permise : vérifiez la configuration."),
    OutgoingFault.UNREACHABLE: lazy("%(name)s est injoignable."),
    OutgoingFault.TIMEOUT: lazy("%(name)s n'a pas répondu à temps."),
    OutgoingFault.TOO_LARGE: lazy("%(name)s a envoyé une réponse démesurée."),
    OutgoingFault.INCOMPLETE: lazy("La réponse de %(name)s est incomplète. Recommencez plus tard."),
    OutgoingFault.REDIRECT: lazy("%(name)s renvoie vers une autre adresse : corrigez celle de la configuration."),
    OutgoingFault.FORMAT: lazy("La réponse de %(name)s n'a pas la forme attendue."),
}
STATUS_MESSAGES: Final = {
    401: lazy("%(name)s refuse les identifiants de la configuration."),
    403: lazy("%(name)s ne permet pas de lire ce formulaire avec les identifiants de la configuration."),
    429: lazy("%(name)s reçoit trop de demandes : recommencez plus tard."),
}


def build_problem(error: OutgoingError, name: str) -> Problem:
    """Return NOT_FOUND for a form that the platform does not know, and UPSTREAM_ERROR for any other error."""
    if error.fault is OutgoingFault.STATUS and error.status == 404:
        return not_found(_("%(name)s ne connaît pas ce formulaire.") % {"name": name})
    if error.fault is OutgoingFault.STATUS:
        other = lazy("%(name)s a répondu par une erreur (%(status)d).")
        sentence = STATUS_MESSAGES.get(error.status, other)
    else:
        sentence = FAULT_MESSAGES[error.fault]
    return Problem("UPSTREAM_ERROR", str(sentence) % {"name": name, "status": error.status})


@contextmanager
def convert_platform_errors(name: str) -> Iterator[None]:
    """Raise the errors of the platform `name` inside the block as documented problems."""
    try:
        yield
    except OutgoingError as error:
        raise build_problem(error, name) from error
