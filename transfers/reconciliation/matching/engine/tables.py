"""Define the tables that the engine reads and writes, as pandas frames.

Payments, one row per attempt to pay, or one per payment that was never sent:
    paiement  str   id of the payment
    tentative str   id of the attempt, or None
    reference str   reference of the attempt
    telephone str   account that was paid, or None
    montant   int   what the beneficiary gets (XOF)
    frais     int   fees, 0 when none
    ordre     int   what was to arrive: more than `montant` where a result has said that less did
    jour      date  day on which the attempt was settled (datetime64), NaT while it is open
    depuis    date  day on which it was sent, or NaT: nothing was paid before
    etat      str   state of the attempt, or the status of the payment when there is none

Lines, one row per movement of the statement:
    ligne, reference, transaction, telephone, libelle  str
    montant   int   above zero
    frais     int   or <NA>
    brut      bool  the file says that its fees are in the amount
    credit    bool
    nature    str   a `LineNature`
    jour      date  (datetime64[D]), or NaT
    utilisee  bool  another session has it
    autre_cycle bool its reference is that of a payment of another cycle
    payee_ailleurs bool its reference is that of a payment of which another session has a line
    rang      int   order of the lines: by day, transaction, reference, telephone and identity

Earlier lines, one row per line of another session that returns of these lines may reverse:
    ligne, paiement, tentative, reference, transaction, telephone, montant, frais, jour  as above; paiement may be None
    paiement_reference  str  reference of the payment
    est_paire   bool  the line is the pair of its payment, else a double or nobody's
    est_rendue  bool  its money came back already
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import pandas as pd


class Evidence(StrEnum):
    """List what can agree between a line and a payment, the strongest form first."""

    REFERENCE = "reference"
    REFERENCE_NORMALISEE = "reference_normalisee"
    REFERENCE_COUPEE = "reference_coupee"
    TELEPHONE = "telephone"
    TELEPHONE_PROCHE = "telephone_proche"
    MONTANT_NET = "montant_net"
    MONTANT_BRUT = "montant_brut"
    MONTANT_PROCHE = "montant_proche"
    DATE = "date"
    DATE_PROCHE = "date_proche"


@dataclass(frozen=True, slots=True)
class Criteria:
    """Hold which kinds of evidence count (`criteresMatch`)."""

    reference: bool = True
    telephone: bool = True
    montant: bool = True
    date: bool = True


@dataclass(frozen=True, slots=True)
class Tolerances:
    """Hold how far an amount (XOF) and a date (days) may differ, and the days that the session is about."""

    montant: int
    jours: int
    debut: pd.Timestamp
    fin: pd.Timestamp


@dataclass(frozen=True, slots=True)
class Matched:
    """Hold the answer of the engine.

    `pairs` has a row for each line that names a payment: ligne, paiement, tentative, score, indices (list of codes),
    ecart_montant, ecart_date, raison (or None), est_paire (the line that pays the payment; else a double or a return),
    ligne_renversee (the earlier line that a return reverses, or None: then it may name no payment).
    `lines` and `payments` give the reason of each other line and payment: ligne or paiement, raison.
    """

    pairs: pd.DataFrame
    lines: pd.DataFrame
    payments: pd.DataFrame


PAIR_COLUMNS: Final = [
    "ligne",
    "paiement",
    "tentative",
    "score",
    "indices",
    "ecart_montant",
    "ecart_date",
    "raison",
    "est_paire",
    "ligne_renversee",
]
EARLIER_TYPES: Final = {
    "ligne": "object",
    "paiement": "object",
    "tentative": "object",
    "reference": "object",
    "transaction": "object",
    "telephone": "object",
    "paiement_reference": "object",
    "montant": "int64",
    "frais": "int64",
    "jour": "datetime64[s]",
    "est_paire": "bool",
    "est_rendue": "bool",
}


def build_no_earlier() -> pd.DataFrame:
    """Return a table of no earlier line."""
    return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in EARLIER_TYPES.items()})
