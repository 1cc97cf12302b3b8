"""Many complaints are assigned at once within the limits, with the reason told; what waits is a queue with its age."""

from datetime import timedelta

from django.utils import timezone

from accounts.notifications.models import Notification
from tests.conftest import make_user
from transfers.complaints.models import Complaint, ComplaintMove
from transfers.complaints.teams.models import Team, TeamMember


def test_the_most_urgent_are_assigned_while_members_are_free(take, send, team, members):
    ids = [take(priorite=priority)["id"] for priority in ("basse", "urgente", "moyenne", "haute")]
    told = send("post", "plaintes/assigner-masse", ids=[*ids, ids[0]])["data"]
    assert (told["traites"], told["reussis"], told["echoues"]) == (5, 2, 3)
    given = Complaint.objects.filter(statut="ouverte").values_list("priorite", flat=True)
    assert set(given) == {"urgente", "haute"}
    assert [member.en_cours for member in TeamMember.objects.filter(equipe=team)] == [1, 1]


def test_an_assignment_tells_its_reasons_and_each_member_once(take, send, team, members, country, cast):
    team.wip_limit_par_membre = 5
    team.save()
    members[1].specialites = ["paiement"]
    members[1].save()
    told = send("post", f"plaintes/{take()['id']}/assigner")["data"]
    assert told["raisons"] == ["equipe_du_pays", "moins_de_plaintes", "specialite"]
    assert told["membre"]["id"] == str(members[1].id)
    move = ComplaintMove.objects.filter(action="assignation").get()
    assert move.champs == told["raisons"]
    assert move.commentaire == f"{told['membre']['nom']}, {told['equipe']['nom']}"
    Notification.objects.all().delete()
    send("post", "plaintes/assigner-masse", ids=[take()["id"] for _ in range(5)])
    told = Notification.objects.filter(data__evenement="plainte.assignee")
    assert sorted(one.params.get("n") for one in told) == [2, 3]


def test_an_assignment_of_violence_names_nothing(take, send, team, country, referent):
    TeamMember.objects.create(equipe=team, user=referent)
    taken = take(categorie="vbg")
    other = TeamMember.objects.get(user=referent)
    # By another reader of cases: who assigns to themselves is not notified.
    send(
        "post",
        f"plaintes/{taken['id']}/assigner",
        make_user("ROLE_VBG", country.west),
        equipe=str(team.id),
        membre=str(other.id),
    )
    assert ComplaintMove.objects.get(action="assignation").commentaire is None
    (told,) = Notification.objects.filter(user=referent, title="Des plaintes vous sont assignées")
    assert (told.params, told.data) == ({}, {})
    assert "vbg" not in f"{told.title}{told.message}".lower()


def test_who_may_read_a_complaint_gets_it_first_and_alone_is_notified(take, send, team, cast):
    far = TeamMember.objects.create(equipe=team, user=cast.agent_east)
    alone = send("post", f"plaintes/{take()['id']}/assigner", equipe=str(team.id))["data"]
    assert alone["membre"]["id"] == str(far.id)
    far.wip_limit = 9
    far.save()
    near = TeamMember.objects.create(equipe=team, user=cast.agent_west)
    given = send("post", f"plaintes/{take()['id']}/assigner", equipe=str(team.id))["data"]
    assert given["membre"]["id"] == str(near.id)
    send("post", f"plaintes/{take()['id']}/assigner", equipe=str(team.id), status=400)
    told = Notification.objects.filter(data__evenement="plainte.assignee")
    assert set(told.values_list("user", flat=True)) == {cast.agent_west.id}


def test_ids_of_other_regions_are_not_found(take, send, team, members, cast):
    taken = take()
    told = send("post", "plaintes/assigner-masse", cast.agent_east, ids=[taken["id"]])["data"]
    assert (told["reussis"], told["echoues"]) == (0, 1)
    assert Complaint.objects.get().statut == "nouvelle"


