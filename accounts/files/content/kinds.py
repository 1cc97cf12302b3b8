"""Detect the kind of a deposited file, and check that its content matches its name.

Only as much is parsed as the detection needs: readers of the file apply limits of their own.
"""

import codecs
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.files.content.names import get_extension
from config.archives import open_archive
from config.errors.problems import Problem

SHEET: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ZIP: Final = b"PK\x03\x04"
SIGNATURES: Final = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/vnd.ms-excel"),
    (b"SQLite format 3\x00", "application/geopackage+sqlite3"),
)
TEXTS: Final = {
    "csv": "text/csv",
    "geojson": "application/geo+json",
    "json": "application/json",
    "xml": "application/xml",
}
HEAD: Final = 512
# Name of the stream that distinguishes a workbook of Excel 97 (5.0: Book) from other OLE documents.
WORKBOOK_STREAMS: Final = tuple(name.encode("utf-16-le") for name in ("Workbook", "Book"))
MEMBERS: Final = 10_000
# Control characters that text never contains; 0x1A is allowed because old programs end files with it.
NO_TEXT: Final = re.compile("[\x00-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]")
# HTML and SVG are text as well, and may run scripts.
MARKUP: Final = re.compile(r"\s*<[!?a-zA-Z]")

# What a message of a bank (ISO 20022) names in its first bytes.
BANK_MESSAGE: Final = b"urn:iso:std:iso:20022:tech:xsd:"


def detect_content_type(head: bytes, name: str) -> str:
    """Return the media type by content; the name is used only to tell text formats apart.

    Unknown binary content is application/octet-stream.
    """
    for signature, found in SIGNATURES:
        if head.startswith(signature):
            return found
    if head.startswith(ZIP):
        return SHEET if get_extension(name) == "xlsx" else "application/zip"
    if b"\x00" not in head:
        return TEXTS.get(get_extension(name), "text/plain")
    return "application/octet-stream"


def _is_workbook(upload: Any) -> bool:
    """Check for an .xlsx: a zip from its first byte with the parts of a workbook, without macros or encryption.

    Raises PAYLOAD_TOO_LARGE when the declared sizes of its parts exceed the limit. Readers detect false sizes, because
    they count the inflated bytes.
    """
    try:
        with open_archive(upload, MEMBERS) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return False
    if sum(part.file_size for part in parts) > settings.SHEET_MAX_INFLATED_BYTES:
        raise Problem(
            "PAYLOAD_TOO_LARGE", _("Le fichier est trop volumineux une fois décompressé : il n'est pas gardé.")
        )
    names = {part.filename for part in parts}
    macros = any(name.lower().endswith("vbaproject.bin") for name in names)
    encrypted = any(part.flag_bits & 1 for part in parts)
    return {"[Content_Types].xml", "xl/workbook.xml"} <= names and not (macros or encrypted)


def _is_old_workbook(upload: Any) -> bool:
    """Check for an .xls: an OLE document with a workbook stream."""
    end = b""
    for chunk in upload.chunks():
        if any(name in end + chunk for name in WORKBOOK_STREAMS):
            return True
        end = chunk[-32:]
    return False


def _is_pdf(upload: Any) -> bool:
    """Check that the file ends as a PDF and is not a zip at the same time; the signature was checked before."""
    upload.seek(max(0, upload.size - 1024))
    return b"%%EOF" in upload.read() and not zipfile.is_zipfile(upload)


def _is_table(upload: Any) -> bool:
    """Check for text without control characters or markup.

    Accepted are UTF-8, UTF-16 with a byte order mark, and one-byte encodings.
    """
    head = upload.read(2)
    wide = head in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    decoder = codecs.getincrementaldecoder("utf-16" if wide else "latin-1")()
    beginning = True
    try:
        for chunk in upload.chunks():
            text = decoder.decode(chunk)
            if NO_TEXT.search(text) or (beginning and MARKUP.match(text.removeprefix("\xef\xbb\xbf"))):
                return False
            beginning = False
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return not beginning


def _is_bank_message(upload: Any) -> bool:
    """Check for a message of ISO 20022, by the namespace at its start; its readers accept no declarations."""
    head = upload.read(HEAD)
    return BANK_MESSAGE in head and b"<!" not in head and NO_TEXT.search(head.decode("latin-1")) is None


def _is_picture(upload: Any) -> bool:
    """Accept the picture by its signature; stripping it checks that it is complete (`pictures`)."""
    return True


@dataclass(frozen=True)
class FileKind:
    """Hold a kind of file: its media type, and the check of its content beyond the first bytes."""

    media: str
    matches: Callable[[Any], bool]


KINDS: Final = {
    "xlsx": FileKind(SHEET, _is_workbook),
    "xls": FileKind("application/vnd.ms-excel", _is_old_workbook),
    "csv": FileKind("text/csv", _is_table),
    "xml": FileKind("application/xml", _is_bank_message),
    # Statements of banks in the format MT940.
    "sta": FileKind("text/plain", _is_table),
    "pdf": FileKind("application/pdf", _is_pdf),
    "jpg": FileKind("image/jpeg", _is_picture),
    "jpeg": FileKind("image/jpeg", _is_picture),
    "png": FileKind("image/png", _is_picture),
}


def build_mismatch_problem() -> Problem:
    """Return the problem for a file whose content does not match its name."""
    return Problem(
        "UNSUPPORTED_MEDIA", _("Le contenu du fichier n'est pas celui que son nom annonce, ou il est abîmé.")
    )


def detect_deposit_type(upload: Any, name: str) -> str:
    """Return the media type of a deposit.

    Raises UNSUPPORTED_MEDIA for a kind that is not accepted, or when the content does not match the name.
    """
    kind = KINDS.get(get_extension(name))
    if kind is None:
        accepted = ", ".join(KINDS)
        raise Problem(
            "UNSUPPORTED_MEDIA", _("Ce type de fichier n'est pas accepté. Acceptés : %(taken)s.") % {"taken": accepted}
        )
    upload.seek(0)
    head = upload.read(HEAD)
    upload.seek(0)
    found = detect_content_type(head, name)
    # UTF-16 contains NUL bytes: `_is_table` checks whether it is text.
    wide = kind.media == "text/csv" and found == "application/octet-stream"
    if (found != kind.media and not wide) or not kind.matches(upload):
        raise build_mismatch_problem()
    upload.seek(0)
    return kind.media
