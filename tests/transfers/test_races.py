"""Enrolling, coming back and changing at once: one order of locks, and what is locked is read afterwards."""

import threading

import pytest
from django.db import OperationalError, connection, transaction

from registry.households.models import Household
from registry.projects.models import Project
from tests.threads import in_thread, together, wait_for_a_wait
from tests.transfers.enrolment.test_bulk_enroll import valid
from transfers.beneficiaries import services as beneficiaries
from transfers.beneficiaries.duplicates.locks import lock_mobile_accounts
from transfers.beneficiaries.models import Beneficiary
from transfers.enrolment import services as enrolment
from transfers.programmes.models import Programme

pytestmark = pytest.mark.django_db(transaction=True)
PATH = "/api/beneficiaires"
LEFT = {"statut_enrolement": "sorti", "motif_sortie": "décès", "date_sortie": "2025-01-01T00:00Z"}


def after(begun, first, then):
    """What two give who run at once, the second when the first has `begun`."""

    def side(number):
        if number:
            assert begun.wait(60)
            return then()
        return first()

    return together(2, side, numbered=True)


@pytest.mark.parametrize("act", ["enrol", "create", "change", "PUT", "suspend"])
def test_a_project_that_is_archived_meanwhile_takes_nothing(api, cast, programme, ready, act):
    caller, begun, home = api(cast.admin), threading.Event(), str(ready.id)
    Household.objects.filter(id=ready.id).update(eligible_programme=True)
    one = f"/api/programmes/{programme.id}"
    if act == "change":
        row = Beneficiary.objects.create(code="TM-9", menage=ready, programme=programme, nom_complet="Antiga")
    acts = {
        "enrol": lambda: caller.post(f"{one}/enroler", {"menageIds": [home]}),
        "create": lambda: caller.post(PATH, {"nomComplet": "N", "menageId": home, "programmeId": str(programme.id)}),
        "change": lambda: caller.put(f"{PATH}/{row.id}", {"telephone": "955000009"}),
        "PUT": lambda: caller.put(one, {"description": "N"}),
        "suspend": lambda: caller.post(f"{one}/suspendre"),
    }

    def archive():
        with transaction.atomic():
            Programme.objects.update(nom="N")
            Beneficiary.objects.update(numero_op_b="1")
            Project.objects.update(lecture_seule=True)
            begun.set()
            wait_for_a_wait()

    answer = after(begun, archive, acts[act])[1]
    assert answer.json().get("code") == "READ_ONLY_PROJECT", answer.content


@pytest.fixture
def two(programme, country):
    """TM begins after TX, which was made later; V-0 is for both, V-1 for TM only."""
    other = Programme.objects.create(
        code="TX", nom="T", statut="actif", projet=programme.projet, date_debut="2024-01-01", seuil_pmt_max=20
    )
    for row, score in zip(valid(country.west, 2), (10, 30), strict=True):
        Household.objects.filter(id=row.id).update(score_pmt=score)
    return programme, other


def test_programmes_are_locked_in_one_order(api, cast, two, ready, monkeypatch):
    """Newcomers go into TX, then into TM; who comes back to both goes by ids. Nobody waits for the other for ever."""
    rows = [
        Beneficiary.objects.create(code=f"T-{n}", menage=ready, programme=row, nom_complet="F", **LEFT)
        for n, row in enumerate(two)
    ]
    caller, begun, perform = api(cast.agent_west), threading.Event(), enrolment.perform_enrolment

    def first_then_wait(*given):
        done = perform(*given)
        if not begun.is_set():
            begun.set()
            wait_for_a_wait()
        return done

    monkeypatch.setattr(enrolment, "perform_enrolment", first_then_wait)
    made, moved = after(
        begun,
        lambda: caller.post(f"{PATH}/import/from-menages").json(),
        lambda: caller.post(f"{PATH}/bulk-action", {"ids": [str(row.id) for row in rows], "action": "activer"}).json(),
    )
    assert (made["data"]["nbCreated"], moved["data"]["success"]) == (2, 2)


def test_a_newcomer_who_is_enrolled_meanwhile_is_none(api, cast, two):
    """He was chosen for TX while another put him into TM: he is in one programme."""
    caller, begun = api(cast.agent_west), threading.Event()
    home = Household.objects.get(code_menage="V-0")

    def enrol():
        with transaction.atomic():
            enrolment.enrol_into_programme(programme=two[0], ids=[home.id], limit=None, user=cast.agent_west)
            begun.set()
            wait_for_a_wait()

    made = after(begun, enrol, lambda: caller.post(f"{PATH}/import/from-menages").json()["data"])[1]
    assert made["nbCreated"] == 1
    assert list(Beneficiary.objects.filter(menage=home).values_list("programme__code", flat=True)) == ["TM"]


def test_an_account_s_turn_comes_before_the_programme(api, cast, country, programme, ready, monkeypatch):
    home = Household.objects.create(code_menage="O-2", taille_menage=2, region=country.west, statut="valide")
    row = Beneficiary.objects.create(code="TM-9", menage=ready, programme=programme, nom_complet="Antiga", **LEFT)
    caller, begun, ask = api(cast.agent_west), threading.Event(), beneficiaries.require_no_duplicates

    def wait_then_ask(sought, user):
        if not begun.is_set():
            begun.set()
            wait_for_a_wait()
        return ask(sought, user)

    monkeypatch.setattr(beneficiaries, "require_no_duplicates", wait_then_ask)
    sent = {"nomComplet": "Nova", "menageId": str(home.id), "programmeId": str(programme.id)}
    made, back = after(
        begun,
        lambda: caller.post(PATH, sent | {"compteMobile": "955000001"}),
        lambda: caller.put(f"{PATH}/{row.id}", {"compteMobile": "955000001", "statutEnrolement": "actif"}),
    )
    assert (made.status_code, back.json()["code"]) == (201, "DUPLICATES_DETECTED"), made.content


def test_many_accounts_take_few_locks(db):
    """The table of locks is the whole server's: ten thousand turns would leave none to the others."""
    with transaction.atomic(), connection.cursor() as cursor:
        lock_mobile_accounts(*(f"+24595500{n:04d}" for n in range(5_000)), None, "")
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
        assert 0 < cursor.fetchone()[0] <= 256


def test_nobody_comes_back_to_what_is_closed_meanwhile(api, cast, programme, ready):
    row = Beneficiary.objects.create(code="TM-9", menage=ready, programme=programme, nom_complet="Antiga", **LEFT)
    caller, begun = api(cast.agent_west), threading.Event()

    def close():
        with transaction.atomic():
            Programme.objects.update(statut="cloture")
            begun.set()
            wait_for_a_wait()

    answer = after(begun, close, lambda: caller.post(f"{PATH}/{row.id}/activate"))[1]
    assert answer.json().get("code") == "INVALID_STATUS"
    row.refresh_from_db()
    assert row.statut_enrolement == "sorti"


def test_a_field_that_is_not_on_the_map_does_not_wait_for_the_household(beneficiary):
    """The map's cells hold a household only for who counts in another cell now."""

    def change(**values):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '1s'")
            Beneficiary.objects.filter(id=beneficiary.id).update(**values)

    def hold(ready, over):
        with transaction.atomic():
            Household.objects.filter(id=beneficiary.menage_id).update(taille_menage=9)
            ready.set()
            over.wait(60)

    with in_thread(hold):
        change(telephone="+245955000009")
        with pytest.raises(OperationalError):
            change(statut_enrolement="suspendu")
    assert Beneficiary.objects.filter(telephone="+245955000009", statut_enrolement="actif").exists()
