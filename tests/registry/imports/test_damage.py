"""Damaged characters are told with their line and column, and a file of two encodings is not silently misread."""

import re
from typing import Any

import pytest

from geo.areas.models import Locality
from geo.tables.byte_signs import DAMAGED as DAMAGED_SIGN
from geo.tables.byte_signs import FAILURES, SIGN_TESTS, SignSearch
from geo.tables.damaged_text import DAMAGED, MISREAD, guess_original_text
from registry.households.models import HeadOfHousehold
from tests.registry.imports.conftest import csv_file, text_file, xlsx_file

NAMES = (
    "João Té",
    "Fatumata Djaló",
    "Nhima Cá",
    "Simão",
    "Noël Août",
    "Voilà Bâ",
    "ÉLISE",
    "Iaia «Ô»",
    "Baldé’s",
    "Ça",
    "Sœur Œlle",
    "CÔTE",
    "AVÔ",
)
# What Windows-1252 and UTF-8 may both mean to say, of honest names.
QUOTED = (
    "“IRMÃ”",
    "«IRMû",
    "‘IRMÃ’",
    "IRMÃ’S",
    "IRMÃ–ROSA",
    "IRMÃ…",
    "Escola “Nº 1”",
    "Côte d’Ivoire",
    "N’Dala",
    "D´Água",
)
PLAIN = ("IRMÃ «BINTA»", "JOÃO", "CÂNDIDA", "IRMÃ\u00a0ROSA", "Zé – Só", "N° 5", "Âmbar", "AÇÃO", "Quê?", "Quê ? Não")


def wrongly_read(name: str, encoding: str = "cp1252") -> str:
    return name.encode().decode(encoding, "replace")


def mixed(*names: str, also: tuple[str, ...] = PLAIN) -> Any:
    """A CSV whose first rows are Windows-1252 and whose last ones are UTF-8."""
    old = csv_file(
        *({"nom_complet_chef": name, "code_menage": f"V-{n}"} for n, name in enumerate(also)), encoding="cp1252"
    )
    new = csv_file(*({"nom_complet_chef": name} for name in names))
    return text_file(old.read() + b"".join(new.readlines()[1:]))


def said(answer: dict[str, Any], kind: str) -> list[tuple[int, str]]:
    return [(item["ligne"], item["colonne"]) for item in answer["data"][kind]]


def test_a_file_of_two_encodings(send: Any) -> None:
    file = mixed("João Té", "Mariama", "Fatumata Djaló")
    answer = send(file, "validate")
    first = len(PLAIN) + 2
    assert said(answer, "erreurs") == [(first, "nom_complet_chef"), (first + 2, "nom_complet_chef")]
    assert "UTF-8" in answer["data"]["erreurs"][0]["message"]
    assert answer["data"]["erreurs"][0]["message"].endswith("Peut-être « João Té » ?")
    assert send(mixed("João Té", "Mariama", "Fatumata Djaló"))["data"]["imported"] == len(PLAIN) + 1
    assert set(HeadOfHousehold.objects.values_list("nom_complet", flat=True)) == {*PLAIN, "Mariama"}


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_honest_names_are_taken_in_silence(send: Any, encoding: str) -> None:
    rows = [{"nom_complet_chef": name} for name in (*PLAIN, *QUOTED)]
    answer = send(csv_file(*rows, encoding=encoding), "validate")
    assert (said(answer, "erreurs"), said(answer, "avertissements")) == ([], [])


@pytest.mark.parametrize("make", [csv_file, xlsx_file])
def test_what_was_damaged_before_is_told_and_taken(send: Any, make: Any) -> None:
    path = "excel/" if make is xlsx_file else ""
    rows = [{"nom_complet_chef": name} for name in ("João", wrongly_read("João Té"), "Jo?o", "Quê?", "Sim├úo")]
    answer = send(make(*rows), f"{path}validate")
    assert said(answer, "erreurs") == []
    assert said(answer, "avertissements") == [(line, "nom_complet_chef") for line in (3, 4, 6)]
    messages = [item["message"] for item in answer["data"]["avertissements"]]
    assert [re.findall("Peut-être « (.*) »", text) for text in messages] == [["João Té"], [], ["Simão"]]
    assert send(make(*rows), path.rstrip("/"))["data"]["imported"] == 5


