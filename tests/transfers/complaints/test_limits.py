"""The database counts the open complaints of each member and refuses one more than the limit."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.conftest import make_user
from transfers.complaints.models import Complaint, ConfidentialText
from transfers.complaints.teams.models import Team, TeamMember


def make_complaint(number, **fields):
    values = {"categorie": "paiement", "priorite": "haute", "echeance": timezone.localdate()} | fields
    return Complaint.objects.create(reference=f"PLT-{number}", **values)


@pytest.fixture
def member(db):
    team = Team.objects.create(nom="Équipe", wip_limit_par_membre=2)
    return TeamMember.objects.create(equipe=team, user=make_user("ROLE_AGENT"))


def assign(complaint, member):
    complaint.equipe, complaint.membre, complaint.statut = member.equipe, member, "ouverte"
    complaint.save()


def count(member):
    member.refresh_from_db()
    return member.en_cours


def test_open_complaints_are_counted_until_they_are_resolved(member):
    first, second = make_complaint(1), make_complaint(2)
    assign(first, member)
    assign(second, member)
    assert count(member) == 2
    first.statut = "resolue"
    first.save()
    assert count(member) == 1
    second.delete()
    assert count(member) == 0


def test_one_more_than_the_limit_is_refused(member):
    complaints = [make_complaint(number) for number in range(3)]
    assign(complaints[0], member)
    assign(complaints[1], member)
    with pytest.raises(IntegrityError, match="limit"), transaction.atomic():
        assign(complaints[2], member)
    member.wip_limit = 3
    member.save()
    assign(complaints[2], member)
    assert count(member) == 3


def test_a_member_of_another_team_is_refused(member):
    complaint = make_complaint(1)
    complaint.equipe = Team.objects.create(nom="Autre")
    complaint.membre = member
    with pytest.raises(IntegrityError, match="membre_equipe"), transaction.atomic():
        complaint.save()
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_texts_of_violence_stand_in_their_schema_only(db):
    complaint = make_complaint(1, categorie="vbg")
    ConfidentialText.objects.create(plainte=complaint, description="Signalement")
    with connection.cursor() as cursor:
        cursor.execute("SELECT description FROM vbg.plainte_texte")
        assert cursor.fetchall() == [("Signalement",)]
    with pytest.raises(IntegrityError, match="plainte_vbg_sans_texte"), transaction.atomic():
        make_complaint(2, categorie="vbg", description="Signalement")
