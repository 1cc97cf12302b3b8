"""Encrypt (seal) stored secrets that must be read again, so that a copy of the database alone reveals none.

Uses AES-256-GCM with a key derived from the setting for each purpose. What a text belongs to is bound into it, so that
nobody who can write the table moves one user's secret to another. The first of `SEALING_KEYS` seals, all of them
unseal: that is how a key is rotated (`manage.py reseal`).
"""

import base64
import secrets
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

NONCE_BYTES = 12


class UnsealError(Exception):
    """Report that no key unseals a text: the key is missing, or the text belongs elsewhere."""


@lru_cache(maxsize=32)
def _derive_cipher(key: str, purpose: str) -> AESGCM:
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"tabanca:{purpose}".encode())
    return AESGCM(made.derive(key.encode()))


def seal_secret(purpose: str, secret: bytes, bound_to: str) -> str:
    """Encrypt `secret` and return URL-safe base64 of nonce, ciphertext and tag: 4/3 of its length plus 38 characters."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = _derive_cipher(settings.SEALING_KEYS[0], purpose).encrypt(nonce, secret, bound_to.encode())
    return base64.urlsafe_b64encode(nonce + sealed).decode().rstrip("=")


def unseal_secret(purpose: str, text: str, bound_to: str) -> bytes:
    """Decrypt a sealed text. Raises Unopened."""
    try:
        whole = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise UnsealError from error
    for key in settings.SEALING_KEYS:
        try:
            return _derive_cipher(key, purpose).decrypt(whole[:NONCE_BYTES], whole[NONCE_BYTES:], bound_to.encode())
        except (InvalidTag, ValueError):
            continue
    raise UnsealError
