"""Complaints, the team that handles them, and who may see those about violence."""

import pytest

from config.postgis.base import get_connection
from tests.conftest import make_user
from transfers.complaints.teams.models import Team, TeamMember


@pytest.fixture
def send(api, cast):
    def call(method, path, user=None, status=200, headers=None, **body):
        get_connection().forget_locks()
        answer = getattr(api(user or cast.supervisor_west), method)(f"/api/{path}", body, headers=headers or {})
        assert answer.status_code == status, answer.content
        return answer.json()

    return call


@pytest.fixture
def take(send, country):
    def create(user=None, **values):
        body = {"objet": "Paiement non reçu", "categorie": "paiement", "regionId": str(country.west.id)} | values
        return send("post", "plaintes", user, 201, **body)["data"]

    return create


@pytest.fixture
def team(cast):
    return Team.objects.create(nom="Paiements", categories=["paiement"], wip_limit_par_membre=1)


@pytest.fixture
def members(team, cast, country):
    users = (cast.agent_west, make_user("ROLE_AGENT", country.west))
    return [TeamMember.objects.create(equipe=team, user=user) for user in users]


@pytest.fixture
def referent(country):
    return make_user("ROLE_VBG", country.west)


@pytest.fixture
def handled(take, send, team, members):
    """A complaint that the first member handles."""
    path = f"plaintes/{take()['id']}"
    send("post", f"{path}/assigner", equipe=str(team.id), membre=str(members[0].id))
    send("post", f"{path}/statut", statut="en_cours")
    return path


@pytest.fixture
def closed(handled, send):
    """A complaint that was resolved and closed."""
    send("post", f"{handled}/statut", statut="resolue", resolution="Payé")
    send("post", f"{handled}/statut", statut="fermee")
    return handled
