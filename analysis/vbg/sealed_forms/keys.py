"""Make and read the pair of keys of the forms of cases.

The public key stands in the form, and telephones encrypt for it. The private key is a secret of the service's environment
(`TABANCA_VBG_CASE_KEY`), one line of base64 without a passphrase: it is in no database, no backup and no page.
"""

import hashlib
import hmac
from base64 import b64decode, b64encode
from typing import Final
from uuid import UUID

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)

# What ODK Collect takes; longer keys make every submission longer, and telephones slower.
KEY_BITS: Final = 2048
EXPONENT: Final = 65_537
PURPOSE: Final = b"tabanca.vbg.collecte"


class UnusableKey(Exception):
    """Signal a private key that is none, or is too weak."""


def make_private_key() -> str:
    """Return a new private key as one line of base64."""
    made = rsa.generate_private_key(EXPONENT, KEY_BITS)
    return b64encode(made.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())).decode()


class CaseKey:
    """Hold the private key of the forms of cases."""

    def __init__(self, text: str) -> None:
        try:
            private = load_der_private_key(b64decode(text, validate=True), None)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise UnusableKey from error
        if not isinstance(private, rsa.RSAPrivateKey) or private.key_size < KEY_BITS:
            raise UnusableKey
        self.private = private
        self._secret = hashlib.sha256(PURPOSE + b64decode(text)).digest()

    def build_public_text(self) -> str:
        """Return the public key as a form carries it (`public_key`): one line of base64."""
        public = self.private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return b64encode(public).decode()

    def derive_id(self, *parts: str) -> UUID:
        """Return an id that only this key makes of these names, and that leads back to none of them."""
        made = hmac.new(self._secret, repr(parts).encode(), hashlib.sha256).digest()
        return UUID(bytes=made[:16], version=4)
