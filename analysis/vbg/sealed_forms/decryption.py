"""Decrypt a submission as the ODK specification of encryption has it: <https://getodk.github.io/xforms-spec/encryption>.

Its own AES key is wrapped with RSA (OAEP). The initialisation vector is the MD5 of the instance and that key, counted up
once for each file; the padding is that of PKCS#7. The proof is no signature of a person: whoever has the public key can make
one. It shows that form, version, instance, key and content belong together, and that nothing of them was exchanged.
"""

import hashlib
import hmac
from base64 import b64decode
from typing import Final

from cryptography.hazmat.decrepit.ciphers.modes import CFB
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.padding import PKCS7

from analysis.vbg.sealed_forms.answers import UnreadableAnswers, parse_answers
from registry.survey_platforms.api import EncryptedSubmission

PLAIN_NAME: Final = "submission.xml"
AES_BYTES: Final = 32
# A form of cases comes to some kilobytes.
MAX_BYTES: Final = 64 * 1024
# Telephones derive the mask with SHA-256, forms in a browser with SHA-1: libraries differ where the standard is silent.
MASK_HASHES: Final = (hashes.SHA256(), hashes.SHA1())  # noqa: S303 - a mask, no signature


class UnreadableSubmission(Exception):
    """Signal a submission that is for another key, damaged, exchanged, or not a form."""


def unwrap(private: RSAPrivateKey, text: str) -> bytes:
    """Return what was encrypted with the public key. Raises UnreadableSubmission."""
    try:
        wrapped = b64decode(text, validate=True)
    except ValueError as error:
        raise UnreadableSubmission from error
    for mask in MASK_HASHES:
        try:
            return private.decrypt(wrapped, OAEP(MGF1(mask), hashes.SHA256(), None))
        except ValueError:
            continue
    raise UnreadableSubmission


def derive_vector(instance_id: str, key: bytes, place: int = 1) -> bytes:
    """Return the initialisation vector of the file at `place`, from 1 on."""
    seed = bytearray(hashlib.md5(instance_id.encode() + key).digest())  # noqa: S324 - as the specification has it
    for count in range(place):
        seed[count % len(seed)] = (seed[count % len(seed)] + 1) % 256
    return bytes(seed)


def decrypt_content(key: bytes, vector: bytes, content: bytes) -> bytes:
    """Return the content in the clear, without its padding. Raises UnreadableSubmission."""
    decryptor = Cipher(AES256(key), CFB(vector)).decryptor()
    unpadder = PKCS7(AES256.block_size).unpadder()
    try:
        return unpadder.update(decryptor.update(content) + decryptor.finalize()) + unpadder.finalize()
    except ValueError as error:
        raise UnreadableSubmission from error


def compute_proof(form: str, version: str | None, sealed: EncryptedSubmission, plain: bytes) -> bytes:
    """Return the digest that the proof of a submission without further files must hold."""
    content = hashlib.md5(plain).hexdigest()  # noqa: S324 - as the specification has it
    parts = [form, *([version] if version is not None else []), sealed.wrapped_key, sealed.instance_id]
    lines = "".join(f"{part}\n" for part in (*parts, f"{PLAIN_NAME}::{content}"))
    return hashlib.md5(lines.encode()).digest()  # noqa: S324


def open_submission(private: RSAPrivateKey, sealed: EncryptedSubmission, form: str) -> dict[str, str]:
    """Return the answers of a submission of `form` by path. Raises UnreadableSubmission, also for one of another form."""
    key = unwrap(private, sealed.wrapped_key)
    if len(key) != AES_BYTES or not 0 < len(sealed.content) <= MAX_BYTES:
        raise UnreadableSubmission
    plain = decrypt_content(key, derive_vector(sealed.instance_id, key), sealed.content)
    try:
        read = parse_answers(plain)
    except UnreadableAnswers as error:
        raise UnreadableSubmission from error
    if read.form != form:
        raise UnreadableSubmission
    proof = compute_proof(form, read.version, sealed, plain)
    if not hmac.compare_digest(proof, unwrap(private, sealed.signature)) or read.instance_id != sealed.instance_id:
        raise UnreadableSubmission
    return read.answers
