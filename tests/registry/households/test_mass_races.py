"""What is done to all households beside a mass operation: both lock in the order of ids, and nobody waits in a circle."""

import threading

import pytest
from django.db import transaction

from config.ids import uuid7
from registry.duplicates.analysis.services import analyse_duplicates
from registry.households.models import HeadOfHousehold, Household
from registry.projects.models import Project
from registry.projects.services import archive_project
from registry.quality_dashboard.services import analyse_visible_households
from registry.scoring.services import score_all_households
from tests.registry.scoring.test_recalculate import released
from tests.threads import together, wait_for_a_wait

pytestmark = pytest.mark.django_db(transaction=True)
OF_ALL = {
    "pmt": lambda user: score_all_households(user=user).modifies,
    "quality": lambda user: analyse_visible_households(user=user).modifies,
    "duplicates": lambda user: 2 * analyse_duplicates(query={}, user=user)["paires"],
}


@pytest.fixture
def against_the_grain(country):
    """Two households that are doubles, (smaller id, larger id): the larger stands first in the table, and its secteur
    is the smaller."""
    places = (
        {"secteur": country.south, "localite": country.tande},
        {"secteur": country.north, "localite": country.cutia},
    )
    first, second = sorted(uuid7() for _ in range(2))
    rows = [
        Household(id=identity, code_menage=str(identity), taille_menage=5, region=country.west, **place)
        for identity, place in zip((first, second), places, strict=True)
    ]
    for row in reversed(rows):
        row.save(force_insert=True)
        head = {"nom_complet": "Fatumata Djaló", "sexe": "F", "age": 40, "telephone": "+245955123456"}
        HeadOfHousehold.objects.create(menage=row, **head)
    return rows


def lock_one(household):
    """Lock one of the rows that a mass operation locks by one statement."""
    return list(Household.objects.select_for_update(no_key=True).filter(id=household.id))


def beside(work, caller, household, then):
    """What a mass operation answers by `then`, which comes in the middle of its locking, when a run over all waits for
    the household that it holds; and what the run answers."""
    released()
    begun = threading.Event()

    def side(number):
        if number:
            begun.wait(60)
            return OF_ALL[work](caller)
        with transaction.atomic():
            lock_one(household)
            begun.set()
            wait_for_a_wait()
            return then()

    return together(2, side, numbered=True)


@pytest.mark.parametrize("work", OF_ALL)
def test_all_beside_some(cast, against_the_grain, work):
    smaller, larger = against_the_grain
    assert beside(work, cast.admin, smaller, lambda: len(lock_one(larger))) == [1, 2]


@pytest.mark.parametrize("work", ["pmt", "quality"])
def test_a_project_that_is_archived_meanwhile(cast, against_the_grain, work):
    """Its households are found before, and not written after."""
    project = Project.objects.create(code="P", nom="Projet")
    inside, outside = against_the_grain
    Household.objects.filter(id=inside.id).update(projet=project)
    assert (
        beside(work, cast.admin, inside, lambda: archive_project(row=project, require=lambda row: None).actif)[1] == 1
    )
    before = inside.updated_at
    assert Household.objects.get(id=inside.id).updated_at == before
    assert Household.objects.get(id=outside.id).updated_at > before
