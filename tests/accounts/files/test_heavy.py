"""Files that are made to cost much: refused at once, in the process that answers requests."""

import io
import struct
import time
import tracemalloc
import zipfile
from contextlib import closing

import pytest

from accounts.files.content.pictures import MAX_PARTS
from accounts.files.models import StoredFile
from config.archives import TooManyMembers, open_archive
from tests.accounts.files import conftest as made

END = struct.Struct("<4s4H2LH")
END_64 = struct.Struct("<4sQ2H2L4Q")
LOCATOR = struct.Struct("<4sLQL")


def crowded(members, claimed=None, prefix=b""):
    """A zip whose directory has so many entries of no size; its end claims as many, or another number."""
    start = prefix or b"PK\x03\x04" + bytes(26)
    entry = b"PK\x01\x02" + struct.pack("<4B4HL2L5H2L", 20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    directory = entry * members
    said = members if claimed is None else claimed
    if said > 0xFFFF:
        at = len(start) + len(directory)
        end = END_64.pack(b"PK\x06\x06", 44, 45, 45, 0, 0, said, said, len(directory), len(start))
        end += LOCATOR.pack(b"PK\x06\x07", 0, at, 1)
        return start + directory + end + END.pack(b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return start + directory + END.pack(b"PK\x05\x06", 0, 0, said, said, len(directory), len(start), 0)


@pytest.mark.parametrize("claimed", [None, 2], ids=["honest", "lying"])
def test_a_zip_with_many_entries_is_not_listed(claimed):
    content = crowded(300_000, claimed)
    started = time.process_time()
    tracemalloc.start()
    with pytest.raises(TooManyMembers):
        open_archive(io.BytesIO(content), 10_000)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert time.process_time() - started < 1
    assert peak < 10_000_000


def test_a_deposited_workbook_with_many_entries(api, cast, own_folder):
    started = time.process_time()
    answer = api(cast.agent_west).upload("/api/fichiers", {"file": made.upload("a.xlsx", crowded(900_000))})
    assert (answer.status_code, answer.json()["code"]) == (415, "UNSUPPORTED_MEDIA")
    assert time.process_time() - started < 2
    assert not StoredFile.objects.exists()


def test_as_many_as_there_may_be():
    content = made.workbook([(f"xl/worksheets/sheet{number}.xml", b"x") for number in range(98)])
    with closing(open_archive(io.BytesIO(content), 100)) as archive:
        assert len(archive.infolist()) == 100
        assert archive.read("xl/worksheets/sheet97.xml") == b"x"
    with pytest.raises(TooManyMembers):
        open_archive(io.BytesIO(content), 99)


def test_a_large_member_is_read_whole():
    """The cap is for the directory alone."""
    content = made.workbook([("xl/large.xml", bytes(5_000_000))])
    with open_archive(io.BytesIO(content), 10) as archive, archive.open("xl/large.xml") as member:
        assert len(member.read(4_000_000)) == 4_000_000


@pytest.mark.parametrize("comment", [b"", b"x" * 65_535])
def test_a_comment_at_the_end(comment):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a", b"x")
        archive.comment = comment
    with open_archive(out, 10) as archive:
        assert archive.namelist() == ["a"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jpg", b"\xff\xd8" + made.segment(0xC4, b"") * (MAX_PARTS + 1) + made.SCAN + b"\xff\xd9"),
        ("a.jpg", b"\xff\xd8" + b"\xff" * 20_000_000),
        ("a.png", made.png(*[made.chunk(b"tEXt", b"")] * (MAX_PARTS + 1))),
    ],
    ids=["segments", "filling", "chunks"],
)
def test_a_picture_of_many_parts(api, cast, name, content):
    started = time.process_time()
    answer = api(cast.agent_west).upload("/api/fichiers", {"file": made.upload(name, content)})
    assert (answer.status_code, answer.json()["code"]) == (415, "UNSUPPORTED_MEDIA")
    assert time.process_time() - started < 2


def test_filling_between_segments_is_passed_over(api, cast):
    picture = made.jpeg()
    filled = picture[:2] + b"\xff" * 50 + picture[2:-2] + b"\xff" * 50 + picture[-2:]
    answer = api(cast.agent_west).upload("/api/fichiers", {"file": made.upload("a.jpg", filled)})
    assert answer.status_code == 201
