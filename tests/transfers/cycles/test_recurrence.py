"""What a programme generates, when, once and in order."""

import os
import time
from datetime import UTC, date, datetime

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.notifications.models import Notification
from config.postgis.base import get_connection
from registry.projects.models import Project
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle, Recurrence
from transfers.cycles.recurrence import services
from transfers.cycles.recurrence.services import generate_due_cycles
from transfers.programmes.models import Programme


def set_recurrence(call, programme, **values):
    body = {
        "recurrenceActive": True,
        "modeGeneration": "automatique",
        "frequencePaiement": "mensuel",
        "jourGeneration": 5,
        "delaiCreationJours": 7,
        "parametresHeritables": ["montantParBeneficiaire"],
    }
    return call("put", f"/api/programmes/{programme.id}/recurrence", body | values)


def test_a_recurrence_is_set_and_shown(call, programme):
    path = f"/api/programmes/{programme.id}/recurrence"
    empty = call("get", path).json()["data"]
    assert (empty["recurrenceActive"], empty["prochainCycleDate"], empty["dernierCycleGenereId"]) == (False, None, None)
    assert set_recurrence(call, programme).status_code == 200
    shown = call("get", path).json()["data"]
    assert (shown["recurrenceActive"], shown["jourGeneration"]) == (True, 5)
    assert shown["prochainCycleDate"] is not None


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"modeGeneration": "au_hasard"}, "modeGeneration"),
        ({"jourGeneration": 0}, "jourGeneration"),
        ({"jourGeneration": 32}, "jourGeneration"),
        ({"jourGeneration": None}, "jourGeneration"),
        ({"delaiCreationJours": -1}, "delaiCreationJours"),
        ({"parametresHeritables": ["statutValidation"]}, "parametresHeritables.0"),
        ({"frequencePaiement": "hebdomadaire"}, "frequencePaiement"),
    ],
)
def test_a_recurrence_that_cannot_run_is_refused(call, programme, values, field):
    answer = set_recurrence(call, programme, **values)
    assert (answer.status_code, list(answer.json()["details"])) == (400, [field])
    assert not Recurrence.objects.exists()


def test_generating_twice_needs_force(call, programme):
    Programme.objects.update(montant_par_beneficiaire=15_000)
    set_recurrence(call, programme)
    path = f"/api/programmes/{programme.id}/recurrence/generate"
    preview = call("get", path.replace("generate", "preview")).json()["data"]
    made = call("post", path, {"force": True})
    assert made.status_code == 201, made.content
    shown = made.json()["data"]
    assert {name: preview[name] for name in ("dateDebut", "dateFin", "code")} == {
        name: shown[name] for name in ("dateDebut", "dateFin", "code")
    }
    again = call("post", path, {"force": False})
    assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")
    supplement = call("post", path, {"force": True}).json()["data"]
    assert (supplement["numeroSequence"], supplement["dateDebut"]) == (2, shown["dateDebut"])
    assert Cycle.objects.filter(periode__isnull=True).count() == 1


def test_what_is_due_is_made_once_and_in_order_after_a_stop(call, programme):
    Programme.objects.update(montant_par_beneficiaire=15_000)
    set_recurrence(call, programme)

    def generate(day):
        get_connection().forget_locks()
        return generate_due_cycles(day)

    assert generate(date(2025, 2, 25)) == 1, "the past before it was switched on is not paid"
    assert generate(date(2025, 2, 25)) == 0
    assert generate(date(2025, 2, 26)) == 1
    assert generate(date(2025, 6, 1)) == 3
    cycles = list(Cycle.objects.order_by("numero_sequence").values_list("date_debut", "numero_sequence"))
    assert cycles == [(date(2025, month, 1), month - 1) for month in range(2, 7)]
    Programme.objects.update(date_fin=date(2025, 7, 10))
    assert generate(date(2025, 12, 1)) == 1
    assert Cycle.objects.order_by("-date_debut").first().date_fin == date(2025, 7, 10)


