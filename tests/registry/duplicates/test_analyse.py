"""The analysis of many: what it finds, what it leaves, and that it adds nothing up."""

import json

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from accounts.jobs.types import JobCancelled, Progress
from config.ids import uuid7
from config.postgis.base import get_connection
from registry.duplicates import services
from registry.duplicates.analysis import services as analysis
from registry.duplicates.linkage import linker
from registry.duplicates.models import Pair
from registry.households.models import HeadOfHousehold, Household


def analyse(api, user, filters=None, **query):
    address = "/api/menages/analyse-doublons" + ("?async=1" if query else "")
    return api(user).post(address, {"filtres": filters} if filters else {})


def test_finds_the_double_and_nothing_else(api, cast, twins, others, monkeypatch, caplog):
    build = linker.Linker
    monkeypatch.setattr(linker, "Linker", lambda *given, **more: build(*given, **more | {"validate_settings": True}))
    answer = analyse(api, cast.admin)
    assert [record for record in caplog.records if record.name.startswith("splink")] == []
    assert answer.status_code == 200, answer.content
    assert answer.json()["data"] == {
        "menages": 5,
        "paires": 1,
        "certaines": 1,
        "aVerifier": 0,
        "ecrites": 1,
        "nouvelles": 1,
        "disparues": 0,
    }
    pair = Pair.objects.get()
    assert {pair.menage_a, pair.menage_b} == set(twins)
    assert pair.score > 95
    assert pair.niveaux["nom"] == "identique_village"
    assert pair.niveaux["annee"] == "proche"
    assert pair.niveaux["lieu"] == "maison"
    first = Household.objects.get(code_menage="D-1")
    assert float(first.score_doublon) == float(pair.score)
    assert first.resume_doublons == {"total": 1, "certains": 1, "aVerifier": 0, "ailleurs": None}
    assert "DOUBLON_PROBABLE" in first.problemes_qualite


def test_the_values_of_a_pair_are_calculated_once(api, cast, twins, others, monkeypatch):
    """Written out in each level, the members of a pair would be compared a dozen times."""
    run: list[str] = []
    rewrite = linker.calculate_values_once
    monkeypatch.setattr(linker, "calculate_values_once", lambda sql: run.append(rewrite(sql)) or run[-1])
    assert analyse(api, cast.admin).json()["data"]["ecrites"] == 1
    [query] = [sql for sql in run if "as gamma_personnes" in sql]
    calculated = ("shared_people(", "name_rest(", "shared_traits(", "known_traits(", "string_to_array(")
    assert [query.count(name) for name in calculated] == [4, 2, 1, 1, 2]
    # Nor are the sheets of a pair written beside its levels.
    assert f"AS SELECT COLUMNS('{linker.KEPT_COLUMNS}') FROM (WITH" in query
    monkeypatch.setattr(linker, "calculate_values_once", lambda sql: sql)
    assert analyse(api, cast.admin).json()["data"] | {"menages": 0} == {
        "menages": 0, "paires": 1, "certaines": 1, "aVerifier": 0, "ecrites": 0, "nouvelles": 0, "disparues": 0,
    }  # fmt: skip


def test_a_second_run_changes_nothing(api, cast, twins, others):
    analyse(api, cast.admin)
    pair, changed = Pair.objects.get(), Household.objects.get(code_menage="D-1").updated_at
    data = analyse(api, cast.admin).json()["data"]
    assert (data["paires"], data["ecrites"], data["disparues"]) == (1, 0, 0)
    assert Pair.objects.get().id == pair.id
    assert Household.objects.get(code_menage="D-1").updated_at == changed


def test_what_holds_no_longer_vanishes(api, cast, twins, others):
    analyse(api, cast.admin)
    HeadOfHousehold.objects.filter(menage=twins[1]).update(
        nom_complet="Braima Sanhá", sexe="M", age=70, telephone="+245966999999"
    )
    data = analyse(api, cast.admin).json()["data"]
    assert (data["paires"], data["disparues"]) == (0, 1)
    assert not Pair.objects.exists()
    first = Household.objects.get(code_menage="D-1")
    assert (first.score_doublon, first.resume_doublons) == (None, None)
    assert "DOUBLON_PROBABLE" not in first.problemes_qualite


