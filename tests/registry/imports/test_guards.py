"""What one row, one cell or one mode must not do to the others, to the registry, or to who reads the answer."""

from typing import Any

import pytest
from django.db import connection, transaction

from accounts.jobs.models import Job
from accounts.jobs.types import Progress
from config.errors.problems import Problem
from config.ids import uuid7
from geo.tables.csv_text import HEAD
from registry.households.hooks import household_dependencies
from registry.households.models import FormerHousehold, Household, Member
from registry.imports.jobs import ENLARGE_TEMP_BUFFERS, run_file_import_job
from registry.projects.models import Project
from tests.registry.imports.conftest import csv_file, household, text_file


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("column", "written"),
    [
        ("taille_menage", "3|4"),
        ("score_pmt", "10|11"),
        ("latitude", "12|1"),
        ("score_pmt", "9" * 140_000),
        ("score_pmt", "1." + "3" * 17_000),
        ("telephone_chef", "+2 45x" * 900),
        ("nb_handicapes", "|"),
    ],
)
def test_an_odd_cell_stops_no_other_row(send: Any, problems: Any, column: str, written: str) -> None:
    assert problems({column: written}, {}) == {(2, column)}
    data = send(csv_file({column: written}, {}))["data"]
    assert (data["imported"], data["skipped"]) == (1, 1)
    assert household("T-2").taille_menage == 7


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("nom;age\nA;3", "code_menage manque"),
        ("code_menage;Code Ménage\n1;1", "Choisissez"),
        ("code_menage;code_menage\n1;1", "Choisissez"),
    ],
)
def test_a_job_says_why_the_header_does_not_do(
    send: Any, settings: Any, monkeypatch: Any, header: str, said: str
) -> None:
    send(text_file(header), "?async=1", status=202)
    with pytest.raises(Problem) as refused:
        run_file_import_job(Job.objects.get(), Progress())
    assert said in refused.value.message


def closed(**flags: Any) -> Project:
    return Project.objects.create(code="P", nom="Sans score", **flags)


def test_no_score_where_the_project_lets_nobody_score(send: Any) -> None:
    project = closed(peut_scorer=False)
    bare = {"score_pmt": "", "categorie_pauvrete": ""}
    rows = csv_file({}, bare, bare | {"categorie_pauvrete": "pauvre"})
    data = send(rows, projetId=str(project.id))["data"]
    assert (data["imported"], len(data["errors"])) == (1, 2)
    assert all("Sans score" in line for line in data["errors"])
    # A known household counts with its own project; what stands already may be sent again.
    Household.objects.update(score_pmt="18.5", categorie_pauvrete="extreme_pauvre")
    same, other = {"code_menage": "T-2"}, {"code_menage": "T-2", "score_pmt": "60"}
    assert send(csv_file(same), mode="update")["data"]["errors"] == []
    assert send(csv_file(other), mode="update")["data"]["updated"] == 0
    ignored = {"code_menage": "T-2", "score_pmt": "", "categorie_pauvrete": "non_pauvre"}
    assert send(csv_file(ignored), mode="update")["data"]["updated"] == 1
    assert (household("T-2").score_pmt, household("T-2").categorie_pauvrete) == (18.5, "extreme_pauvre")


def test_validation_says_what_replacing_would_refuse_and_lose(send: Any) -> None:
    send(csv_file({}, {}))
    held = household("T-1").id
    Member.objects.create(menage=household("T-2"), nom_complet="Nhima", lien_parente="fille")
    with household_dependencies.override(beneficiaires=lambda ids: {held: 2} if held in ids else {}):
        answer = send(csv_file({}, {}), "validate", mode="replace")
    assert [(item["ligne"], "2 bénéficiaires" in item["message"]) for item in answer["data"]["erreurs"]] == [(2, True)]
    lost = [item for item in answer["data"]["avertissements"] if "membres" in item["message"]]
    assert [(item["ligne"], "(1)" in item["message"]) for item in lost] == [(3, True)]
    assert Member.objects.count() == 1


