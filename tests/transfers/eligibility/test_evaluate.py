"""One household with the reasons, many with counts, and rules that nobody has stored."""

import pytest
from django.contrib.gis.geos import Point
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from registry.households.models import Dwelling, HeadOfHousehold, Household, Member
from registry.projects.models import Project
from tests.threads import together
from tests.transfers.eligibility.conftest import EVALUATE, GIRLS, PATH, POOR, RURAL, rule
from transfers.eligibility.evaluation.services import evaluate_batch, find_current_version
from transfers.eligibility.models import Evaluation, RuleSet


def test_each_rule_says_what_it_expects_and_finds(api, cast, country, create, household):
    row = create(
        rule("scorePmt", "<=", 18.5, nom="Score", obligatoire=True),
        rule("tailleMenage", "between", 6, 9, nom="Taille", messageEchec="Ménage trop petit."),
        rule("region", "in", [str(country.east.id), str(country.west.id)], nom="Région"),
        rule("typeLogement", "=", "case", nom="Logement"),
        rule("age", "<", 18, nom="Jeune", actif=False),
    )
    answer = api(cast.agent_west).post(f"{EVALUATE}/menage/{household.id}", {"ruleSetId": str(row.id)}).json()["data"]
    assert answer["menage"] == {
        "id": str(household.id),
        "code": "OI-000001",
        "scorePmt": 18.5,
        "categoriePauvrete": "extreme_pauvre",
    }
    found = answer["evaluation"]
    assert {name: found[name] for name in found if name != "details"} == {
        "eligible": False,
        "score": 50.0,
        "reglesEvaluees": 4,
        "reglesValidees": 2,
        "reglesEchouees": 2,
    }
    score, size, place, dwelling = found["details"]
    assert (score["regle"], score["valide"], score["valeurAttendue"], score["valeurReelle"]) == (
        "Score",
        True,
        18.5,
        18.5,
    )
    expected = "Score PMT (points de 0 à 100) : 18,5, rempli (attendu : est inférieur ou égal à 18,5)."
    assert score["explication"] == expected
    assert (size["valide"], size["valeurAttendue"], size["valeurReelle"]) == (False, [6, 9], 5)
    assert size["explication"].endswith("non rempli (attendu : est compris entre 6 et 9). Ménage trop petit.")
    assert (place["valide"], place["valeurAttendue"], place["valeurReelle"]) == (True, ["Bafatá", "Oio"], "Oio")
    assert (dwelling["valide"], dwelling["valeurReelle"]) == (False, None), "a null value fails"
    assert "valeur inconnue" in dwelling["explication"]


@pytest.mark.parametrize(
    ("logic", "rules", "eligible"),
    [
        ("AND", [POOR, RURAL], True),
        ("AND", [POOR, rule("age", ">", 90)], False),
        ("OR", [POOR, rule("age", ">", 90)], True),
        ("OR", [rule("age", ">", 90), rule("milieu", "!=", "rural")], False),
        ("OR", [POOR, rule("age", ">", 90, obligatoire=True)], False),
        ("AND", [POOR, rule("age", ">", 90, actif=False)], True),
        ("AND", [POOR, rule("age", ">", 90, groupe=1), rule("milieu", "=", "rural", groupe=1)], True),
        ("AND", [POOR, rule("age", ">", 90, groupe=1), rule("milieu", "=", "urbain", groupe=1)], False),
        ("AND", [rule("age", ">", 90, groupe=1, obligatoire=True), rule("milieu", "=", "rural", groupe=1)], False),
        ("OR", [rule("age", ">", 90, groupe=1), rule("milieu", "=", "rural", groupe=1)], False),
        ("OR", [rule("age", ">", 30, groupe=1), rule("milieu", "=", "rural", groupe=1)], True),
        ("AND", [], False),
        ("OR", [], False),
        ("AND", [rule("age", ">", 1, actif=False)], False),
    ],
)
def test_logic(create, evaluate, logic, rules, eligible):
    assert evaluate(create(*rules, logique=logic))["eligible"] is eligible


