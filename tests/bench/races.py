"""Assign the same complaints by many clients at once, over HTTP: no member ever has more than the limit."""

import json
import threading
import time
from collections import Counter
from typing import Final

from django.db import connection, transaction
from django.utils import timezone

from accounts.users.models import User
from tests.bench.payment_data import find_admin
from tests.bench.stage import Stage
from tests.bench.tools import Client, Row
from transfers.complaints.models import Complaint
from transfers.complaints.teams.models import Team, TeamMember

COMPLAINTS: Final = 64
MEMBERS: Final = 3
# Of how many each client asks, neighbours for some of the same.
ASKED: Final = 24
# How many clients, and what a member may have.
RACES: Final = ((4, 5), (16, 1), (16, 5), (32, 5), (64, 5))
# What waited too long for its turn has changed nothing, and is asked again.
AGAIN: Final = (409, 503)
# The members above their limit, those whose counter is not what they have, and what they have together.
LOADS: Final = """
SELECT count(*) FILTER (WHERE found.n > team.wip_limit_par_membre), count(*) FILTER (WHERE found.n <> member.en_cours),
  coalesce(sum(found.n), 0)
FROM transfers_equipe_membre AS member JOIN transfers_equipe AS team ON team.id = member.equipe_id
CROSS JOIN LATERAL (SELECT count(*) AS n FROM transfers_plainte AS plainte
  WHERE plainte.membre_id = member.id AND plainte.statut IN ('ouverte', 'en_cours')) AS found
WHERE team.id = %s"""


def build_team(limit: int, number: int) -> tuple[Team, list[Complaint]]:
    """Store a team, its members, and what waits for them."""
    role = find_admin().role
    with transaction.atomic():
        team = Team.objects.create(nom=f"COURSE {number}", categories=["paiement"], wip_limit_par_membre=limit)
        people = [User(email=f"course-{team.id}-{n}@tabanca.example", nom=f"C{n}", role=role) for n in range(MEMBERS)]
        User.objects.bulk_create(people)
        TeamMember.objects.bulk_create([TeamMember(equipe=team, user=one) for one in people])
        common = {"categorie": "paiement", "priorite": "haute", "echeance": timezone.localdate(), "objet": "Course"}
        rows = [Complaint(reference=f"C{str(team.id)[-12:]}-{n}", **common) for n in range(COMPLAINTS)]
        return team, Complaint.objects.bulk_create(rows)


def remove_team(team: Team) -> None:
    users = list(team.membres.values_list("user_id", flat=True))
    with transaction.atomic():
        Complaint.objects.filter(equipe=team).update(equipe=None, membre=None, statut="rejetee")
        Complaint.objects.filter(reference__startswith=f"C{str(team.id)[-12:]}-").delete()
        team.membres.all().delete()
        team.delete()
    User.objects.filter(id__in=users).delete()


def ask(client: Client, path: str, body: bytes) -> int:
    return client.send("POST", path, body, "application/json", (200, 400, *AGAIN)).status


def race(stage: Stage, clients: int, limit: int, number: int) -> Row:
    """Let clients ask for complaints at once, several for each of them."""
    team, rows = build_team(limit, number)
    callers = [stage.client(0) for _ in range(clients)]
    told: list[int] = []
    gate = threading.Barrier(clients)

    def work(at: int, client: Client) -> None:
        body = json.dumps({"equipe": str(team.id)}).encode()
        gate.wait()
        for row in (rows[at:] + rows[:at])[:ASKED]:
            path = f"/api/plaintes/{row.id}/assigner"
            status = ask(client, path, body)
            while status in AGAIN:
                told.append(status)
                time.sleep(0.5)
                status = ask(client, path, body)
            told.append(status)

    threads = [
        threading.Thread(target=work, args=(at * COMPLAINTS // clients, client)) for at, client in enumerate(callers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with connection.cursor() as cursor:
        cursor.execute(LOADS, [team.id])
        over, wrong, given = cursor.fetchone()
    remove_team(team)
    answers = ", ".join(f"{n} × {status}" for status, n in sorted(Counter(told).items()))
    expected = min(COMPLAINTS, limit * MEMBERS)
    measured = f"violations {over}; wrong counters {wrong}; {given} of {expected} given; {answers}"
    holds = (over, wrong, given) == (0, 0, expected) and sum(status not in AGAIN for status in told) == clients * ASKED
    work_name = f"{clients} clients assign {COMPLAINTS} complaints, limit {limit} for each of {MEMBERS} members"
    return Row(work_name, "violations 0", measured, holds)


def races(stage: Stage) -> list[Row]:
    return [race(stage, clients, limit, number) for number, (clients, limit) in enumerate(RACES)]