def test_a_replaced_household_keeps_the_codes_that_became_part_of_it(send: Any) -> None:
    send(csv_file({}))
    FormerHousehold.objects.create(id=uuid7(), code_menage="T-9", menage=household())
    before = household().id
    send(csv_file({}), mode="replace")
    assert household().id != before
    assert FormerHousehold.objects.get().menage_id == household().id
    assert send(csv_file({"code_menage": "T-9"}))["data"]["imported"] == 0


def test_known_households_are_named_as_such(send: Any) -> None:
    send(csv_file({}, {}))
    rows = ({}, {}, {}, {"sexe_chef": "X"})
    stats = send(csv_file(*rows), "validate")["data"]["stats"]
    assert (stats["total_connus"], stats["connus_en_erreur"]) == (2, 0)
    wrong = ({"sexe_chef": "X"}, {}, {"sexe_chef": "X"})  # one of a registered household, and one of a new one
    stats = send(csv_file(*wrong), "validate")["data"]["stats"]
    assert (stats["total_connus"], stats["connus_en_erreur"]) == (1, 1)
    answer = send(csv_file(*rows))
    assert (answer["data"]["known"], answer["data"]["skipped"]) == (2, 3)
    assert answer["message"] == "1 ménage importé, 2 déjà connus, 1 ligne laissée de côté."


@pytest.mark.parametrize("column", ["altitude", "precision_gps"])
def test_decimals_finer_than_what_is_stored_change_nothing_twice(send: Any, column: str) -> None:
    file = {column: "12.345"}
    send(csv_file(file))
    assert send(csv_file(file), mode="update")["data"]["unchanged"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_connection_whose_room_is_fixed_is_used_as_it_is() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE seen (n int) ON COMMIT DROP; INSERT INTO seen VALUES (1)")
        cursor.execute(ENLARGE_TEMP_BUFFERS)
        cursor.execute("SELECT n FROM seen")
        assert cursor.fetchone() == (1,)


@pytest.mark.parametrize(
    "content",
    [
        # Line ends across the end of the first block that is read; letters of UTF-16 that hold the byte of a line end.
        b"code_menage;taille_menage;x\r\nA;1;".ljust(HEAD - 1, b"x") + b"\r\nB;1;\r\nC;1;\r\n",
        "code_menage;taille_menage\nA;1\nB;1\nčččččč;1\n".encode("utf-16"),
    ],
)
def test_as_many_rows_as_somebody_waits_for_are_done_at_once(send: Any, settings: Any, content: bytes) -> None:
    settings.SYNCHRONOUS_MAX_ROWS = 3
    assert send(text_file(content), sansLieu="true")["data"]["imported"] == Household.objects.count() == 3
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "0 octet"),
        (b"\xef\xbb\xbf", "que des lignes vides"),
        (b" \n\n\t\n", "que des lignes vides"),
        (b";;;\n;;;\n", "que des lignes vides"),
        (b"code_menage;taille_menage\n", "rien sous la ligne des titres"),
    ],
)
def test_a_file_without_households_says_what_it_is(send: Any, content: bytes, said: str) -> None:
    for path in ("", "validate", "excel/validation-report"):
        assert said in send(text_file(content), path, status=400)["details"]["file"][0]


def test_blank_lines_are_refused_at_once(send: Any, settings: Any) -> None:
    settings.SYNCHRONOUS_MAX_ROWS = 3
    assert "vide" in send(text_file(b"\n \n" * 50), status=400)["details"]["file"][0]
    assert not Job.objects.exists()


@pytest.mark.parametrize("way", ["", "validate"])
def test_more_blank_lines_than_rows_are_refused(send: Any, settings: Any, way: str) -> None:
    settings.UPLOAD_MAX_ROWS = 10
    content = csv_file({}).getvalue() + b"\n" * 11
    answer = send(text_file(content), way, status=400)
    assert answer["details"]["file"] == ["Le fichier a plus de 10 lignes vides : supprimez-les."]
