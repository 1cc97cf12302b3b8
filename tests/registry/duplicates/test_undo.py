"""Undoing a merge brings back what stood beside the two households, too: decisions, receipts; and asks the guard."""

import pytest

from registry.duplicates import services
from registry.duplicates.analysis import services as analysis
from registry.duplicates.merges import services as merging
from registry.duplicates.models import Pair
from registry.households.models import HeadOfHousehold, Household
from registry.projects.models import Project
from registry.survey_platforms.models import Receipt


@pytest.fixture
def three(cast, twins, make):
    """Three households that look like one: nobody has decided yet."""
    found = (*twins, make("D-3", "Fatu Jaló"))
    analysis.analyse_duplicates(query={}, user=cast.admin)
    assert Pair.objects.count() == 3
    return found


def pair_of(*two):
    a, b = sorted(row.id for row in two)
    return Pair.objects.get(menage_a=a, menage_b=b)


def fuse(user, kept, absorbed, **values):
    pair = pair_of(kept, absorbed)
    return merging.merge_households(pair_id=pair.id, kept=kept.id, values=values, reason=None, user=user)


def distinct(user, *two):
    services.decide_pair(pair_id=pair_of(*two).id, decision="distincts", reason="Deux sœurs", user=user)


def test_what_was_decided_holds_again(cast, three):
    first, second, third = three
    distinct(cast.supervisor_west, second, third)
    distinct(cast.supervisor_west, first, third)
    record = fuse(cast.admin, first, second, age=second.id)
    assert Pair.objects.get().decision is None, "the kept household has another age now"
    merging.undo_merge(merge_id=record.id, user=cast.admin)
    for one in (first, second):
        pair = pair_of(one, third)
        assert (pair.decision, pair.motif, pair.decide_par_id) == ("distincts", "Deux sœurs", cast.supervisor_west.id)
    assert pair_of(first, second).decision is None
    analysis.analyse_duplicates(query={}, user=cast.admin)
    assert Pair.objects.filter(decision="distincts").count() == 2


def test_not_when_the_data_changed_meanwhile(cast, three):
    first, second, third = three
    distinct(cast.admin, second, third)
    record = fuse(cast.admin, first, second)
    HeadOfHousehold.objects.filter(menage=third).update(age=42)
    services.search_duplicates(household_id=third.id, user=cast.admin)
    merging.undo_merge(merge_id=record.id, user=cast.admin)
    assert pair_of(second, third).decision is None


def test_what_was_decided_since_stays(cast, three):
    first, second, third = three
    distinct(cast.admin, first, third)
    record = fuse(cast.admin, first, second, age=second.id)
    services.decide_pair(pair_id=pair_of(first, third).id, decision="ignorer", reason="À revoir", user=cast.admin)
    merging.undo_merge(merge_id=record.id, user=cast.admin)
    assert pair_of(first, third).decision != "distincts"


def test_a_household_that_is_gone_is_left_out(cast, three):
    first, second, third = three
    distinct(cast.admin, second, third)
    record = fuse(cast.admin, first, second)
    Household.objects.filter(id=third.id)._raw_delete(using="default")
    merging.undo_merge(merge_id=record.id, user=cast.admin)
    assert Pair.objects.get().decision is None


def test_its_submission_is_followed_again(cast, twins):
    analysis.analyse_duplicates(query={}, user=cast.admin)
    first, second = twins
    Receipt.objects.create(
        usage="menages", source="collector_platform_a", formulaire="f", racine="uuid:1", statut="approuve", version="v1",
        empreinte="e1", contenu={"nom": "Fatumata"}, cible_id=second.id, etat="applique", applique="v1:m",
    )  # fmt: skip
    before = Receipt.objects.values().get()
    record = fuse(cast.admin, first, second)
    assert Receipt.objects.values_list("etat", "contenu").get() == ("parti", None), "not imported as new"
    # An edit that comes meanwhile is not applied; it is seen as one the next time the form is read.
    Receipt.objects.update(version="v2", empreinte="e2")
    merging.undo_merge(merge_id=record.id, user=cast.admin)
    assert Receipt.objects.values().get() == before


def test_not_into_a_project_that_is_read_only_now(api, cast, twins):
    analysis.analyse_duplicates(query={}, user=cast.admin)
    first, second = twins
    Household.objects.filter(id=second.id).update(projet=Project.objects.create(code="P", nom="P"))
    record = fuse(cast.admin, first, second)
    Project.objects.update(lecture_seule=True)
    answer = api(cast.admin).post(f"/api/menages/fusions/{record.id}/annuler")
    assert (answer.status_code, answer.json()["code"]) == (400, "READ_ONLY_PROJECT")
    assert not Household.objects.filter(id=second.id).exists()
    Project.objects.update(lecture_seule=False)
    assert api(cast.admin).post(f"/api/menages/fusions/{record.id}/annuler").status_code == 200


def test_who_saw_the_merged_household_writes_over_nothing(api, cast, twins):
    analysis.analyse_duplicates(query={}, user=cast.admin)
    first, second = twins
    record = fuse(cast.admin, first, second, age=second.id)
    address = f"/api/menages/{first.id}"
    seen = api(cast.admin).get(address)["ETag"]
    merging.undo_merge(merge_id=record.id, user=cast.admin)
    assert api(cast.admin).put(address, {"milieu": "urbain"}, headers={"If-Match": seen}).status_code == 409
