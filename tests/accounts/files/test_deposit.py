"""Sending a file: which are taken, what is kept of them, and under which name."""

import struct
import tempfile
import zipfile
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.audit.models import Trace
from accounts.files.content.names import clean_file_name
from accounts.files.models import StoredFile
from accounts.files.queries import build_file_path
from tests.accounts.files import conftest as made


def send(caller, name, content):
    return caller.upload("/api/fichiers", {"file": made.upload(name, content)})


def told(answer):
    return answer.status_code, answer.json().get("code")


def test_a_deposit_is_kept_for_a_time(api, cast, own_folder):
    content = made.workbook()
    answer = send(api(cast.reader_west), "relevé.xlsx", content)
    assert answer.status_code == 201
    body = answer.json()
    size = len(content)
    assert body["message"]
    assert (body["data"]["nom"], body["data"]["taille"]) == ("relevé.xlsx", size)
    stored = StoredFile.objects.get()
    assert (str(stored.id), stored.user, stored.usage) == (body["data"]["id"], cast.reader_west, "depot")
    assert timedelta(hours=23) < stored.expires_at - timezone.now() < timedelta(hours=25)
    assert build_file_path(stored).read_bytes() == content
    assert "relev" not in str(build_file_path(stored))
    trace = Trace.objects.get(model="fichier")
    assert (trace.action, trace.utilisateur_id, trace.objet) == ("creation", cast.reader_west.id, stored.id)
    assert "relevé" not in str(trace.changements)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.pdf", made.PDF, "application/pdf"),
        ("a.PDF", made.PDF, "application/pdf"),
        ("a.xls", made.XLS, "application/vnd.ms-excel"),
        ("a.csv", "référence;montant\nA;1\n".encode(), "text/csv"),
        ("a.csv", "\ufeffréférence;montant\n".encode(), "text/csv"),
        ("a.csv", "référence;montant\n".encode("cp1252"), "text/csv"),
        ("a.csv", "référence\tmontant\n".encode("utf-16"), "text/csv"),
        ("a.xml", made.BANK_MESSAGE, "application/xml"),
        ("a.sta", b":20:RELEVE\n:25:1\n:28C:1/1\n", "text/plain"),
        ("a.jpeg", made.jpeg(), "image/jpeg"),
        ("a.png", made.png(), "image/png"),
        ("virus.exe.png", made.png(), "image/png"),
    ],
)
def test_what_is_taken(api, cast, name, content, kind):
    answer = send(api(cast.agent_west), name, content)
    assert (answer.status_code, answer.json()["data"]["type"]) == (201, kind)