def test_a_damaged_name_makes_no_village(send: Any) -> None:
    before = Locality.objects.count()
    rows = [{"tabanca": wrongly_read("Mansabá")}]
    found = send(csv_file(*rows), "validate", creerLocalites="true")
    assert (said(found, "erreurs"), said(found, "avertissements")) == ([(2, "tabanca")], [])
    assert found["data"]["erreurs"][0]["message"].endswith("Peut-être « Mansabá » ?")
    assert send(csv_file(*rows), creerLocalites="true")["data"]["imported"] == 0
    assert Locality.objects.count() == before


def test_the_sign_in_the_bytes_misses_nothing() -> None:
    """Whatever a cell is damaged by, the file shows; also where two chunks meet. Of good text it shows nothing."""
    damaged = [wrongly_read(name, encoding) for name in NAMES for encoding in ("cp1252", "latin-1", "cp850")]
    damaged += [wrongly_read(wrongly_read(name)) for name in NAMES]
    found = [text for text in [*damaged, "Jo?o"] if re.search(DAMAGED, text)]
    assert len(found) > 35
    for text in found:
        content = f"x;{text};y".encode()
        for cut in range(len(content)):
            signs = SignSearch(DAMAGED_SIGN)
            signs.search_chunk(content[:cut])
            signs.search_chunk(content[cut:])
            assert signs.found == {DAMAGED_SIGN}, text
    pieces = SignSearch(DAMAGED_SIGN)
    for byte in "x;JoÃ£o;y".encode():
        pieces.search_chunk(bytes([byte]))
    assert pieces.found == {DAMAGED_SIGN}
    # A capital before a no-break space looks like it: such a file has its rows looked at, for nothing.
    good = "\n".join(name for name in (*NAMES, *PLAIN) if "\u00a0" not in name).encode()
    assert not SIGN_TESTS[DAMAGED_SIGN](good) and not SIGN_TESTS[FAILURES](good)
    assert [name for name in (*NAMES, *PLAIN, *QUOTED) if re.search(DAMAGED, name)] == []


@pytest.mark.parametrize("name", ["Djalà", "Sœur Ana", "CÔTE", "AVÔ"])
def test_letters_of_other_shapes_in_a_file_of_two_encodings(send: Any, name: str) -> None:
    """A no-break space at the end of a cell is gone; `œ` begins with another byte; `”` may be half of a letter."""
    assert said(send(mixed(name), "validate"), "erreurs") == [(len(PLAIN) + 2, "nom_complet_chef")]


def test_all_of_utf_8_that_is_read_as_windows_1252_is_known() -> None:
    """Every letter of the Latin tables; behind a capital a no-break space and quotation marks stay what they are."""
    letters = [chr(code) for code in range(0xC0, 0x100) if chr(code).isalpha()]
    misread = {letter: wrongly_read(f"o{letter}") for letter in letters}
    assert [letter for letter, text in misread.items() if not re.search(MISREAD, text) and "\ufffd" not in text] == []
    assert guess_original_text(misread["é"]) == "oé"


def test_a_file_in_utf_16_is_looked_at_as_a_whole(send: Any) -> None:
    rows = ({"nom_complet_chef": "Err:502"}, {"nom_complet_chef": "JoÃ£o"})
    found = send(csv_file(*rows, encoding="utf-16"), "validate")
    assert (said(found, "erreurs"), said(found, "avertissements")) == (
        [(2, "nom_complet_chef")], [(3, "nom_complet_chef")],
    )  # fmt: skip
