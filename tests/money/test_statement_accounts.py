"""A statement is about one account: it settles and fails what left that account, and nothing of another one."""

import pytest

from registry.projects.models import Project
from tests.transfers.reconciliation.desk import OPERATOR, PATH, TITLES, Desk
from transfers.execution.models import Attempt, Run
from transfers.operators.accounts.services import create_account
from transfers.operators.models import Operator, OperatorAccount
from transfers.payments.models import Payment
from transfers.reconciliation.models import ReconciliationSession, Statement

WITH_ACCOUNT = f"{TITLES},compte operateur"


@pytest.fixture
def desk(world, api):
    return Desk(world, api)


def add_account(desk, number, project=None):
    OperatorAccount.objects.filter(projet=project or desk.world.project).update(actif=False)
    return create_account(
        operator=Operator.objects.get(code=OPERATOR),
        project=project or desk.world.project,
        opening=0,
        values={"numero_compte": number, "nom_compte": "Autre compte"},
        user=desk.world.treasurer,
    )


def sent_on(desk, day):
    Attempt.objects.filter(paiement__in=desk.payments).update(sent_at=f"{day}T10:00:00Z")


def statement_of(desk, number, *places):
    """A statement of an account over half a month, which names the payments at these places."""
    edges = [f"X-{day},+245966000001,777,2025-02-{day},{number}" for day in ("01", "14")]
    return [*(f"{desk.line(place)},{number}" for place in places), *edges]


def test_the_statement_of_another_account_is_not_that_of_a_cycle(desk):
    """Its account is another project's, also where its number ends like ours; all our payments would be missing on it."""
    add_account(desk, "9245001", Project.objects.create(code="AUT", nom="Autre"))
    for number in ("9245001", "GW04 9245001"):
        file_id = desk.deposit(*statement_of(desk, number), titles=WITH_ACCOUNT)
        answer = desk.call(PATH, status=400, **desk.body(file_id))
        assert answer["code"] == "VALIDATION_ERROR" and number in answer["details"]["fichierReleve"][0]
    assert not ReconciliationSession.objects.exists() and not Statement.objects.exists()
    path = desk.match(*statement_of(desk, "GW04 8245001", 0), titles=WITH_ACCOUNT)
    # Nor is it closed, when it was opened before anybody looked at the account.
    Statement.objects.update(numero_compte="9245001")
    desk.call(f"{path}/validate")
    assert desk.call(f"{path}/finalize", status=400)["code"] == "INVALID_STATUS"


def test_payments_of_another_account_of_the_cycle_do_not_fail(desk):
    """The account of the project was replaced while the cycle was paid: each statement tells of its own runs."""
    sent_on(desk, "2025-02-05")
    other = add_account(desk, "245777")
    run = Run.objects.get()
    second = Run.objects.create(
        cycle=desk.cycle, compte=other, operateur_id=OPERATOR, fournisseur=run.fournisseur, empreinte=run.empreinte
    )
    Attempt.objects.filter(paiement=desk.payments[1]).update(execution=second)
    path = desk.match(*statement_of(desk, "245001", 0), titles=WITH_ACCOUNT)
    desk.call(f"{path}/validate")
    told = desk.call(f"{path}/finalize/apercu", actions={"marquerPaiementsEchoues": True})["effets"]
    assert (told["regles"], told["echoues"]) == (1, 2)
    assert Payment.objects.filter(statut="en_cours").count() == 4


@pytest.mark.parametrize(("gap", "faults"), [(None, 1), (-15_000, 0)])
def test_a_statement_with_holes_fails_nobody_unasked(desk, gap, faults):
    """The line of a payment could not be read, or is missing: the payment itself seems to be absent."""
    sent_on(desk, "2025-02-05")
    unread = [f"{desk.line(1, 'quinze')},245001"] if faults else []
    path = desk.match(*statement_of(desk, "245001", 0), *unread, titles=WITH_ACCOUNT)
    Statement.objects.update(ecart_solde=gap)
    desk.call(f"{path}/validate")
    told = desk.call(f"{path}/finalize/apercu")
    assert told["releve"] == {"nbErreurs": faults, "ecartSolde": gap} and told["effets"]["echoues"] == 0
    actions = {"marquerPaiementsEchoues": True}
    for step in ("finalize/apercu", "finalize", "finalize?async=true"):
        answer = desk.call(f"{path}/{step}", status=400, actions=actions)
        assert answer["code"] == "INVALID_STATUS" and "relevé" in answer["error"], step
    told = desk.call(f"{path}/finalize", actions=actions | {"accepterReleveIncomplet": True})
    assert told["effets"]["echoues"] == 3


def test_one_stray_line_covers_no_days(desk):
    """Payments fail on days that all tell of: the lines, the session, and the message where it names its days."""
    for place, day in enumerate(("2025-02-05", "2025-02-12", "2025-02-18")):
        Attempt.objects.filter(paiement=desk.payments[place]).update(sent_at=f"{day}T10:00:00Z")
    lines = [f"X-1,+245966000001,777,{day}" for day in ("2025-02-01", "2025-02-14", "2025-11-30")]
    path = desk.match(*lines, options={"toleranceDate": 1})
    desk.call(f"{path}/validate")

    def count_failed():
        return desk.call(f"{path}/finalize/apercu", actions={"marquerPaiementsEchoues": True})["effets"]["echoues"]

    # The fourth was sent today, which no day of the session is.
    assert count_failed() == 3
    ReconciliationSession.objects.update(date_debut="2025-02-06", date_fin="2025-02-19")
    assert count_failed() == 2
    Statement.objects.update(annonce_debut="2025-02-01", annonce_fin="2025-02-13")
    assert count_failed() == 1
    Statement.objects.update(annonce_debut="2025-02-13")
    assert count_failed() == 0
