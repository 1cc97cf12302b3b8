"""Measure complaints: their list over HTTP, the assignment of 10,000 at once, and 32 clients who read and write them."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.users.models import User
from tests.bench.dashboards import PATHS, insert_complaints
from tests.bench.load import run_clients
from tests.bench.payment_data import fetch_value, find_admin, seconds
from tests.bench.stage import Stage
from tests.bench.tools import Client, Row, timed
from transfers.complaints.assignment.services import assign_complaints
from transfers.complaints.models import Complaint, ComplaintStatus
from transfers.complaints.teams.models import Category, Team, TeamMember

ASSIGNED: Final = 10_000
MEMBERS: Final = 50
SECONDS: Final = 60


def list_paths() -> dict[str, str]:
    """Return the lists that are measured, by name."""
    region = fetch_value("SELECT id FROM geo_region ORDER BY code LIMIT 1")
    sector = fetch_value("SELECT id FROM geo_secteur ORDER BY code LIMIT 1")
    last = timezone.localdate()
    filters = {
        "page 1": "",
        "page 1,000": "page=1000",
        "by deadline": "tri=echeance",
        "open ones by deadline": "ouverte=true&tri=echeance",
        "open ones": "ouverte=true",
        "of a status": "statut=en_cours",
        "of a category and priority": "categorie=paiement&priorite=haute",
        "of a region": f"region={region}",
        "of a sector": f"secteur={sector}",
        "of a month": f"dateDebut={last.replace(day=1)}&dateFin={last}",
        "open, by the end of their term": f"ouverte=true&echeanceFin={last}",
        "by a reference": "search=MESURE-1999",
        "by words": "search=paiement%20non",
    }
    return {name: f"/api/plaintes?limit=20&{sent}" for name, sent in filters.items()}


def measure_lists(client: Client) -> list[Row]:
    """Time each list; the slowest is the row's verdict."""
    found = {name: timed(partial(client.get, path), 25) for name, path in list_paths().items()}
    name, worst = max(found.items(), key=lambda pair: pair[1].p95)
    measured = f"first page {found['page 1']}; worst, {name}: {worst}"
    return [Row(f"list of complaints, {len(found)} filters", "p95 < 60 ms", measured, worst.p95 < 60)]


def measure_assignment() -> Row:
    """Assign new complaints to the members of one team, which is rolled back."""
    user = find_admin()
    with transaction.atomic():
        ids = list(Complaint.objects.filter(statut="en_cours").order_by("id").values_list("id", flat=True)[:ASSIGNED])
        Complaint.objects.filter(id__in=ids).update(statut=ComplaintStatus.OUVERTE)
        team = Team.objects.create(nom="MESURE", categories=list(Category.values))
        people = [
            User(email=f"mesure-{n}@tabanca.example", nom=f"M{n}", prenom="", role=user.role) for n in range(MEMBERS)
        ]
        users = User.objects.bulk_create(people)
        TeamMember.objects.bulk_create(
            [TeamMember(equipe=team, user=one, wip_limit=ASSIGNED // MEMBERS) for one in users]
        )
        done: list[Any] = []
        spent = seconds(lambda: done.append(assign_complaints(ids=ids, team_id=team.id, member_id=None, user=user)))
        full = TeamMember.objects.filter(equipe=team, en_cours=ASSIGNED // MEMBERS).count()
        transaction.set_rollback(True)
    if full != MEMBERS:
        raise RuntimeError(f"{full} of {MEMBERS} members have what their limit allows: {done[0]}")
    return Row(f"{ASSIGNED:,} complaints assigned to {MEMBERS} members", "< 5 s", f"{spent:.1f} s", spent < 5)


def build_writer(client: Client) -> Callable[[], float]:
    """Return what writes a complaint, and answers the seconds that it took."""
    body = {"objet": "Mesure", "description": "Le paiement attendu n'est pas venu.", "categorie": "autre"}
    sent = json.dumps(body).encode()

    def write() -> float:
        return client.send("POST", "/api/plaintes", sent, "application/json", (201,)).seconds

    return write


def complaints(stage: Stage) -> list[Row]:
    insert_complaints()
    client = stage.client()
    rows = [*measure_lists(client), measure_assignment()]
    details = [f"/api/plaintes/{row}" for row in Complaint.objects.order_by("-id").values_list("id", flat=True)[:200]]
    paths = [*list_paths().values(), *PATHS.values(), *details]
    writers = [build_writer(stage.client()) for _ in range(2)]
    return [*rows, run_clients(stage, paths, SECONDS, "dashboards and complaints, two of them writing", writers)]
