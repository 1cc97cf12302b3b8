"""Which column of a file fills which field: exports with many columns, people's own titles, columns chosen by hand."""

import io
import json
from typing import Any

import openpyxl
import pytest

from accounts.jobs.models import Job
from accounts.jobs.types import Progress
from config.errors.problems import Problem
from geo.import_engine.issue_kinds import IssueKind, IssueValue, serialize_issue_kind
from geo.import_engine.issues import Issue
from registry.households.models import Household
from registry.imports.definition.columns import BY_NAME
from registry.imports.definition.header import match_header
from registry.imports.definition.messages import ISSUE_MESSAGES, QUESTIONS, describe_issue
from registry.imports.definition.title_labels import LABELS, find_label, reduce_title
from registry.imports.jobs import run_file_import_job
from registry.imports.mappings.models import ColumnMapping
from tests.registry.imports.conftest import csv_file, household, text_file

EXPORT = ["code_menage", "taille_menage", "region", "nom_complet_chef", *(f"group_q/q_{place}" for place in range(245))]
ROW = ["K-1", "4", "Oio", "Binta Sané", *("x" * 245)]


def rows_of(*rows: list[str]) -> str:
    return "\n".join(";".join(row) for row in rows)


def by_title(data: dict[str, Any]) -> dict[str, tuple[str | None, str | None]]:
    return {column["entete"]: (column["champ"], column["origine"]) for column in data["colonnes"]}


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_an_export_with_249_columns_is_read_and_the_others_are_named(send: Any, kind: str) -> None:
    if kind == "csv":
        file, path = text_file(rows_of(EXPORT, ROW)), ""
    else:
        book = openpyxl.Workbook()
        book.active.append(EXPORT)
        book.active.append(ROW)
        file, path = text_file(b"", "kobo.xlsx"), "excel/"
        book.save(file)
    file.seek(0)
    data = send(file, f"{path}validate")["data"]
    assert (data["valid"], data["summary"]["total_avertissements"]) == (True, 245)
    [left] = [entry for entry in data["problemes"] if entry["code"] == "COLONNE_INCONNUE"]
    assert (left["nombre"], left["nombreValeurs"], left["valeurs"][0]["valeur"]) == (245, 245, "group_q/q_0")
    assert len(data["colonnes"]) == 249
    file.seek(0)
    assert send(file, path.rstrip("/"))["data"]["imported"] == 1
    assert household("K-1").chef.nom_complet == "Binta Sané"


def test_a_hostile_header_is_refused(send: Any, settings: Any) -> None:
    settings.UPLOAD_MAX_TITLES = 300
    wide = [*EXPORT, *(f"p{place}" for place in range(60))]
    answer = send(text_file(rows_of(wide, [*ROW, *("x" * 60)])), "validate", status=400)
    assert "300 colonnes" in answer["details"]["file"][0]


def test_the_report_of_a_wide_file_says_what_is_left_aside(send: Any, api: Any, cast: Any, settings: Any) -> None:
    settings.UPLOAD_MAX_COLUMNS = 10
    file = {"file": text_file(rows_of(EXPORT, ROW))}
    answer = api(cast.admin).upload("/api/import/menages/excel/validation-report", file)
    book = openpyxl.load_workbook(io.BytesIO(b"".join(answer.streaming_content)))
    titles = [cell.value for cell in book.worksheets[0][1]]
    assert titles[1:6] == EXPORT[:5]
    assert len(titles) == 12
    assert any("group_q/q_244" in str(cell.value) for row in book.worksheets[1] for cell in row)


PEOPLE = {
    "Code du ménage": "code_menage",
    "Nom du chef": "nom_complet_chef",
    "Sexe du chef (M/F)": "sexe_chef",
    "Taille du ménage": "taille_menage",
    "Date de collecte": "date_collecte",
    "Lat": "latitude",
    "Long": "longitude",
    "Téléphone": "telephone_chef",
    "Région": "region",
}