@pytest.mark.parametrize(
    ("sent", "real", "valid"),
    [
        (rule("nbPersonnes", ">=", 1, personnes=GIRLS), 2, True),
        (rule("nbPersonnes", "=", 4, personnes={}), 4, True),
        (rule("nbPersonnes", "=", 3, personnes={"sexe": "F"}), 3, True),
        (rule("nbPersonnes", "=", 1, personnes={"ageMin": 30}), 1, True),
        (rule("nbPersonnes", "=", 1, personnes={"handicap": True}), 1, True),
        (rule("nbPersonnes", "=", 0, personnes={"ageMin": 70}), 0, True),
        (rule("distanceEcole", "<=", 3000), None, False),
        (rule("niveauEducation", "contains", "PRIMÁ"), "Primaire incomplet", True),
        (rule("niveauEducation", "starts_with", "primaire"), "Primaire incomplet", True),
        (rule("niveauEducation", "starts_with", "incomplet"), "Primaire incomplet", False),
        (rule("niveauEducation", "contains", "_"), None, None),
        (rule("aUneCuisine", "!=", False), True, True),
        (rule("scorePmt", "<=", "18.50"), 18.5, True),
        (rule("personnesParPiece", ">", 2), 2.5, True),
    ],
)
def test_fields(api, cast, create, evaluate, household, sent, real, valid):
    if valid is None:
        assert api(cast.admin).post(PATH, {"nom": "N", "rules": [sent]}).status_code == 400
        return
    HeadOfHousehold.objects.update(niveau_education="Primaire incomplet")
    Dwelling.objects.create(menage=household, nb_pieces=2, a_une_cuisine=True)
    for sex, age, disabled in (("F", 10, False), ("F", 14, True), ("M", 12, False)):
        Member.objects.create(
            menage=household, nom_complet="M", lien_parente="fille", sexe=sex, age=age, handicap=disabled
        )
    [verdict] = evaluate(create(sent))["details"]
    assert (verdict["valeurReelle"], verdict["valide"]) == (real, valid)


def test_density_of_the_surroundings(create, evaluate, household, country):
    Household.objects.update(geom=Point(-15.5, 12.75, srid=4326))
    near, far = Point(-15.499, 12.751, srid=4326), Point(-15.1, 12.1, srid=4326)
    Household.objects.bulk_create(
        Household(code_menage=f"D-{n}", taille_menage=1, region=country.west, geom=far if n == 0 else near)
        for n in range(9)
    )
    [verdict] = evaluate(create(rule("menagesParKm2", ">", 1)))["details"]
    with connection.cursor() as cursor:
        x, y = int((180 - 15.5) / 360 * 2**14), 7606
        cursor.execute(
            "SELECT ST_Intersects(cell, ST_SetSRID(ST_MakePoint(-15.5, 12.75), 4326)), ST_Area(cell::geography) / 1e6"
            " FROM ST_Transform(ST_TileEnvelope(14, %s, %s), 4326) AS cell",
            [x, y],
        )
        lies_in, km2 = cursor.fetchone()
    assert lies_in
    assert verdict["valeurReelle"] == pytest.approx(9 / km2, rel=0.01)
    assert verdict["valide"]
    Household.objects.filter(id=household.id).update(geom=None)
    [verdict] = evaluate(create(rule("menagesParKm2", ">", 0)))["details"]
    assert (verdict["valeurReelle"], verdict["valide"]) == (None, False)


def test_members_that_nobody_registered_are_unknown(create, evaluate, household):
    """A household of five without members has not no girl: nobody knows."""
    row = create(rule("nbPersonnes", "=", 0, personnes=GIRLS))
    [verdict] = evaluate(row)["details"]
    assert (verdict["valeurReelle"], verdict["valide"]) == (None, False)
    Household.objects.update(taille_menage=1)
    [verdict] = evaluate(row)["details"]
    assert (verdict["valeurReelle"], verdict["valide"]) == (0, True)


