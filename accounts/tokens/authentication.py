"""Authenticate bearer tokens and access keys: user, role, permissions and regions in one query."""

import binascii
from base64 import b64decode
from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS

from accounts.tokens import queries, services
from config.addresses import find_client_address

MAX_TOKEN = 200
MAX_BASIC = 1_000
# What programs and browsers are asked for where a key is accepted.
CHALLENGE = 'Basic realm="Tabanca"'


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
        token = words[1].decode("latin-1")
        if token.startswith(services.ADMINISTRATION_PREFIX):
            raise AuthenticationFailed  # the administration's, which its cookie alone may carry
        caller = queries.find_caller(token, find_client_address(request))
        if caller is None:
            raise AuthenticationFailed
        return caller

    def authenticate_header(self, request: Any) -> str:
        return "Bearer"


class KeyAuthentication(BaseAuthentication):
    """Authenticate an access key: as the password of HTTP Basic, with any user name, or as a bearer token.

    For views that read maps; a key writes nothing. `request.auth` is the id of the key.
    """

    def authenticate(self, request: Any) -> tuple[Any, Any] | None:
        words = get_authorization_header(request).split()
        secret = read_key(words)
        if secret is None:
            return None
        if request.method not in SAFE_METHODS:
            raise AuthenticationFailed
        caller = queries.find_caller(secret, find_client_address(request), queries.Credential.KEY)
        if caller is None:
            raise AuthenticationFailed
        services.record_key_use(key_id=caller.credential_id)
        return caller

    def authenticate_header(self, request: Any) -> str:
        return CHALLENGE


def read_key(words: list[bytes]) -> str | None:
    """Return the secret of an Authorization header that names a key; None for another. Raises AuthenticationFailed."""
    if len(words) != 2:
        return None
    kind, value = words[0].lower(), words[1]
    if kind == b"bearer":
        secret = value.decode("latin-1")
        return secret if secret.startswith(services.KEY_PREFIX) and len(value) <= MAX_TOKEN else None
    if kind != b"basic":
        return None
    try:
        _name, _colon, secret = b64decode(value[:MAX_BASIC], validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise AuthenticationFailed from error
    return secret[:MAX_TOKEN]
