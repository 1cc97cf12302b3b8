"""Cases: who writes and reads them, what is kept, and that no other role sees one."""

from datetime import date

import pytest
from django.db import connection, transaction
from django.db.utils import ProgrammingError
from django.utils import timezone

from accounts.audit.models import Trace
from accounts.idempotency.models import IdempotencyKey
from analysis.vbg.cases.api import become_case_role, count_open_cases, erase_old_cases
from analysis.vbg.cases.models import Case, CubeCell, ServiceCell
from analysis.vbg.cases.queries import hide_services, name_places
from analysis.vbg.directory.api import open_case_counters
from config.locks import Lock
from config.postgis.base import get_connection
from geo.facilities.models import VbgService
from tests.accounts.backoffice.conftest import sign_in
from tests.analysis.vbg.cases import add_cases
from tests.conftest import make_user

PATH = "/api/vbg-cas"


@pytest.fixture
def service(country):
    return VbgService.objects.create(nom="S", code="S1", type="ong", region=country.west, secteur=country.north)


def stored(**fields):
    with become_case_role():
        return list(Case.objects.filter(**fields))


def totals(model):
    with become_case_role():
        return sum(row.nombre for row in model.objects.all()), sum(row.cles for row in model.objects.all())


def write(caller, **more):
    return caller.post(PATH, {"date": "2025-03-10", "rubrique": "mariage_force", "sexe": "F"} | more)


def test_a_case_takes_the_areas_of_its_service_and_keeps_its_month(country, cast, api, service):
    made = write(api(cast.admin), service=str(service.id), trancheAge="12-17")
    assert made.status_code == 201, made.content
    case = stored()[0]
    assert str(case.id) == made.json()["data"]["id"] and case.id.version == 4
    assert (case.region_id, case.secteur_id, case.mois) == (country.west.id, country.north.id, date(2025, 3, 1))
    assert (case.tranche_age, case.statut) == ("12-17", "en_cours")
    assert totals(CubeCell) == totals(ServiceCell) == (1, case.cle)


def test_a_key_writes_one_case_and_leaves_nothing_beside_it(country, cast, api, service):
    caller, sent = api(cast.admin), {"date": "2025-03-10", "rubrique": "mariage_force", "service": str(service.id)}

    def send(key, caller=caller, **more):
        return caller.post(PATH, sent | more, headers={"Idempotency-Key": key})

    first, again = send("a"), send("a")
    assert (first.status_code, first.json()) == (again.status_code, again.json()) and first.status_code == 201
    assert (first.get("Idempotency-Replayed"), again["Idempotency-Replayed"]) == (None, "true")
    refused = send("a", rubrique="autre")
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert send("x" * 256).status_code == 400
    other = [send("b"), send("a", api(cast.vbg))]
    assert len({answer.json()["data"]["id"] for answer in (first, *other)}) == len(stored()) == 3
    assert {case.id.version for case in stored()} == {4} and not IdempotencyKey.objects.exists()
    assert Trace.objects.filter(model="saisie_cas_vbg").count() == 3


def test_who_writes_does_not_read(cast, api, service):
    identity = write(api(cast.admin), service=str(service.id)).json()["data"]["id"]
    for path in (PATH, f"{PATH}/{identity}"):
        assert api(cast.admin).get(path, {"motif": "suivi"}).status_code == 403
        assert api(cast.agent_west).get(path, {"motif": "suivi"}).status_code == 403
    assert write(api(cast.agent_west), service=str(service.id)).status_code == 403


def test_each_reading_is_recorded_with_its_purpose(country, cast, api, service):
    caller = api(cast.vbg)
    identity = write(caller, service=str(service.id)).json()["data"]["id"]
    add_cases(2, country.east)
    for path in (PATH, f"{PATH}/{identity}"):
        assert caller.get(path).status_code == 400 and caller.get(path, {"motif": "Fatu"}).status_code == 400
    assert not Trace.objects.filter(action="lecture").exists()
    listed = caller.get(PATH, {"motif": "suivi"}).json()
    assert [row["id"] for row in listed["data"]] == [identity] and listed["pagination"]["total"] == 1
    shown = caller.get(f"{PATH}/{identity}", {"motif": "orientation"}).json()["data"]
    assert shown["mois"] == "2025-03-01" and "cle" not in shown
    entries = list(Trace.objects.filter(action="lecture").order_by("numero"))
    assert [entry.details["motif"] for entry in entries] == ["suivi", "orientation"]
    assert all(entry.utilisateur_id == cast.vbg.id and str(entry.objet) == identity for entry in entries)
    other = stored(region_id=country.east.id)[0].id
    assert caller.get(f"{PATH}/{other}", {"motif": "suivi"}).status_code == 404
    assert caller.put(f"{PATH}/{other}", {"statut": "clos"}).status_code == 404
    assert caller.delete(f"{PATH}/{other}").status_code == 404
    told = " ".join(str(entry.details) + str(entry.changements) for entry in Trace.objects.all())
    assert "mariage_force" not in told


