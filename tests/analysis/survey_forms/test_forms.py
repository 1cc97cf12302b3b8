"""The forms for phones: every question fills a field of an import, in both languages, and what lies in docs is current."""

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.conf import settings
from django.core.management import call_command

from analysis.survey_forms.rules import FILLED_LENGTH, MISSING_KEY, build_forms
from analysis.survey_forms.services import build_sheets
from analysis.survey_forms.types import Choice
from analysis.vbg.case_collection.rules import FILLING, build_cells, find_unsafe_questions
from analysis.vbg.collectors.rules import suggest_mapping
from analysis.vbg.collectors.services import check_mapping
from analysis.vbg.directory.rules import OFFER_LABELS, STATUS_LABELS, TYPE_LABELS, VISIBILITY_LABELS
from analysis.vbg.imports.rules import CASE_WORDS
from analysis.vbg.sealed_forms.keys import CaseKey, make_private_key
from geo.facilities.models import VbgService
from geo.tables.column_titles import build_title_key
from registry.households.models import HeadOfHousehold, Household, Lien, Member, Milieu
from registry.imports.platforms.services import resolve_mapping
from registry.survey_platforms.api import PlatformQuestion
from tests.analysis.vbg import collecting
from tests.registry.survey_platforms.platform import running

FOLDER = Path(settings.BASE_DIR) / "docs" / "forms"
AREAS = {"regions": (Choice("OI", "Oio", "Oio"),), "secteurs": (Choice("OI01", "Mansoa", "Mansoa", "OI"),)}
HOUSEHOLDS, SERVICES, CASES = build_forms(AREAS)
EACH = pytest.mark.parametrize("form", [HOUSEHOLDS, SERVICES, CASES], ids=lambda form: form.form_id)


