"""Keep the token of the administration in the browser, and take it away again."""

from typing import Any

from django.conf import settings

from accounts.backoffice.rules import COOKIE, COOKIE_SCOPE


def set_token_cookie(response: Any, token: str) -> None:
    """Store the access token in the browser until it is closed."""
    response.set_cookie(COOKIE, token, secure=settings.SESSION_COOKIE_SECURE, httponly=True, **COOKIE_SCOPE)


def delete_token_cookie(response: Any) -> None:
    """Delete the token's cookie."""
    response.delete_cookie(COOKIE, **COOKIE_SCOPE)
