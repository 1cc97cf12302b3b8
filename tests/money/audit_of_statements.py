"""An auditor's own reckoning of one session: what each payment and each line of the statement should have moved.

Written from the documents only (docs/decisions/0098 and docs/howto/reconcile.md); it shares no code with the service. Each
`Case` is one payment with what happened to it; its effects are in XOF on the operator's account, on `beneficiaires`, on
`frais` and on `attente`, from before anything was settled until the session is closed.
"""

from dataclasses import dataclass, field
from typing import Any

NET, FEES = 15_000, 250
GROSS = NET + FEES


@dataclass(frozen=True)
class Told:
    """One line of the statement about a payment."""

    amount: int
    kind: str = "paiement"
    credit: bool = False
    other_number: bool = False
    keeps_phone: bool = True


@dataclass(frozen=True)
class Case:
    """One payment: its lines, what a result file had said of it, what people decide, and what must follow."""

    name: str
    lines: tuple[Told, ...] = ()
    result: str | None = None
    # Decisions by the reason of the entry that is open.
    decisions: dict[str, str] = field(default_factory=dict)
    status: str = "reussi"
    received: int | None = None
    # account, beneficiaires, frais, attente
    moved: tuple[int, int, int, int] = (0, 0, 0, 0)


PAID = (-GROSS, NET, FEES, 0)
BACK = Told(NET, "extourne", credit=True)
BACK_WITH_FEES = Told(GROSS, "extourne", credit=True)
CASES = (
    Case("open, told net", (Told(NET),), moved=PAID),
    Case("open, told with fees", (Told(GROSS),), moved=PAID),
    Case("settled, told net", (Told(NET),), "reussi", moved=PAID),
    Case("settled, told with fees", (Told(GROSS),), "reussi", moved=PAID),
    Case("settled, not told", (), "reussi", moved=PAID),
    Case("open, not told", (), status="en_cours"),
    Case("failed, not told", (), "echoue", status="echoue"),
    Case(
        "open, told less",
        (Told(9_000),),
        decisions={"montant_partiel": "match_manuel"},
        received=9_000,
        moved=(-9_000 - FEES, 9_000, FEES, 0),
    ),
    Case(
        "open, told more",
        (Told(20_000),),
        decisions={"montant_different": "match_manuel"},
        moved=(-20_000, 20_000 - FEES, FEES, 0),
    ),
    Case(
        "open, told more, the operator's error",
        (Told(20_000),),
        decisions={"montant_different": "erreur_operateur"},
        moved=(-20_000, NET, FEES, 20_000 - GROSS),
    ),
    Case(
        "settled, told less",
        (Told(9_000),),
        "reussi",
        {"montant_partiel": "erreur_sig"},
        moved=(-9_000 - FEES, 9_000, FEES, 0),
    ),
    Case(
        "settled, told less, the operator's error",
        (Told(9_000),),
        "reussi",
        {"montant_partiel": "erreur_operateur"},
        moved=(-9_000 - FEES, NET, FEES, 9_000 - NET),
    ),
    # The whole order has left, although a result had said less: without the fees, as it says the order to the franc.
    Case(
        "settled for less, told as ordered",
        (Told(NET),),
        "partiel;;;9000",
        {"montant_different": "match_manuel"},
        received=9_000,
        moved=PAID,
    ),
    Case(
        "settled for less, told as ordered with fees",
        (Told(GROSS),),
        "partiel;;;9000",
        {"montant_different": "match_manuel"},
        received=9_000,
        moved=PAID,
    ),
    Case(
        "settled for less, told as ordered, the operator's error",
        (Told(NET),),
        "partiel;;;9000",
        {"montant_different": "erreur_operateur"},
        received=9_000,
        moved=(-GROSS, 9_000, FEES, NET - 9_000),
    ),
    Case("settled for less, told so", (Told(9_000),), "partiel;;;9000", received=9_000, moved=(-9_250, 9_000, FEES, 0)),
    # What had arrived and its fees are what was ordered: the result and the line say the same.
    Case(
        "settled for less by the fees, told as ordered",
        (Told(NET),),
        f"partiel;;;{NET - FEES}",
        received=NET - FEES,
        moved=(-NET, NET - FEES, FEES, 0),
    ),
    Case(
        "settled for less, told as ordered, came back without fees",
        (Told(NET), BACK),
        "partiel;;;9000",
        {"extourne": "match_manuel"},
        status="echoue",
        moved=(-FEES, 0, FEES, 0),
    ),
    Case(
        "settled for less, told as ordered, came back with fees",
        (Told(NET), BACK_WITH_FEES),
        "partiel;;;9000",
        {"extourne": "match_manuel"},
        status="echoue",
    ),
    Case("ignored", (Told(9_000),), decisions={"montant_partiel": "ignorer"}, status="en_cours"),
    Case(
        "open, another number",
        (Told(NET, other_number=True),),
        decisions={"autre_numero": "erreur_operateur"},
        status="echoue",
        moved=(-NET, 0, 0, NET),
    ),
    Case(
        "settled, another number",
        (Told(GROSS, other_number=True),),
        "reussi",
        {"autre_numero": "erreur_operateur"},
        status="echoue",
        moved=(-GROSS, 0, 0, GROSS),
    ),
    Case(
        "open, another number that is right",
        (Told(NET, other_number=True),),
        decisions={"autre_numero": "match_manuel"},
        moved=PAID,
    ),
    Case("open, came back", (Told(NET), BACK), decisions={"extourne": "match_manuel"}, status="echoue"),
    Case(
        "settled, came back without fees",
        (Told(NET), BACK),
        "reussi",
        {"extourne": "match_manuel"},
        status="echoue",
        moved=(-FEES, 0, FEES, 0),
    ),
    Case(
        "settled, came back with fees",
        (Told(GROSS), BACK_WITH_FEES),
        "reussi",
        {"extourne": "match_manuel"},
        status="echoue",
    ),
    Case(
        "settled with fees, came back without",
        (Told(GROSS), BACK),
        "reussi",
        {"extourne": "match_manuel"},
        status="echoue",
        moved=(-FEES, 0, FEES, 0),
    ),
    Case(
        "settled, came back with fees that were apart",
        (Told(NET), BACK_WITH_FEES),
        "reussi",
        {"extourne": "match_manuel"},
        status="echoue",
    ),
    Case(
        "open with fees, came back without",
        (Told(GROSS), BACK),
        decisions={"extourne": "match_manuel"},
        status="echoue",
        moved=(-FEES, 0, 0, FEES),
    ),
    Case("failed and paid", (Told(NET),), "echoue", {"paye_malgre_echec": "match_manuel"}, moved=PAID),
    Case(
        "failed and paid, the operator's error",
        (Told(NET),),
        "echoue",
        {"paye_malgre_echec": "erreur_operateur"},
        status="echoue",
        moved=(-NET, 0, 0, NET),
    ),
    Case(
        "paid twice",
        (Told(NET), Told(NET)),
        decisions={"paye_deux_fois": "erreur_operateur"},
        moved=(-GROSS - NET, NET, FEES, NET),
    ),
    Case("paid twice, one came back", (Told(NET), Told(NET), BACK), moved=PAID),
    Case(
        "paid twice with fees, one came back without",
        (Told(GROSS), Told(GROSS), BACK),
        moved=(-GROSS - FEES, NET, FEES, FEES),
    ),
    Case(
        "settled, paid twice with fees, came back twice",
        (Told(GROSS), Told(GROSS), BACK, BACK_WITH_FEES),
        "reussi",
        {"extourne": "match_manuel"},
        status="echoue",
        moved=(-FEES, 0, FEES, 0),
    ),
    Case(
        "settled, a part came back, and the payment stays",
        (Told(NET), Told(4_000, "extourne", credit=True)),
        "reussi",
        {"retour_a_verifier": "erreur_operateur"},
        moved=(-GROSS + 4_000, NET, FEES, -4_000),
    ),
    Case(
        "settled, a part came back, and the payment has failed",
        (Told(NET), Told(4_000, "extourne", credit=True)),
        "reussi",
        {"retour_a_verifier": "match_manuel"},
        status="echoue",
        moved=(-GROSS + 4_000, 0, FEES, NET - 4_000),
    ),
    Case(
        "open, more came back, and the payment has failed",
        (Told(NET), Told(18_000, "extourne", credit=True)),
        decisions={"retour_a_verifier": "match_manuel"},
        status="echoue",
        # Fees had left apart from the line, and came back with it.
        moved=(18_000 - GROSS, 0, 0, GROSS - 18_000),
    ),
    Case(
        "settled, a part came back, which nobody minds",
        (Told(NET), Told(4_000, "extourne", credit=True)),
        "reussi",
        {"retour_a_verifier": "ignorer"},
        moved=PAID,
    ),
)


def sum_moved(cases: Any) -> tuple[int, ...]:
    """What all cases together move on the four accounts."""
    return tuple(map(sum, zip(*(case.moved for case in cases), strict=True)))
