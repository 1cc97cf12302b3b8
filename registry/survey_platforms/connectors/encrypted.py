"""Read what accompanies a submission that a telephone encrypted: the manifest of the ODK specification of encryption.

Its root names the wrapped key of the submission, the file of the ciphertext and a proof over both; each platform carries it
in its own way. A submission with further files (pictures, sound) is not taken.
"""

from collections.abc import Mapping
from typing import Any, Final
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from registry.survey_platforms.connectors.interface import EncryptedSubmission

CIPHERTEXT_NAME: Final = "submission.xml.enc"
KEY, FILE, PROOF = "base64EncryptedKey", "encryptedXmlFile", "base64EncryptedElementSignature"
# Names under which a manifest stands among the answers of a flattened row.
MANIFEST_NAMES: Final = frozenset({KEY, FILE, PROOF})
MAX_MANIFEST_BYTES: Final = 64 * 1024


def strip_prefixes(path: str) -> str:
    """Return a path without the prefixes of namespaces, which telephones choose as they like (`n0:meta/n0:instanceID`)."""
    return "/".join(part.rpartition(":")[2] for part in path.split("/"))


def read_manifest(values: Mapping[str, Any], instance_id: Any) -> EncryptedSubmission | None:
    """Return the manifest that these values are, without its ciphertext; None when it is not whole."""
    texts = [values.get(name) for name in (KEY, PROOF)] + [instance_id]
    if values.get(FILE) != CIPHERTEXT_NAME or not all(isinstance(text, str) and text.strip() for text in texts):
        return None
    wrapped_key, signature, instance = (str(text).strip() for text in texts)
    return EncryptedSubmission(instance, wrapped_key, signature, b"")


def parse_manifest(body: bytes) -> EncryptedSubmission | None:
    """Parse a manifest in XML; return None when it is none, is not whole, or names other files."""
    if len(body) > MAX_MANIFEST_BYTES:
        return None
    try:
        root = fromstring(body, forbid_dtd=True)
    except (ParseError, DefusedXmlException, LookupError, ValueError):
        return None
    values = {each.tag.rpartition("}")[2]: each.text for each in root.iter() if isinstance(each.tag, str)}
    if root.get("encrypted") != "yes" or "media" in values:
        return None
    return read_manifest(values, values.get("instanceID"))
