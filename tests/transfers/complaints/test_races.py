"""Sixteen clients assign at once: no member ever handles more than the limit, and nothing waits while one is free."""

from contextlib import ExitStack

import pytest
from django.db import connection, transaction
from django.utils import timezone

from config.errors.problems import Problem
from geo.areas.services import change_area
from tests.conftest import make_user
from tests.threads import in_thread, together, wait_for_a_wait
from transfers.complaints.assignment.services import assign_complaint
from transfers.complaints.models import Complaint
from transfers.complaints.services import create_complaint, move_complaint
from transfers.complaints.teams.models import Team, TeamMember

pytestmark = pytest.mark.django_db(transaction=True)
CLIENTS, COMPLAINTS, LIMIT, MEMBERS = 16, 64, 5, 3


@pytest.fixture
def caller(cast):
    assert cast.admin.permissions
    return cast.admin


@pytest.fixture
def team(cast):
    team = Team.objects.create(nom="Équipe", categories=["paiement"], wip_limit_par_membre=LIMIT)
    for _ in range(MEMBERS):
        TeamMember.objects.create(equipe=team, user=make_user("ROLE_DIRECTION"))
    return team


def make_complaints(**fields):
    values = {"categorie": "paiement", "priorite": "haute", "echeance": timezone.localdate()} | fields
    return Complaint.objects.bulk_create(
        [Complaint(reference=f"PLT-{number}", **values) for number in range(COMPLAINTS)]
    )


def assign(row, team, caller, member=None):
    try:
        assign_complaint(complaint=row, team_id=team.id, member_id=member, user=caller, require=lambda _row: None)
    except Problem as problem:
        return problem.code
    return "assigned"


def count_loads(team):
    """The counters, each held against the rows that it counts."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT m.en_cours, (SELECT count(*) FROM transfers_plainte p WHERE p.membre_id = m.id"
            " AND p.statut IN ('ouverte', 'en_cours')) FROM transfers_equipe_membre m WHERE m.equipe_id = %s",
            [team.id],
        )
        found = cursor.fetchall()
    assert all(counter == rows for counter, rows in found)
    return sorted(counter for counter, _ in found)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("by_name", [False, True])
def test_the_limit_holds_and_is_reached(team, caller, by_name):
    rows = make_complaints()
    member = team.membres.first().id if by_name else None

    def client(number):
        return [assign(row, team, caller, member) for row in rows[number::CLIENTS]]

    outcomes = [one for given in together(CLIENTS, client, numbered=True) for one in given]
    expected = LIMIT if by_name else LIMIT * MEMBERS
    assert (outcomes.count("assigned"), outcomes.count("INVALID_STATUS")) == (expected, COMPLAINTS - expected)
    assert count_loads(team) == ([0, 0, LIMIT] if by_name else [LIMIT] * MEMBERS)


def test_one_complaint_is_counted_once_whoever_assigns_it(team, caller):
    row = make_complaints()[0]
    members = list(team.membres.values_list("id", flat=True))
    outcomes = together(CLIENTS, lambda number: assign(row, team, caller, members[number % MEMBERS]), numbered=True)
    assert set(outcomes) == {"assigned"}
    assert count_loads(team) == [0, 0, 1]


def test_complaints_that_come_back_stay_within_the_limit(team, caller):
    member = team.membres.first()
    rows = make_complaints(equipe=team, membre=member, statut="resolue", date_resolution=timezone.now())

    def reopen(number):
        return [move(row) for row in rows[number::CLIENTS]]

    def move(row):
        return move_complaint(
            complaint=row,
            statut="en_cours",
            resolution=None,
            commentaire=None,
            user=caller,
            require=lambda _row: None,
        ).statut

    outcomes = [one for given in together(CLIENTS, reopen, numbered=True) for one in given]
    assert (outcomes.count("en_cours"), outcomes.count("nouvelle")) == (LIMIT, COMPLAINTS - LIMIT)
    assert count_loads(team) == [0, 0, LIMIT]


def test_a_complaint_filed_while_its_village_is_moved_stands_where_the_village_is(country):
    """And one whose sector goes to another region meanwhile."""
    moves = (
        ({"localite": country.cutia}, country.cutia, {"secteur": country.south, "commune": None}),
        ({"secteur": country.south}, country.south, {"region": country.east}),
    )
    for named, area, values in moves:
        filed = []

        def file(ready, _over, named=named, filed=filed):
            ready.set()
            fields = {"objet": "O", "categorie": "autre", "priorite": "haute"}
            filed.append(create_complaint(values=fields | named, user=None))

        with ExitStack() as stack, transaction.atomic():
            change_area(area=area, values=values, require=lambda _row: None)
            stack.enter_context(in_thread(file))
            wait_for_a_wait()
        [row] = filed
        row.refresh_from_db()
        area.refresh_from_db()
        assert (row.secteur_id, row.region_id) == (
            (area.secteur_id, area.secteur.region_id) if "localite" in named else (area.id, area.region_id)
        )
        row.historique.all().delete()
        row.delete()