def test_titles_that_people_use_are_recognised(send: Any, country: Any) -> None:
    row = ["P-1", "Fatu Djaló", "F", "6", "2026-03-01", "12.75", "-15.5", "955123456", "Oio"]
    data = send(text_file(rows_of(list(PEOPLE), row)), "validate")["data"]
    assert {title: field for title, (field, _origin) in by_title(data).items()} == PEOPLE
    assert {entry["origine"] for entry in data["colonnes"]} == {"exacte", "libelle"}
    assert data["colonnes"][1]["exemples"] == ["Fatu Djaló"]
    assert send(text_file(rows_of(list(PEOPLE), row)))["data"]["imported"] == 1
    made = household("P-1")
    assert (made.chef.nom_complet, made.taille_menage, made.chef.telephone) == ("Fatu Djaló", 6, "+245955123456")
    assert made.geom.tuple == (-15.5, 12.75)


@pytest.mark.parametrize(
    ("title", "field"),
    [
        ("Nome do chefe do agregado familiar", "nom_complet_chef"),
        ("Tamanho do agregado", "taille_menage"),
        ("Household size", "taille_menage"),
        ("Sex of household head", "sexe_chef"),
        ("TELEFONE", "telephone_chef"),
        ("Data da recolha", "date_collecte"),
        ("Interview date", "date_collecte"),
        ("Setor", "secteur"),
        ("Q12. Taille du ménage", "taille_menage"),
        ("Âge du chef (années)", "age_chef"),
        ("nomChef", "nom_complet_chef"),
        ("Crianças de 0 a 4 anos", "nb_enfants_0_4"),
        ("_gps_latitude", "latitude"),
        ("lugar/_ponto_precision", "precision_gps"),
        ("group_xy12a/nom_chef", "nom_complet_chef"),
        ("Village", "tabanca"),
        ("group_a/sub/taille_menage", "taille_menage"),
        ("Género", "sexe_chef"),
        ("District", "secteur"),
        ("Distrito", "secteur"),
        ("identificação/sexo", "sexe_chef"),
        ("Âge", "age_chef"),
        ("Idade", "age_chef"),
        ("Date", "date_collecte"),
        ("Data de registo", "date_collecte"),
        ("Date d'inscription", "date_collecte"),
        ("Registration date", "date_collecte"),
        ("Bairro", "tabanca"),
        ("Telhado", "logement_materiau_toit"),
        ("Bilhete de identidade", "identifiant_unique"),
        ("Profissão", "occupation_principale_chef"),
        # Somebody else's, or nobody's for sure: never guessed.
        ("Nom", None),
        ("conjoint/telephone", None),
        ("membres[1]/nom_chef", None),
        ("members/phone", None),
        ("Nom du conjoint du chef", None),
        ("Région/Secteur", None),
        ("Téléphone de l'enquêteur", None),
        ("Score", None),
        ("ID", None),
        ("_id", None),
        ("conjoint/sexe", None),
        ("conjoint/idade", None),
        ("Date de naissance", None),
        ("membres[1]/code", None),
    ],
)
def test_titles_in_three_languages_and_in_groups(title: str, field: str | None) -> None:
    header = match_header(["code_menage", title])
    column = header.titles[1].column
    assert (column.name if column else None) == field


@pytest.mark.parametrize("title", ["Code", "CÓDIGO", "código", "grupo_1/Código"])
def test_a_bare_code_is_the_household_s_where_no_other_is(title: str) -> None:
    assert match_header([title, "Taille"]).titles[0].column is BY_NAME["code_menage"]
    two = match_header([title, "Code du ménage"])
    assert [each.column for each in two.titles] == [None, BY_NAME["code_menage"]]
    assert (two.questions, two.duplicate_titles) == ((), [(title, "Code du ménage")])


def test_every_label_means_one_column() -> None:
    found: dict[frozenset[str], str] = {}
    for name, labels in LABELS.items():
        assert name in BY_NAME
        for label in labels:
            assert found.setdefault(reduce_title(label), name) == name
            assert find_label(label) == name


def test_the_surest_of_two_columns_wins_and_the_other_is_told(send: Any) -> None:
    head = "code_menage;Taille du ménage;taille_menage;region"
    data = send(text_file(f"{head}\nT-1;3;7;Oio"), "validate")["data"]
    assert by_title(data)["taille_menage"] == ("taille_menage", "exacte")
    assert by_title(data)["Taille du ménage"] == (None, None)
    [told] = [item for item in data["avertissements"] if item["colonne"] == "Taille du ménage"]
    assert "« taille_menage », qui est lue" in told["message"]
    send(text_file(f"{head}\nT-1;3;7;Oio"))
    assert household().taille_menage == 7


TWO = "code_menage;taille_menage;region;Tél.;Phone number\nT-1;4;Oio;955111111;966222222"


