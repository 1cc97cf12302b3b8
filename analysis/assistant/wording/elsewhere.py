"""Say which page answers what no plan can ask yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy

from analysis.assistant.language.lexicon import split_text


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
        lazy("Ici on ne demande pas encore les paiements : le tableau de bord les compte par région et par période."),
        ("paye", "paie", "verse", "montant", "argent", "virement", "pago", "paga", "dinheiro", "paid", "payment")
        + ("amount", "money"),
    ),
    "doublons": Page(
        "registre.lire",
        lazy("Ici on ne demande pas les doublons : leur page en montre le nombre et les paires à examiner."),
        ("doublon", "duplic"),
    ),
}


def find_page(question: str, caller: Any) -> tuple[str, str] | None:
    """Return the page that a question without a plan is about, with the sentence that leads there, or None.

    A caller who may not open a page is not led to it.
    """
    words = split_text(question)
    for name, page in PAGES.items():
        if caller.holds(page.permission) and any(word.startswith(page.beginnings) for word in words):
            return name, str(page.sentence)
    return None
