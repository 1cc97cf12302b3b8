"""Authenticate bearer tokens: user, role, permissions and regions in one query."""

from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from accounts.tokens import queries
from config.addresses import find_client_address

MAX_TOKEN = 200


class TokenAuthentication(BaseAuthentication):
    """Authenticate `Authorization: Bearer <access token>`. A revoked, expired or unknown token is UNAUTHENTICATED.

    `request.auth` is the id of the session.
    """

    def authenticate(self, request: Any) -> tuple[Any, Any] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2 or len(words[1]) > MAX_TOKEN:
            raise AuthenticationFailed
        caller = queries.find_caller(words[1].decode("latin-1"), find_client_address(request))
        if caller is None:
            raise AuthenticationFailed
        return caller

    def authenticate_header(self, request: Any) -> str:
        return "Bearer"
