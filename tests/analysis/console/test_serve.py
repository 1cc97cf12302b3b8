"""The page and its parts, without a browser."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

CONSOLE = Path(__file__).resolve().parents[3] / "analysis" / "console" / "static" / "console"
MODULES = sorted(CONSOLE.rglob("*.js"))
WORDS = {file.stem: json.loads(file.read_text()) for file in (CONSOLE / "i18n").glob("*.json")}
# t("key"), and keys that are put together: t(`couche.${layer}.un`), code("milieu", value)
PLAIN = re.compile(r'\bt\(\s*"([^"]+)"')
MADE = re.compile(r"\bt\(\s*`([^`]+)`")


def test_page_allows_no_inline_script_and_no_other_host():
    answer = Client().get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    page = answer.content.decode()
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert re.findall(r"(?:src|href)=\"(?!/static/)", page) == []
    assert " style=" not in page


def test_the_page_knows_what_a_telephone_number_is():
    page = Client().get("/").content.decode()
    assert 'data-phone-lengths="7 9" data-phone-example="955 012 345"' in page


def test_page_takes_no_post():
    assert Client().post("/").status_code == 405


def test_three_languages_have_the_same_words():
    assert set(WORDS) == {"fr", "pt", "en"}
    assert set(WORDS["fr"]) == set(WORDS["pt"]) == set(WORDS["en"])
    for key, text in WORDS["fr"].items():
        holes = set(re.findall(r"\{\w+\}", text))
        assert {lang: set(re.findall(r"\{\w+\}", words[key])) for lang, words in WORDS.items()} == dict.fromkeys(
            WORDS, holes
        ), key


def test_every_word_used_is_in_the_catalogue():
    known = set(WORDS["fr"])
    plural = {key.rsplit(".", 1)[0] for key in known if key.endswith((".one", ".other"))}
    for module in MODULES:
        text = module.read_text()
        assert [key for key in PLAIN.findall(text) if key not in known | plural] == [], module.name
        for made in MADE.findall(text):
            shape = re.compile(re.sub(r"\\\$\\\{.+?\\\}", r"[\\w.]+", re.escape(made)) + "$")
            assert any(shape.match(key) for key in known | plural), f"{module.name}: {made}"


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(CONSOLE)))
def test_module_is_small_and_only_api_fetches(module):
    text = module.read_text()
    assert len(text.splitlines()) < 200
    assert max(map(len, text.splitlines())) <= 120
    assert "innerHTML" not in text
    if module.name != "api.js":
        assert not re.search(r"\bfetch\(|XMLHttpRequest|sendBeacon|EventSource|WebSocket", text)


def test_the_page_names_the_institution_and_whom_to_call(client, db, settings):
    settings.INSTITUTION, settings.HELP_CONTACT = 'Ministère "Femmes & Famille"', "+245 955 000 000"
    settings.INSTITUTION_PT = "Ministério da Mulher"
    page = client.get("/").content.decode()
    assert 'data-institution="Ministère &quot;Femmes &amp; Famille&quot;"' in page
    assert 'data-institution-pt="Ministério da Mulher" data-institution-en=""' in page
    assert 'data-contact="+245 955 000 000"' in page