def test_semi_automatic_notifies_once_and_waits(call, cast, programme):
    set_recurrence(call, programme, modeGeneration="semi_automatique")
    for day in (date(2025, 2, 26), date(2025, 2, 27)):
        get_connection().forget_locks()
        assert generate_due_cycles(day) == 0
    assert Notification.objects.filter(user=cast.admin, category="paiement").count() == 1
    assert not Cycle.objects.exists()


def test_a_programme_without_an_amount_keeps_no_other_waiting(call, programme, caplog):
    set_recurrence(call, programme)
    other = Programme.objects.create(
        code="TM2",
        nom="Autre",
        statut="actif",
        projet=programme.projet,
        date_debut="2025-01-01",
        montant_par_beneficiaire=5000,
    )
    set_recurrence(call, other)
    get_connection().forget_locks()
    assert generate_due_cycles(date(2025, 2, 26)) == 1
    assert Cycle.objects.get().programme == other


def test_a_programme_that_the_database_refuses_keeps_no_other_waiting(call, programme, monkeypatch):
    Programme.objects.update(montant_par_beneficiaire=15_000)
    set_recurrence(call, programme)
    other = Programme.objects.create(
        code="TM2",
        nom="Autre",
        statut="actif",
        projet=programme.projet,
        date_debut="2025-01-01",
        montant_par_beneficiaire=5000,
    )
    set_recurrence(call, other)
    generate = services._generate_periods

    def refuse_one(programme_id, today):
        if programme_id == programme.id:
            raise OperationalError("held by another transaction")
        return generate(programme_id, today)

    monkeypatch.setattr(services, "_generate_periods", refuse_one)
    get_connection().forget_locks()
    with pytest.raises(OperationalError):
        generate_due_cycles(date(2025, 2, 26))
    assert Cycle.objects.get().programme == other


@pytest.fixture
def generate():
    def run(*day):
        get_connection().forget_locks()
        return generate_due_cycles(date(*day))

    return run


@pytest.fixture
def on(monkeypatch):
    """Make it another day for requests."""
    return lambda *day: monkeypatch.setattr(timezone, "localdate", lambda *given: date(*day))


@pytest.fixture
def path(programme):
    Programme.objects.update(montant_par_beneficiaire=15_000)
    return f"/api/programmes/{programme.id}/recurrence"


def first_days():
    return list(Cycle.objects.order_by("numero_sequence").values_list("date_debut", flat=True))


def test_the_next_date_is_that_of_the_first_period_without_a_cycle(call, programme, path, on, generate):
    """The worked example of the decision."""
    set_recurrence(call, programme)

    def show(*day):
        on(*day)
        return call("get", path).json()["data"]["prochainCycleDate"]

    generate(2025, 2, 1)
    assert show(2025, 2, 1) == "2025-02-26"
    assert show(2025, 2, 26) == "2025-02-26", "due today"
    generate(2025, 2, 26)
    assert show(2025, 2, 26) == "2025-03-29"
    assert show(2025, 5, 10) == "2025-03-29", "nobody generated since"
    Programme.objects.update(date_fin="2025-03-31")
    assert show(2025, 5, 10) is None
    assert call("get", f"{path}/preview").json()["code"] == "INVALID_STATUS"
    assert call("post", f"{path}/generate", {"force": True}).json()["code"] == "INVALID_STATUS"


@pytest.mark.parametrize("day", [29, 30, 31])
def test_the_last_days_of_a_month_are_its_last_day(call, programme, path, generate, day):
    set_recurrence(call, programme, jourGeneration=day, delaiCreationJours=0)
    assert generate(2025, 2, 27) == 1
    assert first_days() == [date(2025, 1, 1)]
    assert generate(2025, 2, 28) == 1
    assert first_days()[-1] == date(2025, 2, 1)


