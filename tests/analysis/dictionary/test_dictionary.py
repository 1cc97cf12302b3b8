"""The data dictionary: every column that users meet has a meaning in each language, and the three forms are served."""

import io
from typing import Any

import openpyxl
import pytest
from django.apps import apps
from django.utils.translation import override

from analysis.dictionary.meanings.common import INTERNAL, SOURCES
from analysis.dictionary.queries import build_dictionary
from analysis.dictionary.rules import (
    TABLES,
    UNITLESS,
    find_meaning,
    find_type,
    find_unit,
    list_fields,
    list_stored_codes,
)
from config.devtools import messages

COLUMNS = [(table, field) for table in TABLES for field in list_fields(table.model)]
# Cases of violence: nothing of them is told, not even how a row of them is made.
OF_CASES = {"rubrique", "tranche_age", "mois"}


def list_texts() -> dict[str, str]:
    """Every text of the dictionary in French, by the place that it stands at."""
    found = {f"source {name}": str(text) for name, text in SOURCES.items()}
    for table, field in COLUMNS:
        place = f"{table.name}.{field.name}"
        meaning = find_meaning(table, field.name)
        assert meaning is not None, f"{place}: say what it means in analysis/dictionary/meanings"
        found[place] = str(meaning.text)
        found[f"{place} unit"] = str(find_unit(field.name, find_type(field)))
        found |= {f"{place} {code}": str(label) for code, label in (meaning.codes or {}).items()}
        found[table.name] = str(table.title)
    return {place: text for place, text in found.items() if text}


def test_every_column_has_a_meaning_in_each_language() -> None:
    with override("fr"):
        texts = list_texts()
    assert len(texts) > len(COLUMNS) > 600
    own_words = {"KoboToolbox", "ODK Central"}
    for language in messages.LANGUAGES:
        catalog = messages.read_catalog(language)
        lacking = {
            place: text for place, text in texts.items() if text not in own_words and not (catalog.get(text) or "")
        }
        lacking |= {place: text for place, text in texts.items() if text in catalog and not catalog.get(text).string}
        assert lacking == {}, language


def test_the_meanings_are_those_of_the_models() -> None:
    """No meaning of a column that has gone; the codes that are stored; a unit for what counts or measures."""
    faults = []
    for table in TABLES:
        names = {field.name for field in list_fields(table.model)}
        faults += [f"{table.name}.{name}: no such column" for name in set(table.columns) - names]
    for table, field in COLUMNS:
        meaning, stored = find_meaning(table, field.name), list_stored_codes(field)
        if stored and (meaning is None or {*map(str, stored)} != {*map(str, meaning.codes or {})}):
            faults.append(f"{table.name}.{field.name}: its codes are {stored}")
        kind = find_type(field)
        if kind in ("entier", "decimal") and bool(find_unit(field.name, kind)) == (field.name in UNITLESS):
            faults.append(f"{table.name}.{field.name}: give it a unit, or name it in UNITLESS")
    every = {field.name for model in apps.get_models() for field in model._meta.concrete_fields}
    assert faults + sorted(INTERNAL - every) == []


def test_nothing_of_cases_is_told() -> None:
    assert [table.name for table in TABLES if '"vbg"' in table.model._meta.db_table] == []
    assert {field.name for _table, field in COLUMNS} & OF_CASES == set()


def test_the_dictionary_is_served_to_everybody(api: Any, db: None, client: Any) -> None:
    tables = api().get("/api/dictionnaire", headers={"Accept-Language": "pt"}).json()["data"]
    assert [table["nom"] for table in tables] == [table.name for table in TABLES]
    household = next(table for table in tables if table["nom"] == "menage")
    size = next(column for column in household["colonnes"] if column["champ"] == "tailleMenage")
    assert (size["unite"], size["typeLabel"], size["obligatoire"]) == ("pessoas", "número inteiro", True)
    dwelling = api().get("/api/dictionnaire", {"table": "logement"}).json()["data"][0]
    water = next(column for column in dwelling["colonnes"] if column["champ"] == "sourceEau")
    assert {"code": "forage", "label": "Forage"} in water["codes"]  # of the reference lists
    assert api().get("/api/dictionnaire", {"table": "cas"}).status_code == 400
    page = client.get("/aide/dictionnaire?langue=en")
    text = page.content.decode()
    assert page.status_code == 200 and "script-src 'none'" in page["Content-Security-Policy"]
    assert '<html lang="en">' in text and "Number of people who live in the household" in text


def read_book(answer: Any) -> dict[str, list[list[str]]]:
    assert answer.status_code == 200
    book = openpyxl.load_workbook(io.BytesIO(b"".join(answer.streaming_content)))
    return {
        sheet.title: [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
        for sheet in book
    }


def test_the_workbook_has_a_row_for_each_column(api: Any, db: None) -> None:
    (rows,) = read_book(api().get("/api/dictionnaire/fichier")).values()
    assert len(rows) == len(COLUMNS) + 1
    assert all(row[4] and row[8] for row in rows), "a meaning and a source each"


@pytest.mark.parametrize("table", [None, "menage"])
def test_the_survey_form_is_one(api: Any, db: None, table: str | None) -> None:
    """What pyxform asks of a form: its sheets, groups that close, choices for each question, one name once in a group."""
    query = {"format": "xlsform"} | ({"table": table} if table else {})
    sheets = read_book(api().get("/api/dictionnaire/fichier", query))
    (head, *rows), (_titles, *choices) = sheets["survey"], sheets["choices"]
    assert head[2:8] == [
        f"{kind}::{name}" for kind in ("label", "hint") for name in ("Français (fr)", "Português (pt)", "English (en)")
    ]
    lists = {choice[0] for choice in choices}
    assert len({(choice[0], choice[1]) for choice in choices}) == len(choices)
    names: set[str] = set()
    group = ""
    for type_, name, *labels in rows:
        if type_ == "begin_group":
            assert not group
            group, names = name, set()
        elif type_ == "end_group":
            assert group == name
            group = ""
        else:
            assert group and name not in names and all(labels[:3]), (group, name)
            names.add(name)
            assert not type_.startswith("select") or type_.split()[1] in lists
    assert not group
    with override("fr"):
        assert sum(row[0] not in ("begin_group", "end_group") for row in rows) == sum(
            len(one.colonnes) for one in build_dictionary(table)
        )
