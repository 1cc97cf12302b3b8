"""A survey with consumption says whom a method misses and whom it takes in error, and how sure that is."""

import json
import random

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.files.models import StoredFile
from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from registry.pmt.services import create_method
from transfers.eligibility.survey.rules import build_sample, estimate_share
from transfers.eligibility.survey.types import SurveyHousehold

PATH = "/api/eligibility/laboratoire/enquete"


@pytest.fixture
def method(db):
    """The score is ten for each room, and five less in a hut."""
    return create_method(
        values={
            "nom": "Pièces",
            "intercept": 5.0,
            "termes": [
                {"variable": "logement.nbPieces", "operateur": "lineaire", "poids": 10},
                {"variable": "logement.typeLogement", "operateur": "=", "valeur": "case", "poids": -5},
            ],
        }
    )


def survey(*rows, head="depense;taille;pieces;logement.typeLogement;zone"):
    return "\n".join([head, *rows]).encode()


# Forty households of two people. Consumption per head 10, 20, ... 400; rooms follow it but for every tenth.
ROWS = [
    f"{20 * place};2;{9 if place % 10 == 0 else 1 + place // 10};{'case' if place % 2 else 'villa'};{place % 5}"
    for place in range(1, 41)
]


def send(caller, content, method, name="enquete.csv", **more):
    body = {
        "file": SimpleUploadedFile(name, content),
        "consommation": "depense",
        "taille": "taille",
        "colonnes": "pieces=logement.nbPieces",
        "methodes": str(method.id),
        "partPauvre": "25",
    }
    return caller.upload(PATH, {name: value for name, value in (body | more).items() if value is not None})


def test_errors_at_each_cutoff(api, cast, method):
    answer = send(api(cast.admin), survey(*ROWS, "0;2;1;case;1", "x;2;1;case;1"), method, seuils="10,15,95,100")
    assert answer.status_code == 200, answer.json()
    data = answer.json()["data"]
    assert (data["lignes"], data["menages"], data["seuilConsommation"]) == (42, 40, 100.0)
    [found] = data["methodes"]
    assert (found["sansScore"], found["absentes"]) == (0, [])
    ten, fifteen, all_but, everybody = found["courbe"]
    # The poor are 1 to 10. One room: 1 to 9; the odd ones, in a hut, have 10, the others 15.
    assert (ten["erreurExclusion"]["valeur"], ten["erreurInclusion"]["valeur"]) == (50.0, 0.0)
    assert (fifteen["erreurExclusion"]["valeur"], fifteen["partChoisie"]["valeur"]) == (10.0, 22.5)
    assert (everybody["erreurExclusion"]["valeur"], everybody["erreurInclusion"]["valeur"]) == (0.0, 75.0)
    assert all_but["erreurInclusion"]["bas"] < 75 < all_but["erreurInclusion"]["haut"]
    for point in found["courbe"]:
        for share in (point["erreurExclusion"], point["erreurInclusion"]):
            assert 0 <= share["bas"] <= share["valeur"] <= share["haut"] <= 100
            assert share["bas"] < share["haut"], "no interval is empty, at 0 percent neither"


def test_designs_are_measured_by_their_rules(api, cast, method):
    """With stored rule sets and rules, as in the laboratory; what the survey cannot tell is left out and named."""
    hut = {"champ": "typeLogement", "operateur": "=", "valeur": "case"}
    rooms = {"champ": "nbPieces", "operateur": "between", "valeur": 1, "valeurSecondaire": 2}
    far = {"champ": "distanceEcole", "operateur": "<=", "valeur": 3}
    girls = {"champ": "nbPersonnes", "operateur": ">", "valeur": 0, "personnes": {"sexe": "F"}}
    fields = {
        row["nom"] for group in api(cast.admin).get("/api/eligibility/fields").json()["data"] for row in group["champs"]
    }
    far["champ"] = next(name for name in sorted(fields) if name.startswith("distance"))
    body = {"nom": "Cases", "logique": "AND", "rules": [hut | {"nom": "Case"}]}
    stored = api(cast.admin).post("/api/eligibility/rulesets", body)
    assert stored.status_code == 201, stored.content
    designs = [
        {"nom": "Jeu", "ruleSetId": stored.json()["data"]["id"]},
        {"nom": "Règles", "rules": [hut, rooms], "methodeId": str(method.id), "seuil": 10},
        {"nom": "Une partie", "rules": [rooms, far, girls], "seuil": 40},
        {"nom": "Rien", "rules": [far]},
        {
            "nom": "Score",
            "rules": [{"champ": "scorePmt", "operateur": "<=", "valeur": 15}],
            "methodeId": str(method.id),
        },
    ]
    more = {"methodes": None, "scenarios": json.dumps(designs), "seuils": "10,100"}
    answer = send(api(cast.admin), survey(*ROWS), method, **more)
    assert answer.status_code == 200, answer.content
    assert answer.json()["data"]["methodes"] == []
    found = {row["nom"]: row for row in answer.json()["data"]["scenarios"]}
    stored_set, rules, part, nothing, score = (found[design["nom"]] for design in designs)
    # The odd ones live in a hut: half of the poor, and half of all.
    assert (stored_set["ensemble"]["seuil"], stored_set["absentes"], stored_set["courbe"]) == (None, [], [])
    shares = [stored_set["ensemble"][name]["valeur"] for name in ("erreurExclusion", "erreurInclusion", "partChoisie")]
    assert shares == [50.0, 75.0, 50.0]
    # In a hut of one room: 1, 3, 5, 7 and 9. Up to 100 those of two rooms too: 11 to 19.
    assert (rules["ensemble"]["seuil"], rules["ensemble"]["partChoisie"]["valeur"]) == (10.0, 12.5)
    assert [point["partChoisie"]["valeur"] for point in rules["courbe"]] == [12.5, 25.0]
    assert sorted(part["absentes"]) == sorted(["nbPersonnes", "scorePmt", far["champ"]])
    assert (part["ensemble"]["seuil"], part["ensemble"]["partChoisie"]["valeur"]) == (None, 45.0)
    assert (nothing["ensemble"], nothing["absentes"]) == (None, [far["champ"]])
    assert (score["absentes"], score["ensemble"]["partChoisie"]["valeur"]) == ([], 22.5)