def test_a_service_that_the_reader_does_not_see_is_not_told(country, cast, api, service, django_assert_num_queries):
    """Neither is its sector, unless the case has one of its own; nor is a filter an oracle of either."""
    shelter = VbgService.objects.create(
        nom="H", code="H1", type="hebergement", region=country.west, secteur=country.north
    )
    for known in (service, shelter):
        add_cases(1, country.west, service_id=known.id, secteur_id=country.north.id)
    add_cases(1, country.west, service_id=shelter.id, secteur_id=country.south.id)
    caller = api(cast.vbg)

    def read(**filters):
        rows = caller.get(PATH, {"motif": "suivi"} | filters).json()["data"]
        return {(row["service"], row["secteur"]) for row in rows}

    seen, hidden, north, south = (str(row.id) for row in (service, shelter, country.north, country.south))
    assert read() == {(seen, north), (hidden, north), (hidden, south)} and len(read(service=hidden)) == 2
    right = "vbg.voir_services_restreints"
    cast.vbg.role.permissions = [one for one in cast.vbg.role.permissions if one != right]
    cast.vbg.role.save()
    assert read() == {(seen, north), (None, None), (None, south)}
    assert read(service=hidden) == set() and read(service=seen) == read(secteur=north) == {(seen, north)}
    one = stored(service_id=shelter.id, secteur_id=country.north.id)[0].id
    shown = caller.get(f"{PATH}/{one}", {"motif": "suivi"}).json()["data"]
    assert (shown["service"], shown["secteur"]) == (None, None)
    rows, _known = stored(), (cast.vbg.permissions, cast.vbg.region_ids)
    with django_assert_num_queries(1):
        hide_services(rows, cast.vbg)
    assert {row.service_id for row in rows} == {service.id, None}


def test_cases_are_found_by_reference_month_and_place(country, cast, api, service, django_assert_num_queries):
    caller = api(cast.vbg)
    add_cases(2, country.west, mois=date(2025, 4, 1))
    identity = write(caller, service=str(service.id)).json()["data"]["id"]

    def read(**filters):
        return caller.get(PATH, {"motif": "suivi"} | filters).json()["data"]

    [row] = read(reference=identity[:8])
    assert (row["reference"], row["serviceNom"], row["statut"]) == (identity[:8].upper(), "S", "en_cours")
    assert (row["regionNom"], row["secteurNom"]) == (country.west.nom, country.north.nom)
    assert read(reference=row["reference"][:6]) == [row] and read(reference="Fatu") == []
    assert read(dateDebut="2025-03-01", dateFin="2025-03-01") == read(service=row["service"]) == [row]
    assert read(dateDebut="2025-03-15", dateFin="2025-03-20") == [row]  # months are whole
    assert len(read(dateDebut="2025-03-01")) == len(read(region=row["region"])) == 3
    assert caller.get(PATH, {"motif": "suivi", "dateDebut": "2025-04-01", "dateFin": "2025-03-01"}).status_code == 400
    rows, _known = stored(), (cast.vbg.permissions, cast.vbg.region_ids)
    with django_assert_num_queries(3):
        name_places(rows, cast.vbg)


def test_the_administration_shows_readings_to_who_watches_over_them(country, cast, api, service):
    """Who read, when and why: not which case, where or how many, nor by a search for them."""
    vbg, watcher = api(cast.vbg), make_user("ROLE_SUPER_ADMIN")
    identity = write(vbg, service=str(service.id)).json()["data"]["id"]
    vbg.get(PATH, {"motif": "controle", "service": str(service.id)})
    client, _entered = sign_in(watcher)
    pages = [client.get("/admin/accounts/trace/", {"model": "cas_vbg", **asked}) for asked in ({}, {"q": identity})]
    shown, searched = (page.context["cl"].result_list for page in pages)
    [entry] = shown
    assert (entry.action, entry.utilisateur, entry.details) == ("lecture", cast.vbg, {"motif": "controle"})
    assert (entry.objet, entry.racine, entry.region_id, entry.nombre) == (None, None, None, None)
    assert list(searched) == []
    page = client.get(f"/admin/accounts/trace/{entry.pk}/change/").content.decode()
    assert cast.vbg.nom_complet in page and identity not in page


def test_the_history_does_not_count_cases_for_who_may_not_see_them(country, cast, api, service):
    """An entry of a writing is a case, with its day; one of a reading has a case's id, and shows in its region."""
    vbg = api(cast.vbg)
    identity = write(vbg, service=str(service.id)).json()["data"]["id"]
    vbg.put(f"{PATH}/{identity}", {"statut": "resolu"})
    vbg.get(f"{PATH}/{identity}", {"motif": "controle"})
    vbg.delete(f"{PATH}/{identity}")

    def read(caller, **query):
        return [one for one in caller.get("/api/audit", query).json()["data"] if "cas_vbg" in one["model"]]

    [seen] = read(api(make_user("ROLE_SUPER_ADMIN")))
    assert (seen["action"], seen["utilisateur"]["id"], seen["details"]) == (
        "lecture",
        str(cast.vbg.id),
        {"motif": "controle"},
    )
    assert (seen["objet"], seen["racine"], seen["nombre"]) == (None, None, None)
    for named in ({"objet": identity}, {"racine": identity}, {"model": "cas_vbg", "objet": identity}):
        assert read(api(make_user("ROLE_SUPER_ADMIN")), **named) == []
    assert read(api(make_user("ROLE_ADMIN", country.west))) == []
    cast.vbg.role.permissions = [*cast.vbg.role.permissions, "administration.audit"]
    cast.vbg.role.save()
    for named in ({}, {"objet": identity}, {"racine": identity}):
        assert identity in {one["objet"] for one in read(api(cast.vbg), action="lecture", **named)}


