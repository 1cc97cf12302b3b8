"""Say which page answers what no plan can ask yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from analysis.assistant.language.lexicon import split_text
from analysis.assistant.language.scope import Scope
from analysis.assistant.wording.phrases import write_days
from transfers.payments.models import PaymentStatus


@dataclass(frozen=True)
class Page:
    """Hold a page of the console, with the permission that opens it and the sentence that leads there.

    `beginnings` are those of words that are about it in any of the languages, simplified.
    """

    permission: str
    sentence: Any
    beginnings: tuple[str, ...]


PAGES: Final[Mapping[str, Page]] = {
    "tableau": Page(
        "transferts.lire",
        lazy("Les paiements se lisent sur le tableau de bord, qui les compte par région et par période."),
        ("paye", "paie", "verse", "montant", "argent", "virement", "pago", "paga", "dinheiro", "paid", "payment")
        + ("amount", "money"),
    ),
    "doublons": Page(
        "registre.lire",
        lazy("Les doublons se lisent sur leur page, qui en montre le nombre et les paires à examiner."),
        ("doublon", "duplic"),
    ),
}


PAYMENTS: Final = "tableau"
# The beginnings of words that ask for payments that failed, in any of the languages, simplified, and words that deny it.
FAILURES: Final = ("echec", "echou", "falh", "fracass", "fail", "rejet")
DENIALS: Final = frozenset(("sans", "sem", "without", "no", "not", "pas", "nao"))


def narrow_page(name: str, question: str, scope: Scope) -> dict[str, Any] | None:
    """Return what a question narrows a page to, as parameters of the list of payments; None of a page without."""
    if name != PAYMENTS:
        return None
    words = split_text(question)
    is_failure = any(word.startswith(FAILURES) for word in words) and DENIALS.isdisjoint(words)
    return {
        "region": scope.region.id if scope.region else None,
        "statut": PaymentStatus.ECHOUE.value if is_failure else None,
        "dateDebut": scope.first,
        "dateFin": scope.last,
    }


def write_narrowing(filters: Mapping[str, Any] | None, scope: Scope) -> str:
    """Return sentences with what a page is narrowed to, and with what it cannot be; "" where there is neither."""
    if filters is None:
        return ""
    parts = [
        _("paiements échoués") if filters["statut"] else "",
        scope.region.nom if scope.region else "",
        write_days(scope.first, scope.last) or "",
    ]
    kept = ", ".join(filter(None, parts))
    said = [_("Le bouton l'ouvre sur : %(choix)s.") % {"choix": kept}] if kept else []
    if scope.has_other_places:
        said.append(_("Elle ne se limite qu'à une région : le lieu demandé n'est pas repris."))
    return "".join(f" {sentence}" for sentence in said)


def find_page(question: str, caller: Any) -> tuple[str, str] | None:
    """Return the page that a question without a plan is about, with the sentence that leads there, or None.

    A caller who may not open a page is not led to it.
    """
    words = split_text(question)
    for name, page in PAGES.items():
        if caller.holds(page.permission) and any(word.startswith(page.beginnings) for word in words):
            return name, str(page.sentence)
    return None