def test_a_day_is_a_civil_day_of_the_country(call, programme, path, monkeypatch, settings):
    """Whatever the zone of the server."""
    set_recurrence(call, programme)
    get_connection().forget_locks()
    generate_due_cycles(date(2025, 2, 1))
    monkeypatch.setattr(timezone, "now", lambda: datetime(2025, 2, 25, 23, 30, tzinfo=UTC))
    monkeypatch.setitem(os.environ, "TZ", "Pacific/Auckland")
    time.tzset()
    get_connection().forget_locks()
    assert generate_due_cycles() == 0
    settings.TIME_ZONE = "Pacific/Auckland"
    get_connection().forget_locks()
    assert generate_due_cycles() == 1


def test_requests_generate_in_order(call, programme, path, on, generate):
    set_recurrence(call, programme, modeGeneration="semi_automatique")
    on(2025, 1, 20)
    assert call("post", f"{path}/generate").json()["data"]["dateDebut"] == "2025-01-01"
    on(2025, 3, 10)
    for month in ("2025-02-01", "2025-03-01"):
        assert call("get", f"{path}/preview").json()["data"]["dateDebut"] == month
        assert call("post", f"{path}/generate").json()["data"]["dateDebut"] == month
    refused = call("post", f"{path}/generate")
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert call("get", f"{path}/preview").json()["data"]["dateDebut"] == "2025-04-01"


def test_a_programme_that_has_not_begun_needs_force(call, programme, path, on):
    Programme.objects.update(date_debut="2030-01-01")
    set_recurrence(call, programme)
    on(2025, 2, 1)
    refused = call("post", f"{path}/generate").json()
    assert (refused["code"], refused["error"]) == ("CONFLICT", "Aucune période n'est encore due.")
    assert call("post", f"{path}/generate", {"force": True}).json()["data"]["dateDebut"] == "2030-01-01"


def test_the_end_of_the_calendar_is_no_error(call, programme, path):
    Programme.objects.update(date_debut="9999-12-15")
    set_recurrence(call, programme)
    assert call("get", path).status_code == 200
    assert call("get", f"{path}/preview").json()["code"] == "INVALID_STATUS"
    assert call("post", f"{path}/generate", {"force": True}).json()["code"] == "INVALID_STATUS"


def test_a_deleted_cycle_is_not_generated_again_by_itself(call, programme, path, on, generate):
    set_recurrence(call, programme)
    generate(2025, 2, 1)
    assert call("delete", f"/api/cycles/{Cycle.objects.get().id}").status_code == 200
    assert Recurrence.objects.get().dernier_cycle is None
    assert generate(2025, 2, 1) == 0
    on(2025, 2, 1)
    assert call("post", f"{path}/generate").status_code == 201
    assert generate(2025, 2, 26) == 1


def test_the_time_without_recurrence_is_not_paid(call, programme, path, generate):
    set_recurrence(call, programme)
    generate(2025, 1, 20)
    set_recurrence(call, programme, recurrenceActive=False)
    assert generate(2025, 6, 10) == 0
    set_recurrence(call, programme)
    assert generate(2025, 6, 10) == 1
    assert first_days() == [date(2025, 1, 1), date(2025, 6, 1)]


def test_a_period_that_a_cycle_touches_is_taken(create, call, programme, path, generate):
    """Whoever changes the frequency pays no day twice."""
    set_recurrence(call, programme)
    generate(2025, 1, 1)
    set_recurrence(call, programme, frequencePaiement="trimestriel")
    assert generate(2025, 3, 1) == 0
    assert generate(2025, 4, 1) == 1
    assert first_days() == [date(2025, 1, 1), date(2025, 4, 1)]


def test_who_does_not_run_generates_nothing(call, programme, path, generate):
    set_recurrence(call, programme)
    for statut in ("en_preparation", "suspendu", "cloture"):
        Programme.objects.update(statut=statut)
        assert generate(2025, 2, 1) == 0
        assert call("post", f"{path}/generate", {"force": True}).json()["code"] == "INVALID_STATUS"
    assert call("put", path, {"jourGeneration": 6}).json()["code"] == "INVALID_STATUS", "closed"
    Programme.objects.update(statut="actif")
    Project.objects.update(lecture_seule=True)
    assert generate(2025, 2, 1) == 0
    assert call("put", path, {"jourGeneration": 6}).json()["code"] == "READ_ONLY_PROJECT"
    assert not Notification.objects.exists()


