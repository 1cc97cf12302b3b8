"""Doubles written at the same time: nobody waits for who waits for him, and both rows tell what is true in the end."""

import threading

import pytest
from django.db import connection, transaction

from accounts.jobs.jobs import execute_job
from accounts.jobs.models import Job
from registry.duplicates import services
from registry.duplicates.analysis import services as analysis
from registry.duplicates.merges import services as merging
from registry.duplicates.models import Pair, Sheet
from registry.households.models import Household
from registry.households.services import update_household
from tests.threads import together, wait_for_a_wait

pytestmark = pytest.mark.django_db(transaction=True)


def edit(user, household, **head):
    values = {"chef": head, "latitude": None, "longitude": None}
    update_household(household_id=household.id, values=values, user=user, require=lambda row: None)


def test_two_who_edit_two_doubles(cast, twins):
    analysis.analyse_duplicates(query={}, user=cast.admin)

    def work(number):
        # The ages come near and go apart again: the pair is written each time.
        for turn in range(8):
            edit(cast.admin, twins[number], age=40 + 15 * ((turn + number) % 2))
        return "done"

    assert together(2, work, numbered=True) == ["done", "done"]
    pair = Pair.objects.get()
    assert set(Household.objects.values_list("score_doublon", flat=True)) == {pair.score}


def test_an_analysis_does_not_wait_for_sheets_that_stay(cast, twins, make):
    """Who merges holds the sheet of one household and then wants that of the other: an analysis that held the one and
    waited for the other made one of them fail."""
    analysis.analyse_duplicates(query={}, user=cast.admin)
    new = make("D-3", "Augusto Mendes", telephone=None)

    def prepared():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '3s'")
            return services.rebuild_sheets(Household.objects.all())

    with transaction.atomic():
        assert len(Sheet.objects.select_for_update().filter(menage__in=twins)) == 2
        assert together(1, prepared) == [1]
    assert Sheet.objects.filter(menage=new).exists()


def test_what_another_holds_is_told_when_he_is_done(cast, twins):
    first, second = twins
    analysis.analyse_duplicates(query={}, user=cast.admin)
    assert Household.objects.get(id=second.id).score_doublon is not None
    held, enough = threading.Event(), threading.Event()

    def holder():
        with transaction.atomic():
            Household.objects.select_for_update().get(id=second.id)
            held.set()
            enough.wait(10)
            # What he is about to write first is not lost.
            Household.objects.filter(id=second.id).update(altitude=12)
        connection.close()

    thread = threading.Thread(target=holder)
    thread.start()
    held.wait(60)
    threading.Timer(0.5, enough.set).start()
    edit(cast.admin, first, nom_complet="Augusto Mendes", sexe="M", age=70, telephone=None)
    thread.join()
    assert not Pair.objects.exists()
    second.refresh_from_db()
    assert (second.score_doublon, second.altitude) == (None, 12)


def test_nobody_waits_for_an_analysis(api, cast, twins, monkeypatch):
    """Linking a million households takes minutes; who edits one whose sheet is new goes on."""
    link, edited = analysis.link_households, []

    def quick():
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '2s'")
        edit(cast.admin, twins[0], age=41)
        return "done"

    def linking(*args, **kwargs):
        edited.extend(together(1, quick))
        return link(*args, **kwargs)

    monkeypatch.setattr(analysis, "link_households", linking)
    started = api(cast.admin).post("/api/menages/analyse-doublons?async=1", {})
    job = Job.objects.get(id=started.json()["data"]["jobId"])
    execute_job(job.id)
    api(cast.admin).post("/api/menages/analyse-doublons", {})
    job.refresh_from_db()
    assert (job.statut, edited) == ("termine", ["done", "done"]), job.erreur


def test_a_merge_beside_an_edit_of_a_third_double(api, cast, twins, make, monkeypatch):
    """The edit looks for its doubles while one of them is being merged: it neither fails nor makes the merge fail."""
    third = make("D-3", age=44)
    analysis.analyse_duplicates(query={}, user=cast.admin)
    pair = Pair.objects.get(menage_a__in=twins, menage_b__in=twins)
    Pair.objects.exclude(id=pair.id).delete()
    kept, gone = twins
    moved, assess = threading.Event(), merging.assess_households

    def halted(ids):
        moved.set()
        wait_for_a_wait()
        assess(ids)

    monkeypatch.setattr(merging, "assess_households", halted)

    def side(number):
        if number:
            moved.wait(60)
            answer = api(cast.admin).post(f"/api/menages/{third.id}/update", {"chefMenage": {"age": 41}})
        else:
            decided = {"decision": "fusionner", "menageConserveId": str(kept.id)}
            answer = api(cast.admin).post(f"/api/menages/doublons/{pair.id}/decision", decided)
        return answer.status_code, answer.json().get("code")

    assert together(2, side, numbered=True) == [(200, None), (200, None)]
    left = Pair.objects.get()
    assert {left.menage_a_id, left.menage_b_id} == {kept.id, third.id}
    assert left.niveaux["annee"] == "proche"
