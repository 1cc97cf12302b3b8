"""Complaints and teams through the API: who sees what, moves, assignments and loads."""

import re
from datetime import date, timedelta
from itertools import pairwise
from types import SimpleNamespace

from django.contrib import admin
from django.utils import timezone

from geo.facilities.models import VbgService
from registry.erasure.services import anonymise_household
from registry.households.models import Household
from tests.conftest import make_user
from transfers.complaints.models import Complaint, ComplaintMove, ConfidentialText
from transfers.complaints.teams.models import Team, TeamMember
from transfers.holidays.models import Holiday


def add_weekdays(first: date, number: int) -> date:
    """Return the day that is so many weekdays after `first`, in a calendar without holidays."""
    days = (first + timedelta(days=n) for n in range(1, 3 * number))
    return [day for day in days if day.weekday() < 5][number - 1]


def test_a_complaint_is_taken_with_its_deadline_and_its_place(take, country, settings):
    settings.COMPLAINT_DAYS = settings.COMPLAINT_DAYS | {"haute": 5}
    Holiday.objects.all().delete()
    taken = take(priorite="haute", secteurId=str(country.north.id))
    row = Complaint.objects.get(id=taken["id"])
    assert (taken["statut"], row.region_id, row.secteur_id) == ("nouvelle", country.west.id, country.north.id)
    assert row.echeance == add_weekdays(timezone.localdate(row.date_creation), 5)
    assert row.historique.get().action == "creation"


def test_a_complaint_of_another_region_is_not_there(take, send, cast):
    taken = take()
    send("get", f"plaintes/{taken['id']}", cast.agent_west)
    send("get", f"plaintes/{taken['id']}", cast.agent_east, 404)
    assert send("get", "plaintes", cast.agent_east)["data"] == []


def test_a_sector_of_another_region_is_refused(send, country, cast):
    body = {"objet": "O", "categorie": "autre", "regionId": str(country.west.id), "secteurId": str(country.cosse.id)}
    assert send("post", "plaintes", cast.admin, 400, **body)["details"].keys() == {"secteurId"}


def test_violence_is_seen_only_by_who_may_see_cases(take, send, cast, referent):
    hidden = take(cast.admin, categorie="vbg", objet="Secret", description="Signalement", telephone="+245955000001")
    row = Complaint.objects.get(id=hidden["id"])
    assert (row.objet, row.description, row.telephone) == (None, None, None)
    assert ConfidentialText.objects.get(plainte=row).description == "Signalement"
    send("get", f"plaintes/{hidden['id']}", cast.admin, 404)
    for query in ({}, {"search": hidden["reference"]}, {"categorie": "vbg"}):
        assert send("get", "plaintes", cast.admin, **query)["pagination"]["total"] == 0
    send("post", f"plaintes/{hidden['id']}/statut", cast.admin, 404, statut="rejetee")
    shown = send("get", f"plaintes/{hidden['id']}", referent)["data"]
    assert (shown["objet"], shown["description"]) == ("Secret", "Signalement")
    assert send("get", "plaintes", referent, search="secret")["data"] == []


def test_corruption_is_read_by_who_may_read_it_alone(take, send, api, cast, country, team, members):
    """The agent whom a complaint means must not find it, wherever it is listed, counted or given to somebody."""
    home = Household.objects.create(code_menage="M-9", taille_menage=3, region=country.west)
    taken = take(cast.agent_west, categorie="corruption", objet="Argent demandé", menageId=str(home.id))
    path, hidden = f"plaintes/{taken['id']}", {"categorie": "corruption"}
    for reader in (cast.agent_west, make_user("ROLE_ENQUETEUR", country.west), make_user("ROLE_USER", country.west)):
        send("get", path, reader, 404)
        for query in ({}, {"search": taken["reference"]}, hidden):
            assert send("get", "plaintes", reader, **query)["pagination"]["total"] == 0
        assert "corruption" not in send("get", "dashboard/complaints-overview", reader)["data"]["parCategorie"]
    send("put", path, cast.agent_west, 404, priorite="basse")
    for reader in (cast.supervisor_west, cast.admin, make_user("ROLE_DIRECTION")):
        assert send("get", path, reader)["data"]["objet"] == "Argent demandé"
        assert send("get", "dashboard/complaints-overview", reader)["data"]["parCategorie"]["corruption"] == 1
    team.categories = ["paiement", "corruption"]
    team.save()
    # The members are agents: none of them gets it, nor keeps what is found to be about corruption.
    assert send("post", f"{path}/assigner", status=400, equipe=str(team.id))["code"] == "INVALID_STATUS"
    handled = f"plaintes/{take()['id']}"
    assert send("post", f"{handled}/assigner", equipe=str(team.id))["data"]["membre"]
    changed = send("put", handled, headers={"If-Match": api(cast.admin).get(f"/api/{handled}")["ETag"]}, **hidden)[
        "data"
    ]
    assert (changed["statut"], changed["membre"]) == ("nouvelle", None)
    allowed = TeamMember.objects.create(equipe=team, user=cast.supervisor_west)
    assert send("post", f"{path}/assigner", equipe=str(team.id))["data"]["membre"]["id"] == str(allowed.id)


