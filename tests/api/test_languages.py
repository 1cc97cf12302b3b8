"""Every message of the code speaks French, Portuguese and English."""

import gettext
import re

import pytest
from django.utils import translation

from config.counts import count_words, describe_counts
from config.deletion import list_relations
from config.devtools import messages
from geo.areas.models import Commune, Locality, Region, Sector
from geo.imports.definition.messages import append_line_numbers, describe_row_issue
from registry.households.rules import DEPENDENCY_NAMES
from registry.projects.models import Campaign, Organisation, Project
from transfers.programmes.models import Programme

PLACEHOLDER = re.compile(r"%\(\w+\)[sdf]|%%|\{\w+(?::[^}]*)?\}")


@pytest.fixture(autouse=True)
def french_before_and_after():
    """A request leaves its language behind in the thread: no test begins in that of another."""
    with translation.override("fr"):
        yield


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_message_is_translated(language):
    catalog, wanted = messages.read_catalog(language), messages.build_required_catalog(language)
    assert len(wanted) > 100, "the extraction finds nothing"
    missing = [message.id for message in wanted if message.id and message.id not in catalog]
    assert missing + messages.list_untranslated(catalog) == [], "run ./dev messages and translate"
    gone = [message.id for message in catalog if message.id and message.id not in wanted]
    assert gone == [], "run ./dev messages"


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_placeholders_and_edges_agree(language):
    for message in messages.read_catalog(language):
        if not message.id:
            continue
        source = forms(message.id)
        for text, original in zip(forms(message.string), source, strict=True):
            assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(original)), original
            assert text.endswith(" ") == original.endswith(" "), original  # a value follows


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_compiled_catalogue_is_up_to_date(language):
    with messages.find_po_path(language).with_suffix(".mo").open("rb") as compiled:
        kept = gettext.GNUTranslations(compiled)
    for message in messages.read_catalog(language):
        if not message.id:
            continue
        if isinstance(message.id, str):
            assert kept.gettext(message.id) == (message.string or message.id)
        else:
            assert (kept.ngettext(*message.id, 1), kept.ngettext(*message.id, 2)) == tuple(message.string)


def test_french_has_the_plural_from_two_on():
    with messages.find_po_path("fr").with_suffix(".mo").open("rb") as compiled:
        kept = gettext.GNUTranslations(compiled)
    numbered = [message.id for message in messages.build_french_plurals() if message.id]
    assert len(numbered) > 50
    for one, many in numbered:
        assert [kept.ngettext(one, many, n) for n in (0, 1, 2)] == [one, one, many], "run ./dev messages"
    said = [translation.ngettext("%(n)d ménage importé", "%(n)d ménages importés", n) % {"n": n} for n in (0, 1, 2)]
    assert said == ["0 ménage importé", "1 ménage importé", "2 ménages importés"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (None, "Connectez-vous pour continuer."),
        ("pt", "Inicie sessão para continuar."),
        ("pt-GW,pt;q=0.9", "Inicie sessão para continuar."),
        ("en", "Sign in to continue."),
        ("zz", "Connectez-vous pour continuer."),
    ],
)
def test_own_messages_follow_the_caller(api, db, language, said):
    answer = api().get("/api/menages", headers={"Accept-Language": language} if language else {})
    assert (answer.status_code, answer.json()["error"]) == (401, said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (None, "Un nombre entier valide est requis."),
        ("pt", "É necessário um número inteiro válido."),
        ("en", "A valid integer is required."),
    ],
)
def test_the_frameworks_messages_follow_too(api, cast, language, said):
    headers = {"Accept-Language": language} if language else {}
    answer = api(cast.admin).get("/api/menages", {"page": "x"}, headers=headers)
    assert (answer.status_code, answer.json()["details"]) == (400, {"page": [said]})


def test_portuguese_fills_the_frameworks_gaps(api, cast):
    answer = api(cast.admin).post(
        "/api/menages", {"tailleMenage": 3, "codeMenage": []}, headers={"Accept-Language": "pt"}
    )
    assert answer.json()["details"] == {"codeMenage": ["Não é um texto válido."]}


@pytest.mark.parametrize(
    ("language", "one_and_two"),
    [
        ("fr", "1 bénéficiaire, 2 visites de santé"),
        ("pt", "1 beneficiário, 2 visitas de saúde"),
        ("en", "1 beneficiary, 2 health visits"),
    ],
)
def test_counts_are_said_as_people_say_them(language, one_and_two):
    with translation.override(language):
        assert describe_counts({"beneficiaires": 1, "plaintes": 0, "visitesSante": 2}) == one_and_two


def test_a_line_of_a_file_of_places_is_one_line():
    message = describe_row_issue("parent_inconnu", {"valeur": "Mansoa"})
    assert append_line_numbers(message, [3], 1) == "« Mansoa » est inconnu."
    assert append_line_numbers(message, [3, 7], 2) == "« Mansoa » est inconnu. (2 lignes : 3, 7)"
    with translation.override("en"):
        assert append_line_numbers("Unknown.", [3, 7], 2) == "Unknown. (2 lines: 3, 7)"


def test_whatever_stands_in_the_way_of_a_deletion_has_words():
    removable = (Region, Sector, Commune, Locality, Organisation, Project, Campaign, Programme)
    hanging = {name for model in removable for name, _counted in list_relations(model)}
    assert {*hanging, *DEPENDENCY_NAMES} - set(count_words) == set()