def test_a_programme_of_the_country_is_not_set_in_a_region(call, cast, programme, path, country):
    for method, where, body in (("put", path, {"jourGeneration": 6}), ("post", f"{path}/generate", {"force": True})):
        assert call(method, where, body, user=cast.agent_west).status_code == 403
    programme.regions_eligibles.create(region=country.west)
    assert call("put", path, {"jourGeneration": 6}, user=cast.agent_west).status_code == 200


def test_a_failure_is_announced_once(call, cast, programme, generate):
    set_recurrence(call, programme)
    for _hour in range(2):
        assert generate(2025, 2, 26) == 0
    sent = Notification.objects.get(user=cast.admin)
    assert (sent.category, sent.params) == ("paiement", {"code": "TM", "first": "2025-03-01"})
    Programme.objects.update(montant_par_beneficiaire=15_000)
    assert generate(2025, 2, 26) == 1, "it is tried on"


def test_each_period_is_announced(call, cast, programme, path, generate):
    set_recurrence(call, programme, modeGeneration="semi_automatique")
    generate(2025, 2, 1)
    generate(2025, 2, 26)
    assert Notification.objects.filter(user=cast.admin).count() == 2


def test_a_generated_cycle_inherits_what_is_listed(call, programme, path, on):
    on(2025, 2, 1)
    set_recurrence(call, programme, parametresHeritables=["niveauxRequis", "montantParBeneficiaire"])
    call("post", f"{path}/generate")
    Cycle.objects.update(montant_par_beneficiaire=12_000, niveaux_requis=4)
    on(2025, 3, 1)
    call("post", f"{path}/generate")
    assert Cycle.objects.values_list("montant_par_beneficiaire", "niveaux_requis").latest("id") == (12_000, 4)
    set_recurrence(call, programme, parametresHeritables=[])
    on(2025, 4, 1)
    call("post", f"{path}/generate")
    assert Cycle.objects.values_list("montant_par_beneficiaire", "niveaux_requis").latest("id") == (15_000, 2)


def test_the_preview_counts_principals(call, programme, path, ready, beneficiary):
    Beneficiary.objects.create(
        code="TM-7", menage=ready, programme=programme, nom_complet="Substitut", type="substitut", principal=beneficiary
    )
    shown = call("get", f"{path}/preview").json()["data"]
    assert (shown["nbBeneficiairesEstimes"], shown["montantTotalEstime"]) == (1, "15000.00")


def test_a_recurrence_of_an_old_version_is_a_conflict(call, programme, path):
    tag = call("get", path).headers["ETag"]
    assert call("put", path, {"jourGeneration": 5}, headers={"If-Match": tag}).status_code == 200
    assert call("put", path, {"jourGeneration": 6}, headers={"If-Match": tag}).json()["code"] == "CONFLICT"
    current = call("get", path).headers["ETag"]
    assert call("put", path, {"jourGeneration": 6}, headers={"If-Match": current}).status_code == 200


def test_a_period_to_come_that_is_taken_is_passed_over(create, call, programme, path, on):
    """The payment day may be long after the period's first day, and its cycle made by hand before."""
    set_recurrence(call, programme, jourGeneration=31, delaiCreationJours=0)
    on(2025, 1, 31)
    call("post", f"{path}/generate")
    create(dateDebut="2025-02-01", dateFin="2025-02-10")
    on(2025, 2, 20)
    assert call("get", f"{path}/preview").json()["data"]["dateDebut"] == "2025-03-01"
    assert call("get", path).json()["data"]["prochainCycleDate"] == "2025-03-31"