def read_sheets(path: Path) -> dict[str, list[list[Any]]]:
    book = openpyxl.load_workbook(path)
    return {
        sheet.title: [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
        for sheet in book
    }


@EACH
def test_the_shipped_form_is_what_the_rules_say(form: Any) -> None:
    """But for the areas, which are those of the demonstration country."""
    shipped, built = read_sheets(FOLDER / f"{form.form_id}.xlsx"), build_sheets(form)
    places = ("regions", "secteurs", "secteurs_ou_inconnu")
    assert shipped["survey"] == built["survey"] and shipped["settings"] == built["settings"]
    kept = [row for row in shipped["choices"] if row[0] not in places]
    assert kept == [row for row in built["choices"] if row[0] not in places]
    regions = {row[1] for row in shipped["choices"] if row[0] == "regions"}
    assert len(regions) > 5
    assert {row[4] for row in shipped["choices"] if row[0] in places[1:] and row[1] != "inconnu"} == regions
    if form.mapping:
        assert json.loads((FOLDER / f"{form.form_id}.json").read_text()) == form.mapping


@EACH
def test_every_question_speaks_both_languages(form: Any) -> None:
    for question in form.questions:
        if not question.type.startswith(("end_", "calculate")):
            assert question.french and question.portuguese, question.name
        assert bool(question.hint_french) == bool(question.hint_portuguese), question.name
    for choices in form.choices.values():
        assert all(choice.french and choice.portuguese for choice in choices)
        assert len({choice.name for choice in choices}) == len(choices)
        assert all(re.fullmatch(r"[\w-]+", choice.name) for choice in choices)


def test_every_question_fills_a_field() -> None:
    assert len(resolve_mapping(HOUSEHOLDS.mapping)) == len(HOUSEHOLDS.mapping)
    assert check_mapping(SERVICES.mapping) == SERVICES.mapping
    questions = [PlatformQuestion(path, None, "text", False) for path in SERVICES.mapping.values()]
    suggested = {field: path for field, path in suggest_mapping(questions).items() if path}
    assert suggested == SERVICES.mapping


def test_choices_are_the_codes_that_are_stored() -> None:
    def names(list_name: str, form: Any) -> set[str]:
        return {choice.name for choice in form.choices[list_name]}

    assert names("types", SERVICES) == set(TYPE_LABELS)
    assert names("offres", SERVICES) == set(OFFER_LABELS)
    assert names("statuts", SERVICES) == set(STATUS_LABELS)
    assert names("visibilites", SERVICES) == set(VISIBILITY_LABELS)
    assert names("liens", HOUSEHOLDS) == {*Lien.values, "chef"}
    assert names("milieux", HOUSEHOLDS) == set(Milieu.values)


def test_the_command_writes_the_areas_of_the_country(country: Any, tmp_path: Path) -> None:
    call_command("write_survey_forms", str(tmp_path))
    choices = read_sheets(tmp_path / "tabanca_services_vbg.xlsx")["choices"]
    assert ["regions", country.west.code, "Oio", "Oio", ""] in choices
    assert ["secteurs", country.north.code, "Mansoa", "Mansoa", country.west.code] in choices
    assert len(list(tmp_path.iterdir())) == 5


def test_the_form_of_cases_asks_nothing_but_the_columns_of_a_case() -> None:
    """No text, place, picture or moment; each question is required, and the last one makes all submissions equally long."""
    assert find_unsafe_questions([question.name for question in CASES.questions]) == []
    asked, filling = CASES.questions[:-1], CASES.questions[-1]
    assert {question.type.split()[0] for question in asked} == {"select_one", "date"}
    assert all(question.required for question in asked)
    assert (filling.type, filling.name) == ("calculate", FILLING)
    assert all(f"${{{question.name}}}" in filling.calculation for question in asked)
    longest = sum(max(len(choice.name) for choice in rows) for rows in CASES.choices.values()) + len("2025-03-01")
    assert longest < FILLED_LENGTH - 40
    cells = build_cells({"secteur": "inconnu", "date": "2025-03-10", "trancheAge": "18", "remplissage": "000"})
    assert cells == {"secteur": "", "date": "2025-03", "trancheAge": "18"}


def test_choices_of_cases_are_what_the_import_reads() -> None:
    lists = {"rubrique": "rubriques", "trancheAge": "ages", "sexe": "sexes_ou_inconnu", "statut": "statuts_cas"}
    for field, name in lists.items():
        read = {CASE_WORDS[field][build_title_key(choice.name)] for choice in CASES.choices[name]}
        assert read == set(CASE_WORDS[field].values()), field


def test_the_form_of_cases_carries_a_key_or_nothing_that_works(settings: Any, country: Any, tmp_path: Path) -> None:
    def read_settings() -> dict[str, str]:
        titles, values = read_sheets(tmp_path / "tabanca_releve.xlsx")["settings"]
        return dict(zip(titles, values, strict=True))

    call_command("write_survey_forms", str(tmp_path))
    assert read_settings()["public_key"] == MISSING_KEY and read_settings()["auto_delete"] == "true"
    with pytest.raises(ValueError, match="base64"):
        b64decode(MISSING_KEY, validate=True)
    settings.VBG_CASE_KEY = make_private_key()
    call_command("write_survey_forms", str(tmp_path))
    assert read_settings()["public_key"] == CaseKey(settings.VBG_CASE_KEY).build_public_text()
    assert not any(word in str(read_settings()).lower() for word in ("vbg", "violen", "cas "))


@pytest.fixture
def platform(settings: Any, country: Any) -> Any:
    with running() as server:
        collecting.configure(settings, server.url)
        yield server


def answer(form: Any, answers: dict[str, Any]) -> dict[str, Any]:
    """A submission of a form; each answer is to a question that the form has."""
    assert set(answers) <= {question.name for question in form.questions}
    return collecting.build_row(collecting.KOBO, 1) | answers


def test_a_household_of_the_form_arrives_whole(platform: Any, api: Any, cast: Any, country: Any) -> None:
    people = [
        {"membres/nom_complet": "Binta Sané", "membres/lien_parente": "chef", "membres/sexe": "F", "membres/age": "41"},
        {"membres/nom_complet": "Aliu Sané", "membres/lien_parente": "fils", "membres/sexe": "M", "membres/age": "12"},
    ]
    given = {
        "region": country.west.code,
        "secteur": country.north.code,
        "milieu": "rural",
        "position": "12.75 -15.5 9 4",
    }
    more = {"telephone_chef": "+245955123456", "logement_source_eau": "forage", "membres": people}
    platform.rows = [answer(HOUSEHOLDS, given | more)]
    body = {"plateforme": collecting.KOBO, "formId": collecting.FORMS[collecting.KOBO], "mapping": HOUSEHOLDS.mapping}
    answered = api(cast.admin).post("/api/import/menages/collecteur", body)
    assert answered.json()["data"]["imported"] == 1, answered.json()
    row = Household.objects.get()
    head, member = HeadOfHousehold.objects.get(), Member.objects.get()
    assert (row.region, row.secteur, row.taille_menage, row.milieu) == (country.west, country.north, 2, "rural")
    assert (head.nom_complet, head.telephone, member.nom_complet) == ("Binta Sané", "+245955123456", "Aliu Sané")


def test_a_service_of_the_form_arrives_whole(platform: Any, api: Any, cast: Any, country: Any) -> None:
    given = {
        "nom": "Ponto de escuta",
        "typeService": "centre_ecoute",
        "region": country.west.code,
        "secteur": country.north.code,
        "position": "12.75 -15.5 9 4",
        "servicesOfferts": "ecoute orientation",
        "capaciteAccueil": "4",
        "dateOuverture": "2020-02-03",
        "statut": "en_renovation",
        "visibilite": "professionnels",
        "partenaires": "Cruz Vermelha, ONU",
    }
    platform.rows = [answer(SERVICES, given)]
    sync = collecting.build_sync(api, cast.vbg)
    assert collecting.counts(sync(mapping=SERVICES.mapping)) == (1, 1, 0, 0)
    row = VbgService.objects.get()
    assert (row.statut, row.visibilite, row.partenaires) == (
        "en_renovation",
        "professionnels",
        ["Cruz Vermelha", "ONU"],
    )
    assert (row.date_ouverture.isoformat(), row.capacite_accueil, row.geom.x) == ("2020-02-03", 4, -15.5)
