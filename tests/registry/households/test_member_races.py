"""Members: who was quicker is not written over, and moves in opposite directions both end."""

import threading

import pytest
from django.db import connection

from config.errors.problems import Problem
from registry.households.members.services import remove_member, update_member
from registry.households.models import Household, Member
from tests.conftest import make_user


@pytest.fixture
def seen(household):
    """A member as somebody read it a moment ago."""
    return Member.objects.create(menage=household, nom_complet="Nova", lien_parente="fille", age=3)


def test_a_change_leaves_what_another_changed(seen, cast):
    Member.objects.filter(id=seen.id).update(nom_complet="Binta")
    answer = update_member(member=seen, values={"age": 4}, user=cast.admin)
    seen.refresh_from_db()
    assert (seen.nom_complet, seen.age, answer.nom_complet) == ("Binta", 4, "Binta")


@pytest.mark.parametrize(
    "change",
    [lambda m, u: update_member(member=m, values={"age": 4}, user=u), lambda m, u: remove_member(member=m, user=u)],
)
def test_a_member_removed_or_moved_meanwhile_is_not_found(seen, eastern, cast, change):
    Member.objects.filter(id=seen.id).update(menage=eastern)
    with pytest.raises(Problem, match="NOT_FOUND"):
        change(seen, cast.admin)
    assert Member.objects.get().menage_id == eastern.id
    Member.objects.all().delete()
    with pytest.raises(Problem, match="NOT_FOUND"):
        change(seen, cast.admin)
    assert not Member.objects.exists()


def test_a_move_changes_both_sizes(seen, household, eastern, cast):
    update_member(member=seen, values={"menage": eastern}, user=cast.admin)
    household.refresh_from_db()
    eastern.refresh_from_db()
    assert (household.taille_menage, eastern.taille_menage) == (4, 3)


@pytest.mark.django_db(transaction=True)
def test_moves_in_opposite_directions_end():
    one, two = (Household.objects.create(code_menage=code, taille_menage=9) for code in ("A", "B"))
    admin = make_user("ROLE_ADMIN")
    people = [Member.objects.create(menage=home, nom_complet="N", lien_parente="fils") for home in (one, two)]
    gate, faults = threading.Barrier(2), []

    def move(member):
        try:
            for _round in range(20):
                gate.wait(20)
                member.refresh_from_db()
                target = two if member.menage_id == one.id else one
                update_member(member=member, values={"menage": target}, user=admin)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the test tells it
            faults.append(fault)
            gate.abort()
        finally:
            connection.close()

    threads = [threading.Thread(target=move, args=(member,)) for member in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults
    assert sorted(Member.objects.values_list("menage_id", flat=True)) == sorted([one.id, two.id])
