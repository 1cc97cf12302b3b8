"""The cookie that holds the access token of the administration: sent to its pages only, never seen by a script."""

from typing import Final

from django.conf import settings
from django.http import HttpResponse

COOKIE: Final = "tabanca_admin"
PATH: Final = "/admin/"
PLACE: Final = {"path": PATH, "samesite": "Strict"}


def give(response: HttpResponse, token: str) -> None:
    """Keep the token in the browser until it is closed."""
    response.set_cookie(COOKIE, token, secure=settings.SESSION_COOKIE_SECURE, httponly=True, **PLACE)  # type: ignore[arg-type]


def take(response: HttpResponse) -> None:
    """Forget it."""
    response.delete_cookie(COOKIE, **PLACE)  # type: ignore[arg-type]