def test_clusters_and_weights_make_intervals_wider(api, cast, method):
    def width(**more):
        point = send(api(cast.admin), survey(*ROWS), method, seuils="15", **more).json()["data"]["methodes"][0][
            "courbe"
        ][0]
        return point["partChoisie"]["haut"] - point["partChoisie"]["bas"]

    assert width() == width(poids="taille"), "equal weights change nothing"
    assert width(grappe="logement.typeLogement") != width()
    nobody = send(api(cast.admin), survey(*ROWS), method, seuils="0").json()["data"]["methodes"][0]["courbe"][0]
    assert (nobody["erreurInclusion"], nobody["erreurExclusion"]["valeur"]) == (None, 100.0)


def test_intervals_hold_the_truth_as_often_as_they_say():
    """Of 400 samples of 150 households in 30 clusters, about 95 percent have the share of all within their interval."""
    chance, held = random.Random(5), 0
    for _turn in range(400):
        households, part = [], []
        for cluster in range(30):
            level = min(1.0, max(0.0, chance.gauss(0.3, 0.1)))
            for _one in range(5):
                households.append(SurveyHousehold(1.0, chance.choice((1.0, 2.0, 3.0)), str(cluster), {}))
                part.append(chance.random() < level)
        everybody = np.ones(150, dtype=bool)
        found = estimate_share(build_sample(households, 1), np.array(part), everybody)
        held += found.bas <= 30 <= found.haut
    assert 0.9 <= held / 400 <= 0.985


def test_what_the_survey_lacks_is_named(api, cast, method):
    rows = [row.replace("case", "").replace("villa", "") for row in ROWS]
    [found] = send(api(cast.admin), survey(*rows), method).json()["data"]["methodes"]
    assert (found["sansScore"], len(found["courbe"])) == (40, 19), "a missing value gives no score, as in the registry"
    bare = survey(*ROWS, head="depense;taille;pieces;autre;zone")
    [found] = send(api(cast.admin), bare, method).json()["data"]["methodes"]
    assert found["absentes"] == ["logement.typeLogement"]


@pytest.mark.parametrize(
    "more",
    [
        {"consommation": "depenses"},
        {"consommation": None},
        {"poids": "poids"},
        {"colonnes": "pieces=logement.inconnu"},
        {"colonnes": "pieces=logement.nbPieces,taille=logement.nbPieces"},
        {"colonnes": "pieces=geographie"},
        {"methodes": None},
        {"methodes": "x"},
        {"methodes": "00000000-0000-7000-8000-000000000000"},
        {"seuils": "101"},
        {"seuils": ",".join(str(place / 10) for place in range(200))},
        {"methodes": None, "scenarios": "[]"},
        {"scenarios": "{"},
        {"scenarios": '[{"nom": "A", "rules": [{"champ": "x", "operateur": "=", "valeur": 1}]}]'},
        {"scenarios": '[{"nom": "A", "selection": {"par": "pays", "nombre": 3}}]'},
        {"partPauvre": "0"},
        {"partPauvres": "40"},
    ],
)
def test_bad_questions(api, cast, method, more):
    answer = send(api(cast.admin), survey(*ROWS), method, **more)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize("content", [b"", b"depense;taille;pieces\n", survey(*ROWS[:29]), b"\x00\x01" * 500])
def test_bad_files(api, cast, method, content):
    assert send(api(cast.admin), content, method).json()["code"] == "VALIDATION_ERROR"


def test_a_long_survey_is_measured_by_a_job(api, cast, method, settings):
    """It answers the same; nothing of the file stays."""
    at_once = send(api(cast.admin), survey(*ROWS), method).json()["data"]
    settings.SYNCHRONOUS_MAX_ROWS = 30
    answer = send(api(cast.admin), survey(*ROWS), method)
    assert answer.status_code == 202, answer.json()
    execute_job(answer.json()["data"]["jobId"])
    job = Job.objects.get()
    assert (job.statut, job.erreur, job.fait > 0) == ("termine", None, True)
    assert (job.resultat, StoredFile.objects.count()) == (at_once, 0)