def test_a_filter_leaves_the_others_alone(api, cast, country, twins, others):
    analyse(api, cast.admin)
    data = analyse(api, cast.admin, {"secteur": str(country.south.id)}).json()["data"]
    assert (data["menages"], data["paires"], data["disparues"]) == (0, 0, 0)
    assert Pair.objects.count() == 1
    assert analyse(api, cast.admin, {"secteur": "x"}).status_code == 400


def test_somebody_scoped_analyses_what_he_sees(api, cast, country, twins, make):
    Household.objects.filter(id=twins[1].id).update(region=country.east, secteur=country.cosse, localite=None)
    data = analyse(api, cast.supervisor_west).json()["data"]
    assert (data["menages"], data["paires"]) == (1, 0)
    assert analyse(api, cast.admin).json()["data"]["paires"] == 1
    # A pair with a household that he does not see is not his to see, nor to take away.
    assert api(cast.supervisor_west).get("/api/menages/doublons").json()["data"] == []
    assert analyse(api, cast.supervisor_west).json()["data"]["disparues"] == 0
    assert Pair.objects.count() == 1


def test_a_number_that_many_share_tells_nothing(api, cast, country, make):
    for n in range(8):
        make(
            f"S-{n}",
            f"Nome{'abcdefgh'[n] * 3} Apelido{'stuvwxyz'[n] * 3}",
            age=20 + n * 7,
            geom=None,
            taille_menage=1 + n,
        )
    assert analyse(api, cast.admin).json()["data"]["paires"] == 0


@pytest.mark.django_db(transaction=True)
def test_as_a_job(api, cast, twins):
    answer = analyse(api, cast.admin, wait=1)
    assert answer.status_code == 202
    job = Job.objects.get(id=answer.json()["data"]["jobId"])
    execute_job(job.id)
    execute_job(job.id)
    job.refresh_from_db()
    assert (job.statut, job.resultat["paires"]) == ("termine", 1), job.erreur
    json.dumps(job.resultat)


def test_a_job_that_is_stopped_changes_nothing(cast, twins):
    progress = Progress()
    progress.is_stop_requested = True
    with pytest.raises(JobCancelled), transaction.atomic():
        analysis.analyse_duplicates(query={}, user=cast.admin, progress=progress)
    assert not Pair.objects.exists()


