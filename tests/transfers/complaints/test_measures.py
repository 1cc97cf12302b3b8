"""A resolution proposes a measure, which is done by its own operation and by who may; differences become complaints."""

import pytest

from accounts.notifications.models import Notification
from registry.households.models import Household
from tests.conftest import make_user
from transfers.complaints.models import Complaint


@pytest.fixture
def about_home(handled, country):
    home = Household.objects.create(code_menage="H-1", taille_menage=3, region=country.west)
    Complaint.objects.update(menage=home)
    return handled


def test_a_measure_is_done_by_who_may_and_seen_to_be_done(about_home, send, country, cast):
    home = Household.objects.get()
    measure = send("post", f"{about_home}/mesures", status=201, type="rouvrir_collecte")["data"]
    assert measure["adresse"] == f"/api/menages/{home.id}/rouvrir-collecte"
    assert Notification.objects.filter(user=cast.supervisor_west, data__plainteId=about_home.split("/")[1]).exists()
    path = f"{about_home}/mesures/{measure['id']}"
    assert send("post", path, cast.agent_west, 403, statut="faite")["code"] == "FORBIDDEN"
    assert send("post", path, status=400, statut="faite")["code"] == "INVALID_STATUS"
    Household.objects.update(statut_collecte="pre_collecte" if home.statut_collecte != "pre_collecte" else "valide")
    manager = make_user("ROLE_SUPERVISEUR", country.west)
    assert send("post", path, manager, statut="faite")["data"]["statut"] == "faite"
    told = Notification.objects.filter(title="Une mesure est décidée").values_list("user_id", flat=True)
    assert set(told) == {cast.supervisor_west.id, cast.agent_west.id}
    assert send("post", path, status=400, statut="ecartee")["code"] == "INVALID_STATUS"
    assert [one["statut"] for one in send("get", f"{about_home}/mesures")["data"]] == ["faite"]


def test_a_measure_needs_what_it_is_about_and_is_proposed_once(about_home, send):
    for kind in ("relancer_paiement", "corriger_compte"):
        assert send("post", f"{about_home}/mesures", status=400, type=kind)["details"].keys() == {"type"}
    send("post", f"{about_home}/mesures", status=201, type="rouvrir_collecte")
    assert send("post", f"{about_home}/mesures", status=400, type="rouvrir_collecte")["code"] == "INVALID_STATUS"


def test_a_measure_is_set_aside(about_home, send):
    measure = send("post", f"{about_home}/mesures", status=201, type="rouvrir_collecte")["data"]
    assert send("post", f"{about_home}/mesures/{measure['id']}", statut="ecartee")["data"]["statut"] == "ecartee"


def test_what_is_gone_was_not_changed_by_a_measure(about_home, send, country):
    measure = send("post", f"{about_home}/mesures", status=201, type="rouvrir_collecte")["data"]
    Complaint.objects.update(menage=None)
    path, manager = f"{about_home}/mesures/{measure['id']}", make_user("ROLE_SUPERVISEUR", country.west)
    assert send("post", path, manager, 400, statut="faite")["code"] == "INVALID_STATUS"
    assert send("post", path, manager, statut="ecartee")["data"]["statut"] == "ecartee"


def test_a_complaint_about_targeting_shows_its_score_to_who_may_read_it(take, send, country, cast):
    home = Household.objects.create(code_menage="H-2", taille_menage=3, region=country.west)
    path = f"plaintes/{take(categorie='ciblage', menageId=str(home.id))['id']}"
    assert send("get", path)["data"]["ciblage"] is None
    assert send("get", path, make_user("ROLE_USER", country.west))["data"]["paiement"] is None