def test_two_columns_that_are_equally_sure_are_asked_about(send: Any, cast: Any) -> None:
    answer = send(text_file(TWO), "validate")
    data = answer["data"]
    assert (answer["success"], data["valid"], data["stats"]["total_lignes"]) == (False, False, 0)
    [asked] = data["problemes"]
    assert (asked["code"], asked["champ"], asked["colonne"]) == ("COLONNE_AMBIGUE", "correspondances", "telephone_chef")
    assert [choice["valeur"] for choice in asked["choix"]] == ["Tél.", "Phone number"]
    refused = send(text_file(TWO), status=400)
    assert "Tél." in refused["details"]["file"][0]
    assert not Household.objects.exists()
    chosen = json.dumps({"Phone number": "telephone_chef"})
    send(
        text_file(TWO.replace("code_menage;taille", "code_menage;nom chef;taille").replace("T-1;", "T-1;Ana;")),
        correspondances=chosen,
    )
    assert household().chef.telephone == "+245966222222"


def test_without_a_code_the_columns_are_shown_and_one_can_be_chosen(send: Any) -> None:
    file = "_uuid;taille_menage;region\nu-77;4;Oio"
    data = send(text_file(file), "validate")["data"]
    assert [item["code"] for item in data["problemes"]] == ["COLONNE_MANQUE"]
    assert by_title(data)["_uuid"] == (None, None)
    data = send(text_file(file), correspondances=json.dumps({"_uuid": "codeMenage"}))["data"]
    assert (data["imported"], household("u-77").taille_menage) == (1, 4)


def test_without_a_code_the_rows_are_asked_about_in_the_same_check(send: Any) -> None:
    file = "taille_menage;region;latitude;longitude;date_collecte\n4;Oio;48.85;2.35;03/04/2025\n5;Oio;;;04/25/2025"
    data = send(text_file(file), "validate")["data"]
    assert {item["champ"] for item in data["problemes"]} == {"correspondances", "positionsHorsPays", "ordreDates"}
    assert (data["valid"], data["stats"]["total_lignes"]) == (False, 0)
    data = send(text_file(file), "validate", positionsHorsPays="sans", ordreDates="MM/JJ")["data"]
    assert [item["champ"] for item in data["problemes"]] == ["correspondances"]
    assert not Household.objects.exists()


def test_any_column_is_mapped_by_hand_and_one_can_be_left_aside(send: Any) -> None:
    file = "code_menage;taille_menage;Quem manda;region;telephone;nom_complet_chef\nT-1;4;Ana Cá;Oio;955111111;"
    said = json.dumps({"Quem manda": "nom_complet_chef", "telephone": None})
    data = send(text_file(file), "validate", correspondances=said)["data"]
    assert by_title(data)["Quem manda"] == ("nom_complet_chef", "manuelle")
    assert by_title(data)["telephone"] == (None, "manuelle")
    assert [item["colonne"] for item in data["avertissements"]] == ["nom_complet_chef"]
    assert not ColumnMapping.objects.exists()
    send(text_file(file), correspondances=said)
    assert (household().chef.nom_complet, household().chef.telephone) == ("Ana Cá", None)


@pytest.mark.parametrize(
    ("said", "field", "sentence"),
    [
        ({"Quem": "chose"}, "correspondances.Quem", "pas connu"),
        ({"Absent": "region"}, "correspondances.Absent", "« Absent »"),
        ({"Quem": "region", "region": "region"}, "correspondances.region", "déjà rempli par la colonne « Quem »"),
        ({"Quem": 5}, "correspondances.Quem", "pas connu"),
        ("[]", "correspondances", "objet JSON"),
        ("{", "correspondances", "objet JSON"),
        ("[" * 100_000, "correspondances", "objet JSON"),
    ],
)
def test_a_wrong_mapping_names_the_title(send: Any, said: Any, field: str, sentence: str) -> None:
    file = text_file("code_menage;taille_menage;Quem;region\nT-1;4;Ana;Oio")
    text = said if isinstance(said, str) else json.dumps(said)
    details = send(file, correspondances=text, status=400)["details"]
    assert sentence in details[field][0]
    assert not Household.objects.exists()


OWN = "Ref;taille_menage;region\n{code};4;Oio"
CHOSEN = json.dumps({"Ref": "code_menage"})