def test_the_database_holds_a_pair_once_and_in_order(twins):
    a, b = sorted(twins, key=lambda row: row.id)
    Pair.objects.create(menage_a=a, menage_b=b, score=50, empreinte=uuid7())
    for pair in ((b, a), (a, a), (a, b)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Pair.objects.create(menage_a=pair[0], menage_b=pair[1], score=50, empreinte=uuid7())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM registry_menage WHERE id = %s", [a.id])
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM registry_doublon")
        assert cursor.fetchone()[0] == 0


def test_what_is_written_meanwhile_is_left_alone(cast, twins, make):
    """While the frame is linked one household is added, and one of the twins turns out to be somebody else."""
    steps = []

    def step():
        steps.append(1)
        if len(steps) == 3:
            added = make("D-3", "Fatu Jaló")
            HeadOfHousehold.objects.filter(menage=twins[0]).update(nom_complet="Augusto Mendes", sexe="M", age=70)
            HeadOfHousehold.objects.filter(menage=twins[0]).update(telephone=None)
            Household.objects.filter(id=twins[0].id).update(geom=None, localite=None)
            for household in (added, twins[0]):
                # Somebody else's transactions, in the one of the test.
                get_connection().forget_locks()
                services.search_duplicates(household_id=household.id, user=cast.admin)
            get_connection().forget_locks()

    analysis.prepare_sheets(Household.objects.all())
    analysis.find_duplicate_pairs(Household.objects.all(), step=step)
    found = {frozenset(codes) for codes in Pair.objects.values_list("menage_a__code_menage", "menage_b__code_menage")}
    assert (len(steps) > 3, found) == (True, {frozenset({"D-2", "D-3"})})


def test_a_part_is_weighed_as_the_whole(api, cast, country, twins, make):
    """How rare a name is does not depend on who was analysed before: namesakes elsewhere count without having been."""
    # The name's rarity, and not that of the place, tells of these.
    Household.objects.filter(id=twins[1].id).update(localite=None, geom=None)
    for n in range(5):
        make(f"S-{n}", age=20, telephone=None, localite=country.tande, secteur=country.south, geom=None)
    analyse(api, cast.admin, {"secteur": str(country.north.id)})
    alone = Pair.objects.get().score
    analyse(api, cast.admin)
    assert Pair.objects.get(menage_a__in=twins, menage_b__in=twins).score == alone


def test_an_unknown_filter_does_not_mean_everybody(api, cast, twins):
    answer = api(cast.admin).post("/api/menages/analyse-doublons", {"filtres": {"regions": "x"}})
    assert (answer.status_code, list(answer.json()["details"])) == (400, ["filtres.regions"])
    assert not Pair.objects.exists()


def test_of_a_double_in_another_region_only_that_there_is_one_is_told(api, cast, country, twins, make):
    here, there = twins
    away = {"region": country.east, "secteur": country.cosse, "localite": country.galomaro}
    Household.objects.filter(id=there.id).update(**away)
    analyse(api, cast.admin)
    assert Pair.objects.get().score > 90
    for reader, household in ((cast.supervisor_west, here), (cast.agent_east, there)):
        shown = api(reader).get(f"/api/menages/{household.id}").json()["data"]
        assert shown["scoreDoublon"] == 90, "not how alike they are"
        assert shown["resumeDoublons"] == {"total": 0, "certains": 0, "aVerifier": 0, "ailleurs": "certain"}
        assert "DOUBLON_PROBABLE" in {problem["code"] for problem in shown["problemesQualite"]}
        assert api(reader).get(f"/api/menages/{household.id}/doublons").json()["total"] == 0
    third = make("D-3", age=43)
    analyse(api, cast.admin)
    here.refresh_from_db()
    near = Pair.objects.get(menage_a__in=(here, third), menage_b__in=(here, third))
    assert (here.score_doublon, here.resume_doublons["total"]) == (max(near.score, 90), 1)
    assert here.resume_doublons["ailleurs"] == "certain"


def last_search(api, user):
    return api(user).get("/api/menages/doublons/recherche").json()["data"]


def test_the_last_search_is_told_to_whom_it_covered(api, cast, twins, others):
    nothing = {"faiteLe": None, "menages": None, "paires": None}
    assert last_search(api, cast.admin) == nothing
    analyse(api, cast.admin, {"milieu": "urbain"})
    assert last_search(api, cast.admin) == nothing  # of a part only
    analyse(api, cast.supervisor_west)
    assert last_search(api, cast.admin) == nothing
    found = last_search(api, cast.supervisor_west)
    assert (found["menages"], found["paires"]) == (5, 1)
    analyse(api, cast.admin)
    assert last_search(api, cast.admin)["menages"] == 5
    # Beyond one's own regions only the day is told.
    beyond = last_search(api, cast.supervisor_west)
    assert beyond["faiteLe"] > found["faiteLe"]
    assert (beyond["menages"], beyond["paires"]) == (None, None)
    assert last_search(api, cast.agent_east)["menages"] is None


def test_a_pair_tells_how_far_apart_its_positions_are(api, cast, twins, others):
    analyse(api, cast.admin)
    pair = Pair.objects.get()
    shown = api(cast.admin).get(f"/api/menages/doublons/{pair.id}").json()["data"]
    assert {place["latitude"] for place in shown["positions"].values()} == {12.75, 12.75003}
    assert shown["distance"] == pytest.approx(6.4, abs=0.2)
    Household.objects.filter(id=pair.menage_b_id).update(geom=None)
    shown = api(cast.admin).get(f"/api/menages/doublons/{pair.id}").json()["data"]
    assert (shown["positions"]["b"], shown["distance"]) == (None, None)
    assert shown["positions"]["a"] is not None