def test_an_evaluation_keeps_its_version_and_counts(api, cast, create, evaluate, household):
    row = create(POOR, RURAL)
    evaluate(row)
    api(cast.admin).put(f"{PATH}/{row.id}", {"rules": [rule("age", ">", 90)]})
    evaluate(row)
    first, second = Evaluation.objects.order_by("id").select_related("version")
    assert (first.version.numero, first.eligibles, first.menage_id) == (1, 1, household.id)
    assert set(first.regles_validees) == set(first.version.regles.values_list("id", flat=True))
    assert (second.version.numero, second.eligibles, second.regles_validees) == (2, 0, [])
    data = api(cast.admin).get(f"{PATH}/{row.id}").json()["data"]
    assert (data["nbEvaluations"], data["nbEligibles"], data["tauxEligibilite"]) == (2, 1, 50.0)
    assert data["derniereEvaluation"]
    stats = api(cast.admin).get("/api/eligibility/stats").json()["data"]
    assert stats["global"]["totalEvaluations"] == 2
    assert stats["mostUsed"][0]["id"] == str(row.id)


def test_one_of_two_ways_and_a_household_in_sight(api, cast, create, eastern, household, programme):
    row, caller = create(POOR), api(cast.agent_west)
    path = f"{EVALUATE}/menage/{household.id}"
    for body in ({}, {"ruleSetId": None}, {"ruleSetId": str(row.id), "programmeId": str(programme.id)}):
        assert caller.post(path, body).json()["code"] == "VALIDATION_ERROR"
    assert caller.post(path, {"ruleSetId": str(household.id)}).status_code == 400
    assert caller.post(f"{EVALUATE}/menage/{eastern.id}", {"ruleSetId": str(row.id)}).status_code == 404
    assert not Evaluation.objects.exists()


@pytest.fixture
def many(country):
    """Six households: west of scores 10, 20 and none, east of 20 and 80, and one of a project that scores nobody."""
    closed = Project.objects.create(code="C", nom="C", peut_scorer=False)
    rows = [
        Household(
            code_menage=f"H-{place}",
            taille_menage=1,
            region=region,
            score_pmt=score,
            categorie_pauvrete=category,
            projet=project,
            statut="valide",
            eligible_programme=False,
        )
        for place, (region, score, category, project) in enumerate(
            [
                (country.west, 10, "extreme_pauvre", None),
                (country.west, 20, "pauvre", None),
                (country.west, None, None, None),
                (country.east, 20, "pauvre", None),
                (country.east, 80, "non_pauvre", None),
                (country.east, 5, "extreme_pauvre", closed),
            ]
        )
    ]
    return Household.objects.bulk_create(rows)


def test_many(api, cast, country, create, many):
    row = create(rule("scorePmt", "<=", 20))
    caller = api(cast.admin)
    data = caller.post(f"{EVALUATE}/batch", {"ruleSetId": str(row.id)}).json()["data"]
    assert (data["total"], data["eligible"], data["nonEligible"], data["tauxEligibilite"]) == (6, 4, 2, 66.67)
    assert data["parRegion"] == [
        {"region": "Bafatá", "total": 3, "eligibles": 2},
        {"region": "Oio", "total": 3, "eligibles": 2},
    ]
    assert {each["categorie"]: each["eligibles"] for each in data["parCategorie"]} == {
        "extreme_pauvre": 2,
        "pauvre": 2,
        "non_pauvre": 0,
        None: 0,
    }
    assert (data["modifies"], Household.objects.filter(eligible_programme=True).count()) == (None, 0)
    west = caller.post(
        f"{EVALUATE}/batch",
        {"ruleSetId": str(row.id), "filters": {"region": str(country.west.id), "statut": "valide"}},
    )
    assert west.json()["data"]["total"] == 3
    mine = api(cast.agent_west).post(f"{EVALUATE}/batch", {"ruleSetId": str(row.id)}).json()["data"]
    assert [each["region"] for each in mine["parRegion"]] == ["Oio"]
    stored = RuleSet.objects.get(id=row.id)
    assert (stored.nb_evaluations, stored.nb_eligibles) == (12, 8)