def test_references_do_not_count_what_is_hidden(take, cast):
    """Numbers in a row would have a gap where each complaint of violence is."""
    shown = [take(categorie="paiement")["reference"] for _each in range(6)]
    take(cast.admin, categorie="vbg")
    shown += [take(categorie="paiement")["reference"] for _each in range(6)]
    numbers = [int(reference.split("-")[2]) for reference in shown]
    assert all(re.fullmatch(r"PLT-\d{4}-\d{8}", reference) for reference in shown)
    assert numbers != sorted(numbers) and 2 not in {abs(one - other) for one, other in pairwise(numbers)}


def test_a_complaint_goes_through_its_states(take, send, team, members):
    path = f"plaintes/{take()['id']}"

    def move(status=200, **body):
        return send("post", f"{path}/statut", status=status, **body)

    assert move(400, statut="resolue", resolution="Trop tôt")["code"] == "INVALID_STATUS"
    assert move(400, statut="ouverte")["code"] == "INVALID_STATUS"
    given = send("post", f"{path}/assigner", equipe=str(team.id), membre=str(members[0].id))["data"]
    assert (given["statut"], given["membre"]["id"]) == ("ouverte", str(members[0].id))
    move(statut="en_cours", commentaire="Pris en main")
    assert move(400, statut="resolue")["details"].keys() == {"resolution"}
    move(statut="resolue", resolution="Relancé")
    assert send("get", path)["data"]["resolution"] == "Relancé"
    move(statut="en_cours")
    assert send("get", path)["data"]["dateResolution"] is None
    move(statut="resolue", resolution="Reçu")
    move(statut="fermee")
    assert move(400, statut="rejetee")["code"] == "INVALID_STATUS"
    assert send("put", path, status=400, priorite="basse")["code"] == "INVALID_STATUS"
    done = list(ComplaintMove.objects.values_list("statut_apres", flat=True))
    assert done == ["nouvelle", "ouverte", "en_cours", "resolue", "en_cours", "resolue", "fermee"]


def test_who_handles_fewest_gets_it_and_all_full_names_the_limit(take, send, team, members):
    chosen = set()
    for _ in range(2):
        chosen.add(send("post", f"plaintes/{take()['id']}/assigner", equipe=str(team.id))["data"]["membre"]["id"])
    assert chosen == {str(member.id) for member in members}
    path = f"plaintes/{take()['id']}/assigner"
    refused = send("post", path, status=400, equipe=str(team.id))
    assert (refused["code"], "(1)" in refused["error"]) == ("INVALID_STATUS", True)
    assert send("post", path, status=400, equipe=str(team.id), membre=str(members[0].id))["code"] == "INVALID_STATUS"


def test_the_team_of_the_sector_is_chosen_before_that_of_the_country(take, send, team, members, country, cast):
    near = Team.objects.create(nom="Proche", categories=["paiement"])
    near.secteurs.add(country.north)
    TeamMember.objects.create(equipe=near, user=cast.agent_west)
    for place, expected in ((country.north, near), (country.south, team)):
        given = send("post", f"plaintes/{take(secteurId=str(place.id))['id']}/assigner")["data"]
        assert given["equipe"]["id"] == str(expected.id)


