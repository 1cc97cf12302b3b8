"""Deposits: a folder of their own, and files of every kind."""

import io
import zipfile
import zlib
from struct import pack

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

POSITION = b"GPSLatitude 12.75"


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.FILES_ROOT = tmp_path / "fichiers"
    return settings.FILES_ROOT


def workbook(extra=(), prefix=b""):
    """A zip with the parts of an .xlsx."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("[Content_Types].xml", b"<Types/>"), ("xl/workbook.xml", b"<workbook/>"), *extra):
            archive.writestr(name, content)
    return prefix + made.getvalue()


PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"
BANK_MESSAGE = b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>'
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
XLS = OLE + b"\0" * 600 + "Workbook".encode("utf-16-le") + b"\0" * 600


def segment(marker, body):
    return b"\xff" + bytes([marker]) + pack(">H", len(body) + 2) + body


def exif(orientation, order=">"):
    """Exif with an orientation and a position."""
    mark = b"MM\x00*" if order == ">" else b"II*\x00"
    entries = pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0) + pack(f"{order}HHII", 0x8825, 4, 1, 64)
    return b"Exif\0\0" + mark + pack(f"{order}IH", 8, 2) + entries + pack(f"{order}I", 0) + POSITION


SCAN = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\x12\xff\x00\x34\xff\xd0\x56"
FRAME = segment(0xDB, b"\0" * 65) + segment(0xC2, b"\x08\0\x01\0\x01\x01\x01\x11\0") + segment(0xC4, b"\0" * 20)
JFIF = segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0")


def jpeg(*before, after=b"", scans=2):
    """A progressive JPEG with segments before its frame and bytes after its end."""
    return b"\xff\xd8" + JFIF + b"".join(before) + FRAME + SCAN * scans + b"\xff\xd9" + after


def chunk(kind, body):
    return pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))


def png(*between, after=b""):
    parts = chunk(b"IHDR", pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)), *between, chunk(b"IDAT", zlib.compress(b"\0\0"))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"") + after


def upload(name, content):
    return SimpleUploadedFile(name, content)
