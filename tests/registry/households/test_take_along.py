"""What a clerk does with all households that match: sort them, take their ids, take them along as a file."""

from datetime import date
from io import BytesIO
from uuid import UUID

import pytest
from openpyxl import load_workbook

from accounts.jobs.models import Job
from geo.import_engine.lanes import list_lane_operations
from registry.households.filters import SORT_COLUMNS
from registry.households.models import HeadOfHousehold, Household
from registry.projects.models import Campaign
from tests.conftest import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(country):
    rows = [
        Household.objects.create(
            code_menage=code, taille_menage=size, score_pmt=score, milieu="rural", region=country.west
        )
        for code, size, score in (("OI-1", 4, 30), ("OI-2", 2, None), ("OI-3", 4, 12.5))
    ]
    for row, name in zip(rows, ("Zé Mané", "=Aliu", "Binta"), strict=True):
        HeadOfHousehold.objects.create(menage=row, nom_complet=name, telephone="+245955123456")
    return rows


def codes(answer):
    assert answer.status_code == 200, answer.content
    return [row["codeMenage"] for row in answer.json()["data"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"tri": "scorePmt"}, ["OI-3", "OI-1", "OI-2"]),
        ({"tri": "-scorePmt"}, ["OI-1", "OI-3", "OI-2"]),  # without a score: last in both directions
        ({"tri": "tailleMenage"}, ["OI-2", "OI-3", "OI-1"]),  # equal values: the newest first
        ({"tri": "-chefMenage", "search": "OI-"}, ["OI-1", "OI-3", "OI-2"]),
    ],
)
def test_sort(api, cast, three, query, expected):
    assert codes(api(cast.admin).get("/api/menages", query)) == expected


def test_sort_by_what_people_read(api, cast, three):
    """Categories from the poorest on, surveyors as they are shown, campaigns by name; what has none comes last."""
    surveyors = [make_user("ROLE_ENQUETEUR", nom=nom, prenom=prenom) for prenom, nom in (("Zita", "Ba"), ("Ana", "Té"))]
    campaigns = [Campaign.objects.create(nom=nom) for nom in ("Ronde 2", "Ronde 1")]
    for row, category, surveyor, campaign in zip(
        three[:2], ("non_pauvre", "extreme_pauvre"), surveyors, campaigns, strict=True
    ):
        Household.objects.filter(id=row.id).update(categorie_pauvrete=category, enqueteur=surveyor, campagne=campaign)
    Household.objects.filter(id=three[2].id).update(eligible_programme=True)
    caller = api(cast.admin)
    for column in ("categoriePauvrete", "enqueteur", "campagne"):
        assert codes(caller.get("/api/menages", {"tri": column})) == ["OI-2", "OI-1", "OI-3"], column
        assert codes(caller.get("/api/menages", {"tri": f"-{column}"})) == ["OI-1", "OI-2", "OI-3"], column
    assert codes(caller.get("/api/menages", {"tri": "-eligibleProgramme"}))[0] == "OI-3"


def test_a_sorted_search_is_found_once(api, cast, three, django_assert_num_queries):
    """As one that is not sorted: page and total are one statement; the order is that of the rows without a search."""
    caller = api(cast.admin)
    for column in SORT_COLUMNS:
        for tri in (column, f"-{column}"):
            plain = codes(caller.get("/api/menages", {"tri": tri}))
            # token, savepoint, limit of time, found, savepoint undone and released, rows
            with django_assert_num_queries(7):
                answer = caller.get("/api/menages", {"tri": tri, "search": "OI-", "limit": 2})
            found = codes(answer) + codes(
                caller.get("/api/menages", {"tri": tri, "search": "OI-", "limit": 2, "page": 2})
            )
            assert (found, answer.json()["pagination"]["total"]) == (plain, 3), tri


