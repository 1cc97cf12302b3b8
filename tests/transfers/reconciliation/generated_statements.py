"""Make payments and the statement of their operator, with known truth: which line pays which payment.

Disturbances are drawn line by line, each by its own share, so that a line may have several.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from transfers.reconciliation.matching.engine.tables import Criteria, Matched, Tolerances
from transfers.reconciliation.matching.engine.verdicts import match_tables

DAY = np.datetime64("2025-03-10")
ONE_DAY = pd.Timedelta(days=1)
SHARES = {
    "sans_reference": 0.30,
    "reference_ecrite_autrement": 0.10,
    "reference_coupee": 0.03,
    "chiffre_faux": 0.03,
    "chiffre_perdu": 0.03,
    "chiffres_inverses": 0.03,
    "sans_telephone": 0.05,
    "avec_frais": 0.30,
    "tardive": 0.20,
    "avec_indicatif": 0.30,
}


@dataclass(frozen=True)
class Generated:
    """Hold payments, lines and the truth: `truth` has ligne, paiement and what disturbed the line."""

    payments: pd.DataFrame
    lines: pd.DataFrame
    truth: pd.DataFrame


def generate_statement(count: int, seed: int = 7, *, doubles: float = 0.01, returns: float = 0.01) -> Generated:
    """Make `count` payments of equal amounts on three days, nine in ten of which the statement names."""
    random = np.random.default_rng(seed)
    return write_statement(_make_payments(count, random), random, doubles=doubles, returns=returns)


def write_statement(
    payments: pd.DataFrame, random: np.random.Generator, *, doubles: float = 0.01, returns: float = 0.01
) -> Generated:
    """Write the statement of some payments (with paiement, reference, telephone, montant, frais and jour), disturbed."""
    paid = payments[random.random(len(payments)) < 0.9].reset_index(drop=True)
    lines = _write_lines(paid, random)
    flags = {name: random.random(len(paid)) < share for name, share in SHARES.items()}
    _disturb_references(lines, flags)
    _disturb_phones(lines, flags, random)
    lines.loc[flags["avec_frais"], "montant"] += paid.loc[flags["avec_frais"], "frais"]
    lines.loc[flags["tardive"], "jour"] += random.integers(1, 4, int(flags["tardive"].sum())).astype("timedelta64[D]")
    truth = pd.DataFrame({"ligne": lines["ligne"], "paiement": paid["paiement"], **flags})
    again = lines[random.random(len(lines)) < doubles]
    back = lines[random.random(len(lines)) < returns]
    more = [
        again.assign(
            ligne=again["ligne"] + "-double", transaction=again["transaction"] + "D", jour=again["jour"] + ONE_DAY
        ),
        back.assign(ligne=back["ligne"] + "-retour", nature="extourne", credit=True, jour=back["jour"] + 2 * ONE_DAY),
        _write_strangers(len(payments) // 100, random),
    ]
    lines = pd.concat([lines, *more], ignore_index=True)
    return Generated(payments, lines.assign(rang=np.arange(len(lines))), truth)


def match_generated(generated: Generated, order: np.random.Generator | None = None) -> Matched:
    """Match with all criteria, within 500 XOF and 4 days; with `order`, shuffle the rows first."""
    lines, payments = generated.lines, generated.payments
    if order is not None:
        lines = lines.iloc[order.permutation(len(lines))]
        payments = payments.iloc[order.permutation(len(payments))]
    tolerances = Tolerances(500, 4, pd.Timestamp("2025-03-01"), pd.Timestamp("2025-03-31"))
    return match_tables(lines, payments, Criteria(), tolerances)


def _make_payments(count: int, random: np.random.Generator) -> pd.DataFrame:
    numbers = np.arange(count)
    phones = random.choice(9_000_000, count, replace=False) + 955_000_000
    amounts = random.choice([15_000, 15_000, 15_000, 22_500, 30_000], count)
    return pd.DataFrame(
        {
            "paiement": [f"p{number:07d}" for number in numbers],
            "tentative": [f"t{number:07d}" for number in numbers],
            "reference": [f"TM-OIO-C004-{number:07d}" for number in numbers],
            "telephone": [f"+245{phone}" for phone in phones],
            "montant": amounts,
            "frais": np.where(amounts > 20_000, 500, 250),
            "ordre": amounts,
            "jour": DAY + random.integers(0, 3, count).astype("timedelta64[D]"),
            "depuis": DAY,
            "etat": "confirmee",
        }
    )


def _write_lines(paid: pd.DataFrame, random: np.random.Generator) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "ligne": "l" + paid["paiement"].str[1:],
            "reference": paid["reference"],
            "transaction": [f"MP25{number:08d}" for number in random.permutation(len(paid))],
            "telephone": paid["telephone"].str[4:],
            "libelle": None,
            "montant": paid["montant"],
            "frais": None,
            "brut": False,
            "credit": False,
            "nature": "paiement",
            "jour": paid["jour"],
            "utilisee": False,
            "autre_cycle": False,
            "payee_ailleurs": False,
        }
    )


def _disturb_references(lines: pd.DataFrame, flags: dict[str, np.ndarray]) -> None:
    other, cut = flags["reference_ecrite_autrement"], flags["reference_coupee"]
    lines.loc[other, "reference"] = "PAY/" + lines.loc[other, "reference"].str.replace("-", " ").str.replace("0", "O")
    lines.loc[cut, "reference"] = lines.loc[cut, "reference"].str[-11:]
    lines.loc[flags["sans_reference"], "reference"] = None


def _disturb_phones(lines: pd.DataFrame, flags: dict[str, np.ndarray], random: np.random.Generator) -> None:
    phones = lines["telephone"].to_numpy(dtype=object)
    for kind in ("chiffre_faux", "chiffre_perdu", "chiffres_inverses"):
        for place in np.flatnonzero(flags[kind]):
            phone, at = phones[place], int(random.integers(3, 7))
            if kind == "chiffre_faux":
                phones[place] = phone[:at] + str((int(phone[at]) + 1) % 10) + phone[at + 1 :]
            elif kind == "chiffre_perdu":
                phones[place] = phone[:at] + phone[at + 1 :]
            else:
                phones[place] = phone[:at] + phone[at + 1 : at + 2] + phone[at] + phone[at + 2 :]
    lines["telephone"] = phones
    lines.loc[flags["avec_indicatif"], "telephone"] = "+245" + lines.loc[flags["avec_indicatif"], "telephone"]
    lines.loc[flags["sans_telephone"], "telephone"] = None


def _write_strangers(count: int, random: np.random.Generator) -> pd.DataFrame:
    """Lines of nobody: other people's numbers and references."""
    return pd.DataFrame(
        {
            "ligne": [f"x{number:07d}" for number in range(count)],
            "reference": [f"AUTRE-{number:05d}" for number in range(count)],
            "transaction": [f"XX25{number:08d}" for number in range(count)],
            "telephone": [str(number) for number in random.integers(955_000_000, 969_999_999, count)],
            "libelle": None,
            "montant": random.choice([15_000, 5_000, 812], count),
            "frais": None,
            "brut": False,
            "credit": False,
            "nature": "paiement",
            "jour": DAY,
            "utilisee": False,
            "autre_cycle": False,
            "payee_ailleurs": False,
        }
    )
