"""Say in words why a bank refused a transfer (ExternalStatusReason1Code)."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy

ACCOUNT: Final = lazy("Le numéro de compte est faux ou manque.")
CLOSED: Final = lazy("Le compte est clos.")
BLOCKED: Final = lazy("Le compte est bloqué.")
BANK: Final = lazy("La banque du compte est inconnue ou ne peut pas être jointe.")
FUNDS: Final = lazy("La provision du compte du projet ne suffit pas.")
NAME: Final = lazy("Le nom n'est pas celui du titulaire du compte, ou manque.")
FORBIDDEN: Final = lazy("Ce compte ne peut pas recevoir un tel virement.")
AMOUNT: Final = lazy("Le montant n'est pas accepté.")
LIMIT: Final = lazy("Le montant dépasse une limite de la banque.")
DAY: Final = lazy("Le jour d'exécution n'est pas accepté.")
SHAPE: Final = lazy("Le message n'a pas la forme que la banque attend.")
UNKNOWN: Final = lazy("La banque ne dit pas pourquoi.")
RULES: Final = lazy("La réglementation ne permet pas ce virement.")
DEAD: Final = lazy("Le titulaire du compte est décédé.")
STOPPED: Final = lazy("Le virement a été annulé avant d'être payé.")
FAILURE: Final = lazy("Une panne a empêché le virement.")
DEBTOR: Final = lazy("Le compte du projet ne peut pas être débité.")
REASONS: Final[dict[str, Any]] = {
    **dict.fromkeys(("AC01", "AC03", "AC12", "AC14", "BE06", "UCRD"), ACCOUNT),
    **dict.fromkeys(("AC04", "AC07"), CLOSED),
    "AC06": BLOCKED,
    **dict.fromkeys(
        ("AB08", "AC08", "AG06", "AG11", "CNOR", "RC01", "RC02", "RC04", "RC05", "RC07", "RC08", "RC10"), BANK
    ),
    **dict.fromkeys(("AC02", "AC05", "AC10", "AC13", "AG05", "AG07", "DNOR", "RC03", "RC06", "RC09"), DEBTOR),
    "AM04": FUNDS,
    **dict.fromkeys(("BE01", "BE21", "BE22", "BE17"), NAME),
    **dict.fromkeys(("AG01", "AG03", "AC11", "AC09", "AC15"), FORBIDDEN),
    **dict.fromkeys(("AM01", "AM03", "AM06", "AM09", "AM11", "AM12", "AM15", "CURR"), AMOUNT),
    **dict.fromkeys(("AM02", "AM13", "AM14", "AM21", "AM23"), LIMIT),
    **dict.fromkeys(("CH03", "CH04", "DT01", "DT03", "DT04", "DT05", "EDNA", "TM01"), DAY),
    **dict.fromkeys(("AM10", "AM16", "AM17", "CH16", "CH17", "CH20", "CH21", "FF01", "FF02", "FF08"), SHAPE),
    **dict.fromkeys(("AM07", "RR01", "RR02", "RR03", "RR04", "RR05"), RULES),
    "MD07": DEAD,
    **dict.fromkeys(("CUST", "DS02", "FOCR", "CN01"), STOPPED),
    **dict.fromkeys(("AB01", "AB02", "AB03", "AB04", "AB05", "AB09", "ED05", "ED06", "FF10"), FAILURE),
    **dict.fromkeys(("MS02", "MS03", "NARR"), UNKNOWN),
}


def list_reasons() -> dict[str, str]:
    """Return the sentence of each known code in the language in force."""
    return {code: str(sentence) for code, sentence in REASONS.items()}