def test_who_cannot_take_a_complaint_is_refused(take, send, team, members, cast):
    other = TeamMember.objects.create(equipe=Team.objects.create(nom="Autre"), user=cast.admin)
    path = f"plaintes/{take()['id']}/assigner"
    assert send("post", path, status=400, equipe=str(team.id), membre=str(other.id))["details"].keys() == {"membre"}
    members[0].actif = False
    members[0].save()
    assert send("post", path, status=400, equipe=str(team.id), membre=str(members[0].id))["code"] == "INVALID_STATUS"


def test_violence_goes_only_to_who_may_see_it(take, send, team, members, country):
    deputy = make_user("ROLE_SUPERVISEUR", country.west)
    deputy.role.permissions = [*deputy.role.permissions, "vbg.voir_cas"]
    deputy.role.save()
    path = f"plaintes/{take(categorie='vbg')['id']}/assigner"
    assert send("post", path, deputy, 400, equipe=str(team.id))["code"] == "INVALID_STATUS"
    allowed = TeamMember.objects.create(equipe=team, user=deputy)
    assert send("post", path, deputy, equipe=str(team.id))["data"]["membre"]["id"] == str(allowed.id)


def test_teams_are_changed_by_who_sees_their_sectors(send, country, cast):
    body = {"nom": "Équipe", "categories": ["service"], "secteurIds": [str(country.north.id)]}
    made = send("post", "equipes", status=201, **body)["data"]
    send("post", "equipes", status=403, nom="Pays")
    send("post", "equipes", cast.agent_west, 403, **body)
    send("put", f"equipes/{made['id']}", description="Autre", actif=False)
    assert send("get", "equipes")["data"] == []
    assert send("get", "equipes?actif=false")["total"] == 1
    shown = send("get", f"equipes/{made['id']}")["data"]
    assert ([place["id"] for place in shown["secteurs"]], shown["membres"]) == ([str(country.north.id)], [])
    assert send("post", "equipes", status=409, **body)["code"] == "DUPLICATE_CODE"


def test_a_user_is_in_a_team_once(send, team, cast):
    path = f"equipes/{team.id}/membres"
    member = send("post", path, cast.admin, 201, userId=str(cast.agent_west.id), wipLimit=3)["data"]
    send("post", path, cast.admin, 409, userId=str(cast.agent_west.id))
    assert send("put", f"{path}/{member['id']}", cast.admin, role="superviseur")["data"]["role"] == "superviseur"
    assert send("get", path, cast.admin)["data"][0]["wipLimitEffective"] == 3
    send("delete", f"{path}/{member['id']}", cast.admin)
    assert send("get", path, cast.admin)["total"] == 0


def test_a_team_is_deleted_when_it_handles_nothing(take, send, team, members, cast):
    taken = take()
    send("post", f"plaintes/{taken['id']}/assigner", equipe=str(team.id), membre=str(members[0].id))
    for path in (f"equipes/{team.id}", f"equipes/{team.id}/membres/{members[0].id}"):
        assert send("delete", path, cast.admin, 400)["code"] == "HAS_DEPENDENCIES"
    send("post", f"plaintes/{taken['id']}/statut", statut="rejetee")
    send("delete", f"equipes/{team.id}", cast.admin)
    assert send("get", f"plaintes/{taken['id']}")["data"]["equipe"] is None


def test_the_load_counts_what_the_caller_sees(take, send, team, members, cast, referent):
    row = Complaint.objects.get(id=take(cast.admin, categorie="vbg")["id"])
    row.equipe, row.membre, row.statut = team, members[0], "ouverte"
    row.save()
    seen, unseen = (send("get", f"equipes/{team.id}/workload", user)["data"] for user in (referent, cast.admin))
    assert (seen["charge"]["total"], seen["parCategorie"]) == (1, {"vbg": 1})
    assert (unseen["charge"]["total"], unseen["parCategorie"]) == (0, {})
    free = [[one["disponible"] for one in load["parMembre"]] for load in (seen, unseen)]
    assert free == [[False, True], [True, True]]
    shown = admin.site._registry[TeamMember]
    assert "en_cours" not in {*shown.list_display, *shown.get_fields(SimpleNamespace(user=cast.admin))}
    totals = send("get", "equipes/stats/overview", cast.admin)["data"]
    assert (totals["totalEquipes"], totals["totalMembres"], totals["plaintesEnCours"]) == (1, 2, 0)
    assert totals["performance"]["tempsResolutionMoyen"] is None