def test_a_status_changes_and_a_mistake_is_deleted_from_the_sums_too(cast, api, service):
    caller = api(cast.vbg)
    identity = write(caller, service=str(service.id)).json()["data"]["id"]
    assert caller.put(f"{PATH}/{identity}", {"statut": "perdu"}).status_code == 400
    assert caller.put(f"{PATH}/{identity}", {"statut": "resolu"}).status_code == 200
    with become_case_role():
        assert {row.statut: row.nombre for row in ServiceCell.objects.all()} == {"en_cours": 0, "resolu": 1}
    assert caller.delete(f"{PATH}/{identity}").status_code == 200
    assert totals(CubeCell) == totals(ServiceCell) == (0, 0)
    assert caller.delete(f"{PATH}/{identity}").status_code == 404


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"date": "2999-01-01"}, 400),
        ({"date": "1999-12-31"}, 400),
        ({"rubrique": "vol"}, 400),
        ({"service": "00000000-0000-7000-8000-000000000000"}, 400),
        ({"nom": "Fatu"}, 400),
        ({"trancheAge": "14"}, 400),
        ({}, 400),
    ],
)
def test_bad_bodies_are_refused(country, cast, api, fields, status):
    body = {"region": str(country.west.id)} if fields else {}
    assert write(api(cast.vbg), **body, **fields).status_code == status
    assert stored() == []


def test_areas_agree_and_lie_in_reach(country, cast, api, service):
    wrong = {"region": str(country.west.id), "secteur": str(country.cosse.id)}
    assert write(api(cast.admin), **wrong).status_code == 400
    assert write(api(cast.vbg), region=str(country.east.id)).status_code == 400
    assert stored() == []


def test_a_service_with_open_cases_is_not_deleted_and_leaves_its_closed_ones(cast, api, service):
    caller, path = api(cast.vbg), f"/api/services-vbg/{service.id}"
    identity = write(caller, service=str(service.id)).json()["data"]["id"]
    refused = caller.delete(path)
    assert refused.status_code == 400 and refused.json()["code"] == "HAS_DEPENDENCIES"
    assert "1" not in refused.json()["error"]
    caller.put(f"{PATH}/{identity}", {"statut": "clos"})
    held = []

    def count(identity):
        held.extend(get_connection().held_locks)
        return count_open_cases(identity)

    with open_case_counters.override(cases=count):
        assert caller.delete(path).status_code == 200
    assert held == [Lock.VBG_CASES, Lock.VBG_SERVICES], "no case is opened again between the count and the deletion"
    assert stored()[0].service_id is None and totals(CubeCell)[0] == 1


def test_old_cases_are_erased_and_their_sums_stay(country, settings):
    settings.VBG_CASE_KEEP_MONTHS = 12
    add_cases(7, country.west, mois=date(2020, 5, 1), statut="clos")
    add_cases(1, country.west, mois=date(2020, 5, 1))
    add_cases(1, country.west, mois=timezone.localdate().replace(day=1))
    before = totals(CubeCell)
    assert erase_old_cases() == 8
    assert len(stored()) == 1 and totals(CubeCell) == before
    with become_case_role():
        assert not ServiceCell.objects.filter(statut="en_cours", mois__year=2020, nombre__gt=0).exists()
    assert erase_old_cases() == 0


def test_no_other_role_sees_a_row_the_owner_of_the_tables_included(country):
    add_cases(3, country.west)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser') = 'on'")
        if cursor.fetchone()[0]:
            pytest.skip("row security holds for no superuser")
        for table in ("vbg.cas", "vbg.cube", "vbg.cube_rubriques", "vbg.suivi", "vbg.collecte"):
            cursor.execute(f"SELECT count(*) FROM {table}")
            assert cursor.fetchone() == (0,)
        cursor.execute("UPDATE vbg.cas SET statut = 'clos'")
        assert cursor.rowcount == 0
        with pytest.raises(ProgrammingError), transaction.atomic():
            cursor.execute(
                "INSERT INTO vbg.cas (region_id, mois, rubrique, tranche_age, sexe, statut)"
                " VALUES (%s, '2025-03-01', 'autre', '18+', 'F', 'clos')",
                [country.west.id],
            )
    assert len(stored()) == 3


def test_the_role_of_cases_sees_no_other_schema(country):
    with become_case_role(), connection.cursor() as cursor, pytest.raises(ProgrammingError), transaction.atomic():
        cursor.execute("SELECT count(*) FROM registry_menage")