def test_members_of_the_households_that_change_are_counted_anew(api, cast, create, many):
    Member.objects.bulk_create(
        Member(menage=each, nom_complet="M", lien_parente="fille", sexe="F", age=12) for each in many[1:4]
    )
    Household.objects.filter(id=many[1].id).update(eligible_programme=True)
    row = create(rule("nbPersonnes", ">=", 1, personnes=GIRLS))
    with CaptureQueriesContext(connection) as asked:
        answer = api(cast.admin).post(f"{EVALUATE}/batch", {"ruleSetId": str(row.id), "updateEligibility": True})
    assert answer.json()["data"]["modifies"] == 2
    found = Household.objects.filter(eligible_programme=True).order_by("code_menage")
    assert list(found.values_list("code_menage", flat=True)) == ["H-1", "H-2", "H-3"]
    [written] = [each["sql"] for each in asked if each["sql"].startswith("UPDATE registry_menage")]
    assert "WHERE membre.menage_id IN (SELECT id FROM bulk_locked)" in written


def test_eligibility_is_written_where_it_changes(api, cast, create, many):
    row = create(rule("scorePmt", "<=", 20))
    Household.objects.filter(code_menage__in=["H-0", "H-4"]).update(eligible_programme=True)
    body = {"ruleSetId": str(row.id), "updateEligibility": True}
    data = api(cast.admin).post(f"{EVALUATE}/batch", body).json()["data"]
    assert data["modifies"] == 3, "H-1 and H-3 are in, H-4 is out; H-5 is of a project that scores nobody"
    written = Household.objects.filter(eligible_programme=True).order_by("code_menage")
    assert list(written.values_list("code_menage", flat=True)) == ["H-0", "H-1", "H-3"]
    assert api(cast.admin).post(f"{EVALUATE}/batch", body).json()["data"]["modifies"] == 0


def test_unchanged_rows_are_not_written(cast, create, many):
    row = create(rule("scorePmt", "<=", 20))

    def versions():
        with connection.cursor() as cursor:
            cursor.execute("SELECT code_menage, xmin::text, ctid::text FROM registry_menage ORDER BY 1")
            return {code: rest for code, *rest in cursor.fetchall()}

    before = versions()
    evaluate_batch(version=find_current_version(row.id), filters={}, is_update=True, user=cast.admin)
    after = versions()
    assert {code for code in before if before[code][1] != after[code][1]} == {"H-0", "H-1", "H-3"}


def test_who_may_write_eligibility_and_by_what(api, cast, create, many):
    def refused(caller, row):
        body = {"ruleSetId": str(row.id), "updateEligibility": True}
        return api(caller).post(f"{EVALUATE}/batch", body).json()["code"]

    assert refused(cast.reader_west, create(POOR)) == "FORBIDDEN"
    assert refused(cast.admin, create()) == "INVALID_STATUS"
    assert refused(cast.admin, create(POOR, actif=False)) == "INVALID_STATUS"
    assert refused(cast.admin, create(POOR, estTemplate=True)) == "INVALID_STATUS"
    assert not Household.objects.filter(eligible_programme=True).exists()


def test_a_job_gives_the_same(api, cast, create, many):
    row = create(rule("scorePmt", "<=", 20))
    answer = api(cast.admin).post(f"{EVALUATE}/batch?async=1", {"ruleSetId": str(row.id), "updateEligibility": True})
    assert answer.status_code == 202
    execute_job(answer.json()["data"]["jobId"])
    result = Job.objects.get().resultat
    assert (result["total"], result["eligible"], result["modifies"]) == (6, 4, 3)
    west = api(cast.agent_west).post(f"{EVALUATE}/batch?async=1", {"ruleSetId": str(row.id)}).json()["data"]["jobId"]
    execute_job(west)
    assert Job.objects.get(id=west).resultat["total"] == 3, "as far as its user sees"


