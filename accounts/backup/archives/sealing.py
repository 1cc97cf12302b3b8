"""Encrypt a stream with a key of its own, block by block, so that a dump of any size never lies in the clear.

AES-256-GCM: each block has its number in the nonce, and the last one says that it is the last, so that none is changed,
left out, moved or cut off unnoticed. The key comes from the secret and a random salt of this stream.
"""

import secrets
import struct
from collections.abc import Iterator
from typing import IO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MAGIC: Final = b"tabanca-scelle-1"
SALT_BYTES: Final = 32
BLOCK: Final = 1024 * 1024
LENGTH: Final = struct.Struct(">I")


class WrongKey(Exception):
    """Signal that a stream cannot be decrypted: another key, or it was changed."""


def _derive_cipher(secret: str, salt: bytes) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt, MAGIC).derive(secret.encode()))


def _build_nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")


def seal_stream(source: IO[bytes], target: IO[bytes], secret: str) -> None:
    """Encrypt the rest of `source` to `target`."""
    salt = secrets.token_bytes(SALT_BYTES)
    cipher = _derive_cipher(secret, salt)
    target.write(MAGIC + salt)
    block, number = source.read(BLOCK), 0
    while True:
        following = source.read(BLOCK) if block else b""
        sealed = cipher.encrypt(_build_nonce(number), block, b"" if following else b"last")
        target.write(LENGTH.pack(len(sealed)) + sealed)
        if not following:
            return
        block, number = following, number + 1


def unseal_stream(source: IO[bytes], secret: str) -> Iterator[bytes]:
    """Yield the decrypted blocks of what `seal_stream` wrote. Raises WrongKey."""
    head = source.read(len(MAGIC) + SALT_BYTES)
    if not head.startswith(MAGIC):
        raise WrongKey("it is no encrypted stream")
    cipher, number = _derive_cipher(secret, head[len(MAGIC) :]), 0
    length = source.read(LENGTH.size)
    while length:
        if len(length) < LENGTH.size:
            raise WrongKey("it is cut off")
        sealed = source.read(LENGTH.unpack(length)[0])
        length = source.read(LENGTH.size)
        try:
            yield cipher.decrypt(_build_nonce(number), sealed, b"" if length else b"last")
        except InvalidTag as error:
            raise WrongKey("the key is another one, or it was changed") from error
        number += 1
    if not number:
        raise WrongKey("it is cut off")