def test_refuse_another_order_and_hold_the_scope(api, cast, three):
    assert api(cast.admin).get("/api/menages", {"tri": "geom"}).status_code == 400
    found = api(cast.admin).get("/api/menages/identifiants", {"tailleMenage[gte]": 3}).json()["data"]
    assert (set(found["ids"]), found["total"]) == ({str(three[0].id), str(three[2].id)}, 2)
    assert api(cast.agent_east).get("/api/menages/identifiants").json()["data"] == {"ids": [], "total": 0}


def test_find_what_an_import_created(api, cast, three):
    job = Job.objects.create(type="import_menages", user=cast.admin, statut="termine")
    lane = list_lane_operations(job.id, 2)[1]
    for row, operation in zip(three, (job.id, lane, UUID(int=7)), strict=True):
        Household.objects.filter(id=row.id).update(operation_creation=operation)
    query = {"import": str(job.id), "tri": "codeMenage"}
    assert codes(api(cast.admin).get("/api/menages", query)) == ["OI-1", "OI-2"]
    assert api(cast.admin).get("/api/carte/menages", {"import": str(job.id)}).json()["sansPosition"] == 2
    assert codes(api(cast.admin).get("/api/menages", {"import": str(three[0].id)})) == []


def test_take_a_file_along(api, cast, three):
    text = api(cast.admin).get("/api/menages/export", {"format": "csv", "tri": "codeMenage"})
    lines = b"".join(text.streaming_content).decode("utf-8-sig").splitlines()
    assert lines[0].startswith("code_menage,nom_complet_chef,sexe_chef,age_chef,telephone_chef,region")
    assert lines[1].startswith("OI-1,Zé Mané,,,+245955123456,")
    assert lines[2].startswith("OI-2,'=Aliu")
    book = api(cast.admin).get("/api/menages/export", {"format": "xlsx", "tri": "scorePmt"})
    rows = list(load_workbook(BytesIO(b"".join(book.streaming_content))).active.values)
    score = rows[0].index("score_pmt")
    assert [(row[0], row[score]) for row in rows[1:]] == [("OI-3", 12.5), ("OI-1", 30), ("OI-2", None)]
    assert api(cast.reader_west).get("/api/menages/export").status_code == 403


def test_take_a_file_along_that_people_read(api, cast, three):
    Household.objects.filter(id=three[0].id).update(
        categorie_pauvrete="extreme_pauvre", eligible_programme=True, date_collecte="2025-03-09T23:00:00Z"
    )
    HeadOfHousehold.objects.filter(menage=three[0]).update(sexe="F")
    query = {"libelles": "true", "tri": "codeMenage"}
    found = {}
    for language in ("fr", "en", "pt"):
        book = api(cast.admin).get("/api/menages/export", query, headers={"Accept-Language": language})
        sheet = load_workbook(BytesIO(b"".join(book.streaming_content))).active
        titles, row, *others = sheet.values
        found[language] = dict(zip(titles, row, strict=True))
        assert len(others) == 2
    read = found["fr"]
    assert (read["Chef de ménage"], read["Sexe du chef"], read["Catégorie de pauvreté"]) == (
        "Zé Mané",
        "Femme",
        "Extrême pauvre",
    )
    assert (read["Éligible"], read["Milieu"]) == ("Oui", "Rural")
    # One step of the collection, as the pages call it; without a score nobody knows yet who is eligible.
    assert (read["Étape de la collecte"], "Statut" in read) == ("Soumis", False)
    unscored = dict(zip(titles, others[0], strict=True))
    assert (unscored["Código do agregado"], unscored["Elegível"]) == ("OI-2", None)
    assert read["Date de collecte"].date() == date(2025, 3, 9)
    assert (found["en"]["Urban or rural"], found["pt"]["Sexo do chefe"]) == ("Rural", "Mulher")
    assert (sheet.freeze_panes, sheet.auto_filter.ref, sheet["A1"].font.b) == ("A2", "A1:R4", True)
    assert sheet.column_dimensions["B"].width > 9
    assert api(cast.admin).get("/api/menages/export", query | {"format": "csv"}).json()["details"].keys() == {
        "libelles"
    }
