"""Complaints about corruption: nothing of them is lost, and nothing tells of them to who may not read them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.notifications.models import Notification
from analysis.assistant.rules import choose_households, list_permissions
from analysis.assistant.types import Plan
from analysis.reports.queries import build_report
from analysis.reports.types import ReportScope
from config.sql import Queries
from registry.households.models import Household
from tests.conftest import make_user
from transfers import migrations
from transfers.complaints.deadlines.services import escalate_complaints
from transfers.complaints.map.checks import check_cells
from transfers.complaints.map.models import ComplaintCell
from transfers.complaints.models import Complaint, ComplaintMove
from transfers.complaints.queries import _list_summaries
from transfers.complaints.teams.models import TeamMember

CORRUPTION = {"categorie": "corruption", "objet": "Argent demandé"}


@pytest.fixture
def home(country):
    place = {"region": country.west, "secteur": country.south, "localite": country.tande}
    return Household.objects.create(code_menage="M-9", taille_menage=3, **place)


@pytest.fixture
def notified():
    """The users who have a notice of a complaint, by its id."""
    return lambda taken: set(
        Notification.objects.filter(data__plainteId=taken["id"]).values_list("user_id", "data__evenement")
    )


def test_who_may_not_read_corruption_can_say_that_it_is(take, send, team, members, cast, notified):
    taken = take()
    path = f"plaintes/{taken['id']}"
    send("post", f"{path}/assigner", equipe=str(team.id), membre=str(members[1].id))
    assert notified(taken) == {(cast.admin.id, "plainte.nouvelle"), (members[1].user_id, "plainte.assignee")}
    changed = send("put", path, cast.agent_west, categorie="corruption")["data"]
    assert (changed["categorie"], changed["statut"], changed["membre"]) == ("corruption", "nouvelle", None)
    send("get", path, cast.agent_west, 404)
    send("put", path, cast.agent_west, 404, categorie="service")
    # Notices of it are gone with the right to read it; who leads is told that it waits.
    leaders = (cast.admin, cast.supervisor_west)
    assert notified(taken) == {(leader.id, "plainte.nouvelle") for leader in leaders}
    assert [move["action"] for move in send("get", f"{path}/historique")["data"]][0] == "modification"


def test_category_and_place_change_at_once(handled, send, country):
    values = {"categorie": "corruption", "localiteId": str(country.tande.id)}
    changed = send("put", handled, **values)["data"]
    assert (changed["statut"], changed["membre"], changed["localite"]["id"]) == (
        "nouvelle",
        None,
        str(country.tande.id),
    )


def test_who_takes_it_at_a_desk_gives_its_code(take, send, cast, country):
    taken = take(cast.agent_west, **CORRUPTION)
    assert {"reference", "dateCreation", "echeance"} <= taken.keys()
    path = f"plaintes/{taken['id']}/recu"
    send("post", path, make_user("ROLE_AGENT", country.west), 404)
    lost, given = (send("post", path, cast.agent_west)["data"] for _each in range(2))
    assert given["reference"] == taken["reference"] and given["code"] != lost["code"]
    # Once somebody has done something about it, the code is the complainant's alone.
    send("post", path, cast.supervisor_west)
    send("post", path, cast.agent_west, 404)


def test_who_took_it_has_no_code_later_nor_of_one_that_became_secret(take, send, cast):
    old, changed, violence = take(cast.agent_west, **CORRUPTION), take(cast.agent_west), take(cast.agent_west)
    Complaint.objects.filter(id=old["id"]).update(date_creation=timezone.now() - timedelta(days=2))
    send("put", f"plaintes/{changed['id']}", categorie="corruption")
    send("post", f"plaintes/{violence['id']}/reclasser", cast.admin, categorie="vbg")
    for taken in (old, changed, violence, take(cast.agent_west, categorie="vbg")):
        send("post", f"plaintes/{taken['id']}/recu", cast.agent_west, 404)
    assert not Complaint.objects.exclude(empreinte_suivi=None).exists()


def test_it_holds_its_household_and_does_not_say_what_it_is(take, send, home, cast, country):
    taken = take(cast.agent_west, menageId=str(home.id), **CORRUPTION)
    # Who may not delete is not told that something does: who registered the household may be meant.
    seen = send("get", f"menages/{home.id}/check-dependencies", make_user("ROLE_ENQUETEUR", country.west))["data"]
    assert seen["canDelete"] is True and not any(seen["dependencies"].values())
    seen = send("get", f"menages/{home.id}/check-dependencies", cast.supervisor_west)["data"]
    assert (seen["canDelete"], seen["dependencies"]["plaintes"]) == (False, 0)
    assert seen["message"] == "Suppression impossible tant qu'il reste : 1 autre donnée."
    refused = send("delete", f"menages/{home.id}", cast.supervisor_west, 400)
    assert (refused["code"], refused["data"]["dependencies"]) == ("HAS_DEPENDENCIES", {"autresDonnees": 1})
    free = Household.objects.create(code_menage="M-8", taille_menage=2, region=home.region)
    sent = [str(home.id), str(free.id)]
    done = send("post", "menages/bulk-delete", cast.supervisor_west, ids=sent)["data"]
    assert (done["reussis"], done["echoues"]) == (1, 1)
    assert Complaint.objects.get(id=taken["id"]).menage_id == home.id


def test_deleting_a_village_does_not_count_it(take, api, cast, country):
    taken = take(cast.agent_west, localiteId=str(country.tande.id), **CORRUPTION)
    path = f"/api/localites/{country.tande.id}"
    assert api(cast.admin).delete(path).status_code == 204
    row = Complaint.objects.get(id=taken["id"])
    assert (row.localite_id, row.secteur_id) == (None, country.south.id)


def test_who_administers_accounts_is_not_told_of_late_ones(take, send, team, cast):
    """Nobody of the direction may read it: who leads is told so, and who could only give rights is not."""
    keeper = make_user("ROLE_ADMIN")
    keeper.role.permissions.remove("plaintes.voir_corruption")
    keeper.role.save()
    taken = take(cast.agent_west, **CORRUPTION)
    Complaint.objects.filter(id=taken["id"]).update(echeance="2020-01-01", equipe=team, niveau_escalade=1)
    Notification.objects.all().delete()
    assert escalate_complaints(timezone.localdate()) == 1
    unheard = Notification.objects.filter(data__evenement="plainte.sans_destinataire")
    assert cast.supervisor_west.id in unheard.values_list("user_id", flat=True)
    assert not Notification.objects.filter(user=keeper).exists()


def test_a_row_that_became_corruption_meanwhile_is_left_out(take, cast):
    taken = take()
    shown = {one.id for one in _list_summaries([taken["id"]], cast.agent_west)}
    assert len(shown) == 1
    Complaint.objects.update(categorie="corruption")
    assert _list_summaries([taken["id"]], cast.agent_west) == []
    assert len(_list_summaries([taken["id"]], cast.supervisor_west)) == 1


def test_reports_and_questions_leave_it_out(take, cast, country):
    take(**CORRUPTION)
    days = (timezone.localdate(), timezone.localdate())

    def list_figures(user):
        report = build_report(user, ReportScope("Ouest", None, country.west.id), days)
        return {figure.nom: figure.valeur for section in report.sections for figure in section.chiffres}

    assert list_figures(cast.supervisor_west)["de corruption"] == 1
    assert "de corruption" not in list_figures(cast.agent_west)
    plan = Plan(genre="compter", sujet="plaintes", filtres={"motif": ("corruption",)})
    assert "plaintes.voir_corruption" in list_permissions(plan)


def test_persons_with_others_have_no_list_of_households():
    """`avec` joins its kinds by OR: both would list households of either."""
    disabled = Plan(genre="compter", sujet="menages", mesure="nb_handicapes")
    assert choose_households(disabled).filtres == {"avec": ("nb_handicapes",)}
    among_others = Plan(
        genre="compter", sujet="menages", mesure="nb_handicapes", filtres={"avec": ("nb_personnes_65_plus",)}
    )
    assert choose_households(among_others) is None


def test_cells_are_checked_by_category(take, country):
    take(localiteId=str(country.tande.id))
    assert check_cells() is None
    ComplaintCell.objects.update(categorie="corruption")
    assert check_cells().startswith("paiement: ")
    ComplaintCell.objects.filter(z=8).update(n=5)
    assert check_cells().startswith("cells of zoom 8")


def test_the_upgrade_returns_those_to_the_queue_whose_handler_may_not_read_them(take, team, members, cast):
    own = TeamMember.objects.create(equipe=team, user=cast.supervisor_west)
    mine, lost, other = (take()["id"] for _each in range(3))
    for taken, member, category in (
        (mine, own, "corruption"),
        (lost, members[0], "corruption"),
        (other, members[1], "paiement"),
    ):
        Complaint.objects.filter(id=taken).update(statut="en_cours", membre=member, equipe=team, categorie=category)
    with connection.cursor() as cursor:
        cursor.execute(Queries(migrations.__file__, "0407_corruption_to_the_queue.sql")["forwards"])
    assert {str(row.id): (row.statut, row.membre_id) for row in Complaint.objects.all()} == {
        mine: ("en_cours", own.id),
        lost: ("nouvelle", None),
        other: ("en_cours", members[1].id),
    }
    assert ComplaintMove.objects.get(plainte=lost, action="statut").statut_avant == "en_cours"
    kept = Notification.objects.values_list("data__plainteId", "user_id")
    assert {user for taken, user in kept if taken != other} == {cast.admin.id}
    assert (other, cast.admin.id) in kept
