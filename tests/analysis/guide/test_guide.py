"""The guide of users: every page and picture is served, in the language that is asked for, and its links lead on."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from analysis.guide.rules import FOLDER, IMAGES, PAGES, render_page

LINK = re.compile(r'(?:href|src)="(/aide[^"#]*|/api/[^"]*)(?:#([^"]*))?"')
MAX_PICTURES, MAX_BYTES = 12, 60_000
WORDS = Path(settings.BASE_DIR) / "analysis" / "console" / "static" / "console" / "i18n"
PARTS = {
    "fr": ("Qui", "Où", "Étapes", "Ce que vous voyez", "Ce qui peut mal tourner"),
    "pt": ("Quem", "Onde", "Passos", "O que vê", "O que pode correr mal"),
}
# Formats, and words of the page itself and of QGIS.
OTHER_SCREENS = {"Excel", "PNG", "PDF", "WFS / OGC API - Features", "Dictionnaire des données", "Dicionário de dados"}


def test_the_calendar_names_nothing_of_the_service(client: Any) -> None:
    """It stands on the screen after the quick exit of protection."""
    for language, month in {"fr": "janvier", "pt": "janeiro", "en": "january"}.items():
        answer = client.get(f"/calendrier?langue={language}")
        text = answer.content.decode()
        assert answer.status_code == 200 and month in text.lower()
        assert text.count('aria-current="date"') == 1 and text.count("<table") == 12
        assert not re.search("tabanca|protection|<a |<script|https?:", text, re.IGNORECASE)


def test_every_page_is_served_and_leads_on(client: Any, db: None) -> None:
    for language, pages in PAGES.items():
        for name, file in pages.items():
            answer = client.get(f"/aide/{name}?langue={language}")
            text = answer.content.decode()
            assert answer.status_code == 200, name
            assert f'<html lang="{language}">' in text and render_page(language, name).title in text
            assert "script-src 'none'" in answer["Content-Security-Policy"] and "<script" not in text
            for target, anchor in LINK.findall(text):
                led = client.get(target.replace("&amp;", "&"))
                assert led.status_code == 200, f"{file}: {target}"
                if anchor:
                    assert f'id="{anchor}"' in led.content.decode(), f"{file}: {target}#{anchor}"


def test_the_language_is_the_one_of_the_reader(client: Any, db: None) -> None:
    french = render_page("fr", "guide").title
    assert french in client.get("/aide").content.decode()
    assert render_page("pt", "guide").title in client.get("/aide", headers={"Accept-Language": "pt"}).content.decode()
    english = client.get("/aide?langue=en").content.decode()
    assert french in english and "The user guide is in French and Portuguese." in english
    for address in ("/aide/rien", "/aide/images/rien.webp", "/aide/images/..%2Fguide-utilisateur.md"):
        assert client.get(address).status_code == 404, address


def test_both_guides_tell_the_same_tasks() -> None:
    """Twenty-four tasks each, of the same people, with who, where, steps, what one sees and what can go wrong."""
    shapes = {}
    for language, parts in PARTS.items():
        text = (FOLDER / PAGES[language]["guide"]).read_text(encoding="utf-8")
        tasks = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
        numbered = [task for task in tasks if re.match(r"\d+\. ", task)]
        assert len(numbered) == 24
        for task in numbered:
            lacking = [part for part in parts if f"**{part}" not in task]
            assert lacking == [], task.splitlines()[0]
        shapes[language] = [len(re.findall(r"^\d+\. ", task, re.MULTILINE)) for task in numbered]
        shapes[f"{language} pictures"] = [len(re.findall(r"!\[", task)) for task in numbered]
    assert shapes["fr"] == shapes["pt"] and shapes["fr pictures"] == shapes["pt pictures"]


@pytest.mark.parametrize("language", PAGES)
def test_words_in_bold_are_those_of_the_screen(language: str) -> None:
    catalogue = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    # `Importer {n} lignes` is written « Importer … lignes », and a sentence may be quoted up to its colon.
    said = {re.sub(r"\{\w+\}", "…", text).strip(" .…") for text in catalogue.values()}
    said |= {text.split(":")[0].strip() for text in said}
    text = (FOLDER / PAGES[language]["guide"]).read_text(encoding="utf-8")
    named = {" ".join(words.split()).strip(" .…") for words in re.findall(r"\*\*([^*]+)\*\*", text)}
    headings = {*PARTS[language], *(f"{part} :" for part in PARTS[language]), *(f"{part}:" for part in PARTS[language])}
    assert named - said - headings - OTHER_SCREENS == set()


def test_pictures_are_few_and_small() -> None:
    pictures = sorted(IMAGES.glob("*"))
    assert 0 < len(pictures) <= MAX_PICTURES
    assert [path.name for path in pictures if path.stat().st_size > MAX_BYTES or path.suffix != ".webp"] == []
    texts = "".join((FOLDER / file).read_text(encoding="utf-8") for pages in PAGES.values() for file in pages.values())
    assert [path.name for path in pictures if Path(path).name not in texts] == []