REFUSED = {
    "a text as a workbook": ("faux.xlsx", b"Ce fichier n'est pas un classeur."),
    "a program": ("a.exe", b"MZ\x90"),
    "a second extension": ("facture.pdf.exe", made.PDF),
    "no extension": ("facture", made.PDF),
    "a page": ("a.html", b"<html>"),
    "a page as a table": ("a.csv", b"\xef\xbb\xbf <html><script>alert(1)</script>"),
    "a page as a message": ("a.xml", b"<html><script>alert(1)</script>"),
    "a message with a document type": ("a.xml", b"<!DOCTYPE a []>" + made.BANK_MESSAGE),
    "a drawing as a message": ("a.xml", b'<svg onload="x"/>'),
    "a page as a statement": ("a.sta", b"<html><script>alert(1)</script>"),
    "a drawing as a table": ("a.csv", '<svg onload="x">'.encode("utf-16")),
    "a pdf as a table": ("a.csv", made.PDF),
    "bytes as a table": ("a.csv", b"a;b\n" * 200 + b"\x00\x01\x02"),
    "half a sign of utf-16": ("a.csv", "a;b".encode("utf-16") + b"\x00"),
    "a picture of another kind": ("a.jpg", made.png()),
    "a workbook as a picture": ("a.png", made.workbook()),
    "a zip as a workbook": ("a.xlsx", b"PK\x03\x04rest"),
    "a document as a workbook": ("a.xlsx", made.workbook()[:30] + b"x"),
    "a workbook with macros": ("a.xlsx", made.workbook([("xl/vbaProject.bin", b"x")])),
    "a program before a workbook": ("a.xlsx", made.workbook(prefix=b"MZ\x90\x00")),
    "a letter as an old workbook": ("a.xls", made.OLE + "WordDocument".encode("utf-16-le") * 9),
    "a pdf that is an archive too": ("a.pdf", made.PDF + made.workbook() + b""),
    "an archive in the end of a pdf": ("a.pdf", made.PDF[:-6] + made.workbook() + b"%%EOF"),
    "a pdf without an end": ("a.pdf", made.PDF[:40]),
    "a picture without data": ("a.jpg", b"\xff\xd8\xff\xd9"),
    "half a picture": ("a.jpg", made.jpeg()[:-9]),
    "a segment beyond the end": ("a.jpg", b"\xff\xd8" + struct.pack(">HH", 0xFFE1, 9999) + b"x"),
    "a segment of no length": ("a.jpg", b"\xff\xd8\xff\xe1\x00\x00" * 9),
    "half a png": ("a.png", made.png()[:-4]),
    "a png with a wrong sum": ("a.png", made.png().replace(b"IDAT", b"IDAt")),
    "a chunk beyond the end": ("a.png", b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR" + b"\0" * 20),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(api, cast, own_folder, case):
    assert told(send(api(cast.agent_west), *REFUSED[case])) == (415, "UNSUPPORTED_MEDIA")
    assert not StoredFile.objects.exists()
    assert [path for path in own_folder.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("fields", [{}, {"note": "vide"}, {"file": "text"}])
def test_no_file(api, cast, fields):
    answer = api(cast.agent_west).upload("/api/fichiers", fields)
    assert told(answer) == (400, "VALIDATION_ERROR")
    assert "file" in answer.json()["details"]


def test_an_empty_file(api, cast):
    assert told(send(api(cast.agent_west), "a.csv", b"")) == (400, "VALIDATION_ERROR")


def test_a_bomb_is_not_kept(api, cast, settings, own_folder):
    settings.SHEET_MAX_INFLATED_BYTES = 1_000_000
    bomb = made.workbook([("xl/worksheets/sheet1.xml", b"0" * 2_000_000)])
    assert len(bomb) < 10_000
    assert told(send(api(cast.agent_west), "a.xlsx", bomb)) == (413, "PAYLOAD_TOO_LARGE")
    assert not own_folder.exists()


def test_ten_thousand_parts(api, cast):
    many = made.workbook([(f"xl/{number}", b"") for number in range(10_000)])
    assert told(send(api(cast.agent_west), "a.xlsx", many)) == (415, "UNSUPPORTED_MEDIA")


def test_larger_than_a_file_may_be(api, cast, settings):
    settings.UPLOAD_MAX_BYTES = 1000
    assert told(send(api(cast.agent_west), "a.csv", b"a;b\n" * 300)) == (413, "PAYLOAD_TOO_LARGE")
    assert not StoredFile.objects.exists()


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd.csv", "passwd.csv"),
        ("..\\..\\boot.csv", "boot.csv"),
        ("re\u202evsc.exe\u202c.csv", "revsc.exe.csv"),
        ("a\u200b\u2066b.csv", "ab.csv"),
        ("a\tb\x07.csv", "a b .csv"),
        ("  .releve .csv. ", "releve .csv"),
        ('a<b>:"|?*.csv', "a_b______.csv"),
        ("Relevé\u0301 açores.csv", "Relevé\u0301 açores.csv"),
    ],
)
def test_names_are_cleaned(sent, kept):
    assert clean_file_name(sent) == kept


def test_a_huge_name_keeps_its_extension(api, cast):
    answer = send(api(cast.agent_west), "é" * 900 + ".csv", b"a;b\n")
    assert answer.status_code == 201
    name = answer.json()["data"]["nom"]
    assert (len(name), name[-5:]) == (255, "é.csv")


def test_one_s_own_place_is_limited(api, cast, settings, own_folder):
    settings.FILE_QUOTA_BYTES, settings.FILE_QUOTA_COUNT = 10, 2
    agent = api(cast.agent_west)
    assert send(agent, "a.csv", b"123456").status_code == 201
    assert told(send(agent, "a.csv", b"12345")) == (413, "PAYLOAD_TOO_LARGE")
    assert send(agent, "a.csv", b"1").status_code == 201
    assert told(send(agent, "a.csv", b"1")) == (413, "PAYLOAD_TOO_LARGE")
    assert len([path for path in own_folder.rglob("*") if path.is_file()]) == 2
    StoredFile.objects.update(expires_at=None)
    assert send(agent, "a.csv", b"123456").status_code == 201, "what is attached counts no longer"
    assert send(api(cast.agent_east), "a.csv", b"123456").status_code == 201


def test_sent_twice_with_one_key(api, cast):
    agent = api(cast.agent_west)
    ids = {
        agent.upload(
            "/api/fichiers", {"file": made.upload("a.csv", b"a;b\n")}, headers={"Idempotency-Key": "k"}
        ).json()["data"]["id"]
        for _ in range(2)
    }
    assert len(ids) == StoredFile.objects.count() == 1


@pytest.mark.parametrize("order", [">", "<"])
def test_a_photo_says_not_where_it_was_taken(api, cast, order):
    """Position, XMP, IPTC, notes, previews and what follows the picture go; colours and orientation stay."""
    colours = made.segment(0xE2, b"ICC_PROFILE\0\x01\x01profile"), made.segment(0xEE, b"Adobe\0d\0\0\0\0\x01")
    spoken = (
        made.segment(0xE1, made.exif(6, order)),
        made.segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + made.POSITION),
        made.segment(0xED, b"Photoshop 3.0\0" + made.POSITION),
        made.segment(0xE2, b"MPF\0" + made.POSITION),
        made.segment(0xFE, made.POSITION),
    )
    sent = made.jpeg(*spoken, *colours, after=made.workbook([("x", made.POSITION)]))
    assert sent.count(made.POSITION) >= 5
    answer = send(api(cast.agent_west), "photo.jpg", sent)
    assert answer.status_code == 201
    kept = build_file_path(StoredFile.objects.get()).read_bytes()
    assert made.POSITION not in kept
    turned = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    assert kept == b"\xff\xd8" + turned + b"".join(colours) + made.FRAME + made.SCAN * 2 + b"\xff\xd9"
    assert answer.json()["data"]["taille"] == len(kept)
    assert not zipfile.is_zipfile(BytesIO(kept))


def test_a_png_says_nothing_more_than_its_picture(api, cast):
    spoken = [made.chunk(kind, b"Comment\0" + made.POSITION) for kind in (b"tEXt", b"eXIf", b"iTXt", b"prVt")]
    colour = made.chunk(b"gAMA", b"\0\0\xb1\x8f")
    answer = send(api(cast.agent_west), "photo.png", made.png(*spoken, colour, after=made.POSITION))
    assert answer.status_code == 201
    assert build_file_path(StoredFile.objects.get()).read_bytes() == made.png(colour)


def test_nobody_deposits_without_an_account(api, db):
    assert send(api(), "a.csv", b"a;b\n").status_code == 401


def test_a_large_upload_comes_by_way_of_the_disk(api, cast, settings):
    """Above FILE_UPLOAD_MAX_MEMORY_SIZE the upload is a temporary file, which is gone afterwards."""
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 100
    for name, content in (
        ("a.pdf", made.PDF + b"\n" * 200 + b"%%EOF"),
        ("a.jpg", made.jpeg(made.segment(0xFE, b"x" * 200))),
    ):
        assert send(api(cast.agent_west), name, content).status_code == 201
    assert not list(Path(tempfile.gettempdir()).glob("*.upload.jpg"))
