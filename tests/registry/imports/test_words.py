"""What an import says is in the words of its page and its template, in every language; never in those of the API."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from config.counts import count_words
from registry.imports import services
from registry.imports.definition.columns import COLUMNS
from registry.imports.definition.messages import FILE_MESSAGES, ISSUE_MESSAGES
from registry.imports.workbooks import report
from tests.registry.imports.conftest import csv_file

# A name with a capital inside, a parameter with its value, a name of the multipart body.
OF_THE_API = re.compile(r"\b[a-z]+[a-zé]*[A-Z]\w*|\w=\w|echelle_|\basync\b|\breplace\b|\bfile »")
# The sentences that only other imports say.
OTHERS = {"couche", "encodage"}


def said() -> Iterator[str]:
    yield from (str(text) for code, text in {**ISSUE_MESSAGES, **FILE_MESSAGES}.items() if code not in OTHERS)
    yield from (str(column.description) for column in COLUMNS)
    yield from (str(words % {"n": 2}) for words in count_words.values())
    yield report.describe_cut(5)


@pytest.mark.parametrize("language", ["fr", "pt", "en"])
def test_no_words_of_the_api(language: str) -> None:
    with override(language):
        assert [text for text in said() if OF_THE_API.search(text.replace("%(", "("))] == []


@pytest.mark.parametrize("language", ["fr", "pt", "en"])
def test_choices_are_named_as_the_page_names_them(language: str) -> None:
    path = settings.BASE_DIR / f"analysis/console/static/console/i18n/{language}.json"
    words = json.loads(path.read_text(encoding="utf-8"))
    with override(language):
        assert words["import.localites"] in str(ISSUE_MESSAGES["tabanca_inconnue"])
        assert words["import.mode.replace"] in services.describe_replace_refusal()


def test_who_may_not_replace_is_told_so(send: Any, cast: Any) -> None:
    assert "« Remplacer »" in send(csv_file({}), user=cast.agent_west, mode="replace", status=403)["error"]