def test_the_map_shows_localities_and_never_violence(take, send, country, cast, referent):
    shown = take(localiteId=str(country.cutia.id), plaignant="Binta")
    take(localiteId=str(country.cutia.id), categorie="vbg")
    take()
    for user, name in ((cast.supervisor_west, "Binta"), (make_user("ROLE_USER", country.west), None)):
        (point,) = send("get", "carte/plaintes", user)["data"]
        assert (point["id"], point["plaignant"]) == (shown["id"], name)
        assert (point["longitude"], point["latitude"]) == (-15.5, 12.75)
    referent.role.permissions = [*referent.role.permissions, "registre.lire"]
    referent.role.save()
    assert send("get", "carte/plaintes", referent)["total"] == 1
    assert send("get", "carte/plaintes", cast.agent_east)["data"] == []
    assert send("get", "carte/plaintes?bbox=-14,12,-13,13")["total"] == 0


def test_an_erased_household_leaves_its_complaint_without_words(take, country):
    home = Household.objects.create(code_menage="H-1", taille_menage=3, region=country.west)
    Complaint.objects.filter(id=take(plaignant="Binta", description="Rien reçu")["id"]).update(menage=home)
    done = anonymise_household(which=str(home.id), reason="Demande").done
    row = Complaint.objects.get(menage=home)
    assert (done["complaints"], row.plaignant, row.description, row.objet) == (1, None, None, None)


def test_no_household_village_or_refusal_tells_of_a_complaint_about_violence(take, send, api, country, cast, referent):
    home = Household.objects.create(
        code_menage="M-1", taille_menage=3, region=country.west, secteur=country.south, localite=country.tande
    )
    taken = take(referent, categorie="vbg", objet="Signalement", menageId=str(home.id), regionId=None)
    row = Complaint.objects.get(id=taken["id"])
    assert (row.menage_id, row.beneficiaire_id, row.localite_id) == (None, None, country.tande.id)
    told = send("get", f"menages/{home.id}/check-dependencies", cast.agent_west)["data"]
    assert told["canDelete"] is True and "'plaintes': 1" not in str(told)
    village = f"/api/localites/{country.tande.id}"
    assert "plainte" not in api(cast.admin).delete(village).content.decode()
    home.delete()
    assert api(cast.admin).delete(village).status_code == 204
    row.refresh_from_db()
    assert (row.localite_id, row.secteur_id) == (None, country.south.id)


def test_a_moved_area_leaves_behind_what_its_mover_may_not_know_of(take, send, api, country, cast, referent):
    """Else they would name a village of another sector, and no change of them would be accepted any more."""
    taken = take(referent, categorie="vbg", localiteId=str(country.cutia.id))
    place = {"region": country.west, "secteur": country.north, "localite": country.cutia}
    shelter = VbgService.objects.create(nom="Casa", code="H", type="hebergement", **place)
    row = Complaint.objects.get(id=taken["id"])
    moves = (
        (f"localites/{country.cutia.id}", {"secteur": f"/api/secteurs/{country.south.id}", "commune": None}, True),
        (f"secteurs/{country.north.id}", {"region": f"/api/regions/{country.east.id}"}, False),
    )
    for path, sent, keeps_sector in moves:
        assert api(cast.admin).put(f"/api/{path}", sent).status_code == 200
        for left in (row, shelter):
            left.refresh_from_db()
            assert (left.localite, left.region) == (None, country.west)
            assert left.secteur == (country.north if keeps_sector else None)
        send("put", f"plaintes/{row.id}", referent, priorite="basse" if keeps_sector else "haute")
        answer = api(referent).put(f"/api/services-vbg/{shelter.id}", {"horaires": "24h/24"})
        assert answer.status_code == 200, answer.content


def test_days_turned_round_are_refused(take, send, cast):
    take()
    days = {"Debut": "2026-02-01", "Fin": "2026-01-31"}
    for path, name in (("plaintes", "date"), ("plaintes", "echeance"), ("carte/stats/plaintes", "date")):
        sent = {f"{name}{end}": day for end, day in days.items()}
        refused = send("get", path, cast.admin, 400, **sent)
        assert (refused["code"], refused["details"].keys()) == ("VALIDATION_ERROR", {f"{name}Fin"})
        send("get", path, cast.admin, **{f"{name}Debut": "2026-01-31", f"{name}Fin": "2026-01-31"})
        send("get", path, cast.admin, **{f"{name}Fin": "2026-01-31"})
