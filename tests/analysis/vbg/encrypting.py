"""A telephone that finishes a form of cases, from the ODK specification of encryption, and what each platform makes of it."""

import hashlib
import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from cryptography.hazmat.decrepit.ciphers.modes import CFB
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.serialization import load_der_public_key

from tests.registry.survey_platforms.platform import KOBO_FORM, ODK_FORM

KOBO, ODK = "collector_platform_a", "collector_platform_b"
FORMS = {KOBO: KOBO_FORM, ODK: ODK_FORM}
VERSION = "2026112301"
CASE = {
    "region": "Oio",
    "secteur": "inconnu",
    "date": "2025-03-10",
    "rubrique": "mariage_force",
    "trancheAge": "12-17",
    "sexe": "F",
    "statut": "en_cours",
    "remplissage": "0000",
}


@dataclass
class Sealed:
    key: str
    proof: str
    content: bytes


def write_form(answers: dict[str, str], instance: str, form: str) -> bytes:
    """The form in the clear; a path `a/b` is a question in a group."""
    lines = []
    for path, text in answers.items():
        *groups, name = path.split("/")
        opened, closed = "".join(f"<{each}>" for each in groups), "".join(f"</{each}>" for each in reversed(groups))
        lines.append(f"{opened}<{name}>{escape(text)}</{name}>{closed}")
    meta = f'<orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID>{instance}</orx:instanceID></orx:meta>'
    return f'<?xml version=\'1.0\' ?><data id="{form}" version="{VERSION}">{"".join(lines)}{meta}</data>'.encode()


def encrypt(public: str, plain: bytes, instance: str, form: str, mask: Any = None, aes: bytes | None = None) -> Sealed:
    """Encrypt a form as ODK Collect does when it is finished."""
    rsa = load_der_public_key(b64decode(public))
    oaep = padding.OAEP(padding.MGF1(mask or hashes.SHA256()), hashes.SHA256(), None)

    def wrap(content: bytes) -> str:
        return b64encode(rsa.encrypt(content, oaep)).decode()  # type: ignore[union-attr, call-arg, arg-type]

    aes = aes or secrets.token_bytes(32)
    seed = bytearray(hashlib.md5(instance.encode() + aes).digest())
    seed[0] = (seed[0] + 1) % 256
    short = 16 - len(plain) % 16
    encryptor = Cipher(algorithms.AES256(aes), CFB(bytes(seed))).encryptor()
    content = encryptor.update(plain + bytes([short]) * short) + encryptor.finalize()
    key = wrap(aes)
    proved = [form, VERSION, key, instance, f"submission.xml::{hashlib.md5(plain).hexdigest()}"]
    return Sealed(key, wrap(hashlib.md5(("\n".join(proved) + "\n").encode()).digest()), content)


class Phone:
    """Send forms to one platform: `sent` (rows by number) and `files` are what it then serves."""

    def __init__(self, source: str, public: str) -> None:
        self.source, self.public, self.form = source, public, FORMS[source]
        self.sent: dict[int, dict[str, Any]] = {}
        self.files: dict[str, str] = {}
        self.sealed: dict[int, Sealed] = {}

    def send(
        self, number: int, *, edits: int = 0, plain: bytes | None = None, mask: Any = None, **answers: Any
    ) -> None:
        """Send submission `number`, or its edit; an answer of None is a question that is not there."""
        instance = f"uuid:c{number}-{edits}" if self.source == KOBO else f"uuid:c{number}"
        filled = {name: text for name, text in (CASE | answers).items() if text is not None}
        plain = plain if plain is not None else write_form(filled, instance, self.form)
        self.put(number, instance, encrypt(self.public, plain, instance, self.form, mask), edits)

    def put(self, number: int, instance: str, sealed: Sealed, edits: int = 0) -> None:
        """Let the platform serve a submission in place of the one with this number."""
        self.sealed[number] = sealed
        content = b64encode(sealed.content).decode()
        if self.source == KOBO:
            row = self._build_kobo_row(number, instance, sealed)
            self.files[f"/api/v2/assets/{self.form}/data/{number}/attachments/att{number}/"] = content
        else:
            row = self._build_central_row(number, edits)
            path = f"/v1/projects/7/forms/{self.form}/submissions/uuid:c{number}"
            self.files[f"{path}.xml"] = b64encode(self._write_manifest(instance, sealed).encode()).decode()
            self.files[f"{path}/attachments/submission.xml.enc"] = content
        self.sent[number] = row

    def _build_kobo_row(self, number: int, instance: str, sealed: Sealed) -> dict[str, Any]:
        return {
            "_id": number,
            "_uuid": instance.removeprefix("uuid:"),
            "meta/instanceID": instance,
            "meta/rootUuid": f"uuid:c{number}",
            "_submission_time": "2026-03-02T10:11:12",
            "_submitted_by": "referente",
            "_geolocation": [None, None],
            "_validation_status": {},
            "base64EncryptedKey": sealed.key,
            "encryptedXmlFile": "submission.xml.enc",
            "base64EncryptedElementSignature": sealed.proof,
            "_attachments": [
                {
                    "uid": f"att{number}",
                    "download_url": f"http://elsewhere.example/{number}",
                    "filename": f"referente/attachments/x/c{number}/submission.xml.enc",
                    "mimetype": "application/octet-stream",
                    "is_deleted": False,
                }
            ],
        }

    def _build_central_row(self, number: int, edits: int) -> dict[str, Any]:
        system = {
            "submissionDate": "2026-03-02T10:11:12.123Z",
            "submitterName": "referente",
            "updatedAt": f"2026-05-{edits:02d}T00:00:00.000Z" if edits else None,
            "deletedAt": None,
            "reviewState": None,
            "status": "notDecrypted",
            "edits": edits,
        }
        return {"__id": f"uuid:c{number}", "__system": system, "meta": None, **dict.fromkeys(CASE)}

    def _write_manifest(self, instance: str, sealed: Sealed) -> str:
        return (
            f'<data xmlns="http://opendatakit.org/submissions" id="{self.form}" version="{VERSION}" encrypted="yes">'
            f"<base64EncryptedKey>{sealed.key}</base64EncryptedKey>"
            f'<meta xmlns="http://openrosa.org/xforms"><instanceID>{instance}</instanceID></meta>'
            "<encryptedXmlFile>submission.xml.enc</encryptedXmlFile>"
            f"<base64EncryptedElementSignature>{sealed.proof}</base64EncryptedElementSignature></data>"
        )
