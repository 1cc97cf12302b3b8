"""Export what other features may use of tokens; the rest of the package is private."""

from accounts.tokens.authentication import CHALLENGE, KeyAuthentication, TokenAuthentication
from accounts.tokens.queries import find_caller, hash_token
from accounts.tokens.services import (
    ADMINISTRATION_PREFIX,
    IssuedTokens,
    end_session,
    end_sessions,
    extend_access_token,
    issue_hand_over,
    open_session,
)

__all__ = [
    "ADMINISTRATION_PREFIX",
    "CHALLENGE",
    "IssuedTokens",
    "KeyAuthentication",
    "TokenAuthentication",
    "end_session",
    "end_sessions",
    "extend_access_token",
    "find_caller",
    "hash_token",
    "issue_hand_over",
    "open_session",
]