def test_what_was_evaluated_is_read_within_ones_regions(api, cast, create, many):
    row = create(rule("scorePmt", "<=", 20, nom="Pauvre"), rule("tailleMenage", ">", 0, nom="Peuplé"))
    caller, west = api(cast.admin), api(cast.agent_west)
    household = Household.objects.filter(region__in=cast.agent_west.region_ids).first()
    foreign = Household.objects.exclude(region__in=cast.agent_west.region_ids).first()
    for one in (household, foreign):
        assert caller.post(f"{EVALUATE}/menage/{one.id}", {"ruleSetId": str(row.id)}).status_code == 200
    caller.post(f"{EVALUATE}/batch", {"ruleSetId": str(row.id), "updateEligibility": True})
    path = f"/api/eligibility/rulesets/{row.id}/evaluations"
    batch, _second, first = caller.get(path).json()["data"]
    assert (batch["total"], batch["menage"], batch["modifies"], batch["version"]) == (6, None, 3, 1)
    assert first["menage"] == {"id": str(household.id), "code": household.code_menage}
    assert "Peuplé" in first["reglesValidees"]
    seen = west.get(path).json()
    assert ([one["total"] for one in seen["data"]], seen["data"][0]["modifies"]) == ([3, 1], None)
    own = west.get(f"/api/menages/{household.id}/evaluations").json()["data"]
    assert [one["id"] for one in own] == [first["id"]]
    assert west.get(f"/api/menages/{foreign.id}/evaluations").status_code == 404
    kept = caller.delete(f"/api/eligibility/rulesets/{row.id}")
    assert kept.json()["code"] == "HAS_DEPENDENCIES"


def test_a_job_evaluates_the_version_that_was_asked_for(api, cast, create, many):
    """It counts by it whatever has changed since, and writes nothing by rules that are no longer those of the set."""
    row = create(rule("scorePmt", "<=", 20))
    caller = api(cast.admin)
    counted, written = (
        caller.post(f"{EVALUATE}/batch?async=1", {"ruleSetId": str(row.id), "updateEligibility": one}).json()["data"]
        for one in (False, True)
    )
    changed = caller.put(f"/api/eligibility/rulesets/{row.id}", {"rules": [rule("scorePmt", "<=", 1)]})
    assert changed.status_code == 200, changed.content
    execute_job(counted["jobId"])
    result = Job.objects.get(id=counted["jobId"]).resultat
    assert (result["version"], result["eligible"]) == (1, 4)
    before = Household.objects.filter(eligible_programme=True).count()
    execute_job(written["jobId"])
    job = Job.objects.get(id=written["jobId"])
    assert (job.statut, "ont changé" in job.erreur) == ("echoue", True)
    assert Household.objects.filter(eligible_programme=True).count() == before


def test_simulated_over_all(api, cast, create, many):
    body = {
        "rules": [
            {"champ": "scorePmt", "operateur": "<=", "valeur": 20},
            {"champ": "tailleMenage", "operateur": ">", "valeur": 1},
        ],
        "logique": "OR",
        "menageIds": [],
        "limit": 2,
    }
    data = api(cast.admin).post("/api/eligibility/simulate", body).json()["data"]
    assert (data["totalEvalues"], data["eligibles"], data["tauxEligibilite"]) == (6, 4, 66.67)
    assert [each["valides"] for each in data["parRegle"]] == [4, 0]
    assert [(each["code"], each["eligible"], each["score"]) for each in data["preview"]] == [
        ("H-5", True, 50.0),
        ("H-4", False, 0.0),
    ]
    two = body | {"menageIds": [str(many[0].id), str(many[3].id)]}
    assert api(cast.admin).post("/api/eligibility/simulate", two).json()["data"]["totalEvalues"] == 2
    west = api(cast.agent_west).post("/api/eligibility/simulate", two).json()["data"]
    assert (west["totalEvalues"], [each["code"] for each in west["preview"]]) == (1, ["H-0"])
    assert not Evaluation.objects.exists()
    unknown = {"rules": [{"champ": "champInconnu", "operateur": ">=", "valeur": 1}]}
    assert api(cast.admin).post("/api/eligibility/simulate", unknown).json()["code"] == "VALIDATION_ERROR"


@pytest.mark.django_db(transaction=True)
def test_counters_are_exact_when_many_evaluate(api, cast, create, household):
    row = create(POOR)
    path, body = f"{EVALUATE}/menage/{household.id}", {"ruleSetId": str(row.id)}
    caller = api(cast.admin)
    answers = together(6, lambda: caller.post(path, body).status_code)
    assert answers == [200] * 6
    stored = RuleSet.objects.get(id=row.id)
    assert (stored.nb_evaluations, stored.nb_eligibles, Evaluation.objects.count()) == (6, 6, 6)