def test_the_queue_tells_why_a_complaint_waits_and_how_long(take, send, team, members, country):
    for _ in range(2):
        send("post", f"plaintes/{take()['id']}/assigner")
    full, homeless = take()["id"], take(categorie="service")["id"]
    hidden = take(categorie="vbg")
    Complaint.objects.filter(id=full).update(date_creation=timezone.now() - timedelta(days=3))
    rows = send("get", "plaintes/file-attente")["data"]
    assert [(row["id"], row["raison"], row["jours"]) for row in rows] == [
        (full, "equipe_pleine", 3),
        (homeless, "aucune_equipe", 0),
    ]
    assert [row["objet"] for row in rows] == [Complaint.objects.get(id=row["id"]).objet for row in rows] != [None, None]
    assert (rows[0]["equipe"]["id"], rows[1]["equipe"]) == (str(team.id), None)
    assert hidden["id"] not in [row["id"] for row in rows]
    members[0].wip_limit = 9
    members[0].save()
    assert send("get", "plaintes/file-attente")["data"][0]["raison"] == "a_assigner"


def test_the_queue_in_the_order_of_urgency(take, send, team):
    today = timezone.localdate()
    wanted = [("urgente", -1, 1), ("haute", -9, 9), ("haute", -9, 2), ("urgente", 5, 3), ("moyenne", 2, 4)]
    ids = {}
    for priority, term, age in reversed(wanted):
        ids[priority, term, age] = row = take()["id"]
        created = timezone.now() - timedelta(days=age)
        rows = Complaint.objects.filter(id=row)
        rows.update(priorite=priority, echeance=today + timedelta(days=term), date_creation=created)
    found = [row["id"] for row in send("get", "plaintes/file-attente?tri=urgence")["data"]]
    assert found == [ids[one] for one in wanted], "late and urgent, late, then what is in time by its priority"
    send("get", "plaintes/file-attente?tri=nom", status=400)


def test_a_team_for_other_sectors_does_not_get_it(take, send, country, cast):
    far = Team.objects.create(nom="Ailleurs", categories=["paiement"])
    far.secteurs.add(country.cosse)
    TeamMember.objects.create(equipe=far, user=cast.agent_west)
    refused = send("post", f"plaintes/{take(secteurId=str(country.north.id))['id']}/assigner", status=400)
    assert refused["code"] == "INVALID_STATUS"


def test_a_team_with_room_gets_what_a_full_one_cannot(take, send, team, members, country, cast):
    """The team of the sector comes first while it has room; of two of the country, the one less used for its size."""
    near = Team.objects.create(nom="Proche", categories=["paiement"], wip_limit_par_membre=1)
    near.secteurs.add(country.north)
    TeamMember.objects.create(equipe=near, user=make_user("ROLE_AGENT", country.west))
    large = Team.objects.create(nom="Grande", categories=["paiement"], wip_limit_par_membre=3)
    big = TeamMember.objects.create(equipe=large, user=make_user("ROLE_AGENT", country.west))
    take_there = [take(secteurId=str(country.north.id))["id"] for _ in range(5)]

    def assign(identity):
        told = send("post", f"plaintes/{identity}/assigner")["data"]
        return told["equipe"]["nom"], told["raisons"][0]

    assert assign(take_there[0]) == ("Proche", "equipe_du_secteur")
    assert {assign(take_there[1]), assign(take_there[2])} == {
        ("Paiements", "equipe_du_pays"),
        ("Grande", "equipe_du_pays"),
    }
    # One of two against one of three: although both have as many complaints, the second is used less.
    assert assign(take_there[3]) == ("Grande", "equipe_du_pays")
    assert send("get", "plaintes/file-attente")["data"][0]["raison"] == "a_assigner"
    Complaint.objects.update(statut="nouvelle", equipe=None, membre=None)
    big.actif = False
    big.save()
    told = send("post", "plaintes/assigner-masse", ids=take_there)["data"]
    assert (told["reussis"], told["echoues"]) == (3, 2)
    given = Complaint.objects.filter(statut="ouverte").values_list("equipe__nom", flat=True)
    assert sorted(given) == ["Paiements", "Paiements", "Proche"]
    moves = ComplaintMove.objects.filter(action="assignation").order_by("-id")[:3]
    assert sorted(move.champs[0] for move in moves) == ["equipe_du_pays", "equipe_du_pays", "equipe_du_secteur"]
