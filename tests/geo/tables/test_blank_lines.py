"""Lines that hold nothing are no rows, and are limited like them: reading millions of them takes minutes."""

import pytest

from geo.tables.sandbox import UnreadableFile
from geo.tables.table import read_table

OPTIONS = {"max_inflated": 50_000_000, "max_columns": 200, "max_rows": 1_000, "awaited_rows": None}
TABLE = b"code;nom\n1;a\n"
ENDLESS = {
    "line-feeds": TABLE + b"\n" * 1_001,
    "returns": TABLE + b"\r" * 1_001,
    "spaces": TABLE + b" \t\n" * 1_001,
    "vertical-tabs": TABLE + b"\x0b\n" * 1_001,
    "quotes": TABLE + b'""\n' * 1_001,
    "quoted-cells": TABLE + b'"";""\n' * 1_001,
    "between-rows": (TABLE[:9] + b"1;a\n\n\n\n" * 400),
    "before-the-titles": b" ;\n" * 1_001 + TABLE,
    "utf-16": (TABLE + b"\n" * 1_001).decode().encode("utf-16"),
    "windows-1252": TABLE + b"\xe9;b\n" + b"\n" * 1_001,
}


def read(tmp_path, content, **options):
    path = tmp_path / "lines.csv"
    path.write_bytes(content)
    return list(read_table(path, OPTIONS | options, text=True).records)


@pytest.mark.parametrize("content", ENDLESS.values(), ids=ENDLESS)
def test_too_many_of_them_are_refused(tmp_path, content):
    with pytest.raises(UnreadableFile) as refused:
        read(tmp_path, content)
    assert (refused.value.code, refused.value.details) == ("lignes_vides", {"max": 1_000})


def test_as_many_as_rows_are_left_out(tmp_path):
    rows = read(tmp_path, TABLE + b"\n" * 1_000 + b"2;b")
    assert [cells for _number, cells, _fault in rows] == [["1", "a"], ["2", "b"]]
