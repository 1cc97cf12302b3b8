"""Make and compare the codes by which people without an account follow their complaint."""

import hmac
import secrets
from typing import Final

from django.utils.crypto import salted_hmac

SALT: Final = "transfers.complaints.public"
# Crockford's letters: none is taken for another.
LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
# 80 bits: nobody guesses one, however many requests a minute.
LENGTH: Final = 16
GROUP: Final = 4


def generate_code() -> str:
    """Return a new code, in groups that are easy to read out."""
    code = "".join(secrets.choice(LETTERS) for _number in range(LENGTH))
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def hash_code(reference: str, code: str) -> bytes:
    """Return what is stored of a code, as people may write it. It is bound to its complaint and to this service."""
    plain = code.upper().translate(ALIKE)
    return salted_hmac(SALT, f"{reference}:{plain}", algorithm="sha256").digest()


def is_code(reference: str, code: str, stored: bytes | memoryview | None) -> bool:
    """Return whether a code is that of a complaint; takes as long when there is no complaint, or no code of it."""
    known = bytes(stored) if stored else bytes(32)
    return hmac.compare_digest(hash_code(reference, code), known) and stored is not None
