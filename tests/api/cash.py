"""Sheets of both sides of the world: one issued, one whose cash was handed out, one that came back."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django.contrib.gis.geos import Point
from django.utils import timezone

from accounts.users.models import User
from config.ids import uuid7
from config.postgis.base import get_connection
from registry.households.models import Household
from tests.conftest import make_user
from transfers.beneficiaries.models import Beneficiary
from transfers.cycles.models import Cycle
from transfers.execution.manual_outcomes.models import ManualOutcome
from transfers.execution.models import Attempt, Run
from transfers.execution.pay_points.models import PayPoint
from transfers.execution.sheets.losses.models import CashLoss
from transfers.execution.sheets.models import Sheet, SheetLine
from transfers.execution.sheets.returns.services import take_return
from transfers.execution.sheets.services import hand_out_cash
from transfers.execution.sheets.types import ReturnedLine, SheetReturn
from transfers.ledger.models import Reservation
from transfers.operators.models import OperatorAccount
from transfers.payments.models import Payment

AMOUNT = 15_000
NAMES = ("feuille", "feuille_remise", "feuille_rendue", "feuille_manquante")


def ignore_version(row: Any) -> None:
    """Any version will do."""


def add_cash(
    side: SimpleNamespace, cycle: Cycle, account: OperatorAccount, mark: str, longitude: float, user: User
) -> None:
    """Set the sheets of a side, its cycle in cash and its pay-point; `user` wrote the entries, which everybody sees."""
    side.cycle_especes = cycle
    side.point_paiement = PayPoint.objects.create(
        programme=cycle.programme, region=side.region, nom=f"Point {mark}", geom=Point(longitude, 12.7, srid=4326)
    )
    run = Run.objects.create(
        cycle=cycle, compte=account, operateur_id=account.operateur_id, fournisseur="especes", empreinte=b""
    )
    Reservation.objects.create(
        id=run.id, compte_id=account.compte_id, montant=len(NAMES) * AMOUNT, restant=len(NAMES) * AMOUNT
    )
    for name in NAMES:
        setattr(side, name, sheet_of(side, run, f"{name}-{mark}"))
    add_unknown_payment(side, cycle, account, mark)
    require = {"user": user, "require": ignore_version}
    for sheet in (side.feuille_remise, side.feuille_rendue, side.feuille_manquante):
        hand_out_cash(sheet=sheet, payer="Payeur", **require)
        get_connection().forget_locks()
    lines = (ReturnedLine(1, "echoue", motif="Absente"),)
    for sheet, missing in ((side.feuille_rendue, 0), (side.feuille_manquante, 5_000)):
        brought = SheetReturn(lines, especes_rendues=AMOUNT - missing, motif_manquant="Volé")
        take_return(sheet=sheet, brought=brought, **require)
        get_connection().forget_locks()
    CashLoss.objects.create(feuille=side.feuille_manquante, motif="Plainte", propose_par=make_user("ROLE_ADMIN"))


def add_unknown_payment(side: SimpleNamespace, cycle: Cycle, account: OperatorAccount, mark: str) -> None:
    """Set a payment of a side that was given out by file long ago, and what one person proposes about another."""
    run = Run.objects.create(
        cycle=cycle, compte=account, operateur_id=account.operateur_id, fournisseur="fichier", empreinte=b""
    )
    Reservation.objects.create(id=run.id, compte_id=account.compte_id, montant=2 * AMOUNT, restant=2 * AMOUNT)
    sent = {"etat": "inconnue", "sent_at": timezone.now() - timedelta(days=3)}
    attempts = [attempt_of(side, run, f"{name}-{mark}", **sent) for name in ("inconnu", "decide")]
    side.inconnu, side.decide = (attempt.paiement for attempt in attempts)
    ManualOutcome.objects.create(
        tentative=attempts[1],
        resultat="echoue",
        motif="Lettre",
        date_operation=timezone.localdate(),
        propose_par=make_user("ROLE_ADMIN"),
    )


def attempt_of(side: SimpleNamespace, run: Run, mark: str, **values: Any) -> Attempt:
    """An attempt to pay a household of its own."""
    household = Household.objects.create(code_menage=f"M-{mark}", taille_menage=1, region=side.region)
    person = Beneficiary.objects.create(
        code=f"B-{mark}", menage=household, programme=run.cycle.programme, nom_complet=f"Payé {mark}"
    )
    payment = Payment.objects.create(
        reference=f"{run.cycle.code}-{mark}",
        cycle=run.cycle,
        beneficiaire=person,
        principal=person,
        menage_id=household.id,
        region_id=side.region.id,
        code_menage=household.code_menage,
        taille_menage=1,
        nom_complet=person.nom_complet,
        mode_paiement="especes" if run.fournisseur == "especes" else "mobile_money",
        operateur_id=run.operateur_id,
        montant=AMOUNT,
        statut="en_cours",
    )
    return Attempt.objects.create(
        paiement=payment,
        execution=run,
        numero=1,
        periode_id=uuid7(),
        menage_id=household.id,
        operateur_id=run.operateur_id,
        montant=AMOUNT,
        **values,
    )


def sheet_of(side: SimpleNamespace, run: Run, mark: str) -> Sheet:
    """A sheet with one line, of a household of its own."""
    attempt = attempt_of(side, run, mark, etat="envoyee")
    sheet = Sheet.objects.create(
        cycle=run.cycle,
        execution=run,
        numero=Sheet.objects.count() + 1,
        region_id=side.region.id,
        lieu=f"Lieu {mark}",
        nombre=1,
        montant=AMOUNT,
    )
    SheetLine.objects.create(feuille=sheet, numero=1, tentative=attempt)
    return sheet
