"""Set and delete the cookie with the administration's access token, sent only to its pages and hidden from scripts."""

from typing import Final

from django.conf import settings
from django.http import HttpResponse

COOKIE: Final = "tabanca_admin"
PATH: Final = "/admin/"
PLACE: Final = {"path": PATH, "samesite": "Strict"}


def set_token_cookie(response: HttpResponse, token: str) -> None:
    """Store the token in the browser until it is closed."""
    response.set_cookie(COOKIE, token, secure=settings.SESSION_COOKIE_SECURE, httponly=True, **PLACE)  # type: ignore[arg-type]


def delete_token_cookie(response: HttpResponse) -> None:
    """Delete the token's cookie."""
    response.delete_cookie(COOKIE, **PLACE)  # type: ignore[arg-type]