def test_the_next_file_with_the_same_titles_needs_no_choice(send: Any, api: Any, cast: Any) -> None:
    send(text_file(OWN.format(code="T-1")), correspondances=CHOSEN)
    reordered = "region;REF;taille_menage\nOio;T-2;4"
    data = send(text_file(OWN.format(code="T-2")), "validate")["data"]
    assert by_title(data)["Ref"] == ("code_menage", "memoire")
    assert send(text_file(OWN.format(code="T-2")))["data"]["imported"] == 1
    assert send(text_file(reordered), "validate")["data"]["valid"]
    # Another user's choices are his own; a file with other titles is another file.
    assert not send(text_file(OWN.format(code="T-3")), "validate", user=cast.agent_west)["data"]["valid"]
    assert not send(text_file("Ref;taille_menage;region;x\nT-3;4;Oio;1"), "validate")["data"]["valid"]
    address = "/api/import/menages/correspondances"
    [kept] = api(cast.admin).get(address).json()["data"]
    assert kept["correspondances"] == {"Ref": "code_menage"}
    assert api(cast.agent_west).get(address).json()["data"] == []
    assert api(cast.agent_west).delete(f"{address}/{kept['id']}").status_code == 404
    assert api(cast.admin).delete(f"{address}/{kept['id']}").status_code == 200
    assert not send(text_file(OWN.format(code="T-3")), "validate")["data"]["valid"]


def test_a_job_imports_with_the_mapping_and_remembers_it(send: Any) -> None:
    send(text_file(OWN.format(code="T-1")), "?async=1", status=202, correspondances=CHOSEN)
    answer = run_file_import_job(Job.objects.get(), Progress())
    assert (answer["imported"], by_title(answer)["Ref"]) == (1, ("code_menage", "manuelle"))
    assert ColumnMapping.objects.get().correspondances == {"Ref": "code_menage"}


def test_a_job_without_an_answer_says_what_is_asked(send: Any) -> None:
    send(text_file(TWO), "?async=1", status=202)
    with pytest.raises(Problem) as refused:
        run_file_import_job(Job.objects.get(), Progress())
    assert "(Téléphone du chef) : « Tél. », « Phone number »" in refused.value.message


def test_a_title_that_stands_twice_has_two_names(send: Any) -> None:
    file = "code_menage;taille_menage;Nom;Nom;region\nT-1;4;Cutia;Ana Cá;Oio"
    said = json.dumps({"Nom (2)": "nom_complet_chef"})
    send(text_file(file), correspondances=said)
    assert household().chef.nom_complet == "Ana Cá"


def test_a_doubt_about_the_file_is_a_question_with_its_choices(monkeypatch: Any) -> None:
    monkeypatch.setitem(ISSUE_MESSAGES, "echelle", "De 0 à 1 ?")
    issue = Issue(1, "score_pmt", "echelle", True, {"value": ""})
    kind = IssueKind((True, "score_pmt", "echelle"), 1, [1], 1, [IssueValue(issue, 1, [1])])
    said = serialize_issue_kind(kind, lambda issue: describe_issue(issue, {}), QUESTIONS)
    assert (said["code"], said["champ"], said["message"]) == ("ECHELLE_SCORE", "echelle_pmt", "De 0 à 1 ?")
    assert [choice["valeur"] for choice in said["choix"]] == ["0-1", "0-100"]


def test_the_same_problem_in_many_lines_is_one_entry(send: Any) -> None:
    rows = [{"sexe_chef": "X"}] * 60 + [{"sexe_chef": "Z"}, {"taille_menage": "0"}, {}]
    data = send(csv_file(*rows), "validate")["data"]
    assert len(data["erreurs"]) == 62
    sex, size = [entry for entry in data["problemes"] if entry["gravite"] == "erreur"]
    assert (sex["colonne"], sex["nombre"], sex["lignes"][:3], len(sex["lignes"])) == ("sexe_chef", 61, [2, 3, 4], 50)
    assert [(value["valeur"], value["nombre"]) for value in sex["valeurs"]] == [("X", 60), ("Z", 1)]
    assert (size["nombre"], size["lignes"], size["valeurs"]) == (1, [63], [])
    assert (sex["code"], sex["champ"]) == ("SEXE", None)
    done = send(csv_file(*rows))["data"]
    assert [entry["nombre"] for entry in done["problemes"] if entry["gravite"] == "erreur"] == [61, 1]
