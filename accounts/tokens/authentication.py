"""Bearer tokens: user, role, permissions and regions in one query."""

from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from accounts.tokens import queries

MAX_TOKEN = 200


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <access token>`. A revoked, expired or unknown token is UNAUTHENTICATED."""

    def authenticate(self, request: Any) -> tuple[Any, Any] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2 or len(words[1]) > MAX_TOKEN:
            raise AuthenticationFailed
        user = queries.caller_of(words[1].decode("latin-1"))
        if user is None:
            raise AuthenticationFailed
        return user, None

    def authenticate_header(self, request: Any) -> str:
        return "Bearer"
