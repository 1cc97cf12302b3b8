"""Define the words of cases, why they may be read, and how long they are kept."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from accounts.audit.api import GuardedEntries
from analysis.vbg.cases.models import AgeBand, CaseStatus, Rubrique, SurvivorSex

READ, WRITE = "vbg.voir_cas", "vbg.saisir"
# Signs of a reference: two of 10,000 cases begin alike once in a hundred times.
REFERENCE_LENGTH: Final = 8
# The models of audit entries: of readings, and of each way of writing. An entry of a writing is a case, with its day and,
# by its author, its region: counted, they would tell what `vbg.publier` hides.
MODEL: Final = "cas_vbg"
WRITTEN, STATUS, DELETED, IMPORTED, ERASED = (
    f"{verb}_{MODEL}" for verb in ("saisie", "statut", "suppression", "import", "effacement")
)
# Who watches over the readers need not read cases.
GUARDED_ENTRIES: Final = {MODEL: GuardedEntries(READ, told=("motif",))} | dict.fromkeys(
    (WRITTEN, STATUS, DELETED, IMPORTED, ERASED), GuardedEntries(READ)
)
RUBRIQUE_LABELS: Final[Mapping[str, Any]] = {
    Rubrique.PHYSIQUE: _("Violence physique"),
    Rubrique.SEXUELLE: _("Violence sexuelle"),
    Rubrique.PSYCHOLOGIQUE: _("Violence psychologique"),
    Rubrique.ECONOMIQUE: _("Violence économique"),
    Rubrique.MARIAGE: _("Mariage forcé"),
    Rubrique.MUTILATION: _("Mutilation génitale"),
    Rubrique.EXPLOITATION: _("Exploitation"),
    Rubrique.AUTRE: _("Autre"),
}
# A closed list, so that nobody writes a name into the purpose of a reading.
PURPOSES: Final = ("suivi", "orientation", "correction", "controle")
# Words of files beside the codes, in French, Portuguese and English; compared by `normalise` in SQL.
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "rubrique": {
        **dict.fromkeys(("violence physique", "physique", "violencia fisica", "fisica", "physical"), Rubrique.PHYSIQUE),
        **dict.fromkeys(("violence sexuelle", "sexuelle", "violencia sexual", "sexual", "viol"), Rubrique.SEXUELLE),
        **dict.fromkeys(
            ("violence psychologique", "psychologique", "violencia psicologica", "psicologica"), Rubrique.PSYCHOLOGIQUE
        ),
        **dict.fromkeys(("violence economique", "economique", "violencia economica", "economica"), Rubrique.ECONOMIQUE),
        **dict.fromkeys(("mariage force", "casamento forcado", "forced marriage"), Rubrique.MARIAGE),
        **dict.fromkeys(
            ("mutilation genitale", "excision", "mutilacao genital", "fanado", "mgf", "fgm"), Rubrique.MUTILATION
        ),
        **dict.fromkeys(("exploitation", "exploracao"), Rubrique.EXPLOITATION),
        **dict.fromkeys(("autre", "outro", "outra", "other"), Rubrique.AUTRE),
    },
    "trancheAge": {
        **dict.fromkeys(("0 11", "0 a 11", "moins de 12", "menos de 12"), AgeBand.CHILD),
        **dict.fromkeys(("12 17", "12 a 17"), AgeBand.ADOLESCENT),
        **dict.fromkeys(("18", "18 et plus", "18 ans et plus", "18 ou mais", "adulte", "adulto"), AgeBand.ADULT),
        **dict.fromkeys(("inconnu", "inconnue", "desconhecido", "desconhecida", "unknown"), AgeBand.UNKNOWN),
    },
    "sexe": {
        **dict.fromkeys(("f", "femme", "feminin", "feminino", "mulher", "female"), SurvivorSex.FEMALE),
        **dict.fromkeys(("m", "h", "homme", "masculin", "masculino", "homem", "male"), SurvivorSex.MALE),
        **dict.fromkeys(("inconnu", "desconhecido", "unknown"), SurvivorSex.UNKNOWN),
    },
    "statut": {
        **dict.fromkeys(("en cours", "ouvert", "em curso", "aberto", "open"), CaseStatus.OPEN),
        **dict.fromkeys(("resolu", "resolvido", "resolved"), CaseStatus.RESOLVED),
        **dict.fromkeys(("transfere", "transferido", "referred"), CaseStatus.TRANSFERRED),
        **dict.fromkeys(("clos", "ferme", "encerrado", "fechado", "closed"), CaseStatus.CLOSED),
    },
}


def write_reference(identity: UUID) -> str:
    """Return what people call a case by: the beginning of its random id, which says nothing of it."""
    return identity.hex[:REFERENCE_LENGTH].upper()


def find_reference_bounds(text: str) -> tuple[UUID, UUID]:
    """Return the first and the last id of the cases whose reference begins with `text`, which an index answers."""
    return UUID(text.ljust(32, "0")), UUID(text.ljust(32, "f"))


def shift_month(month: date, count: int) -> date:
    """Return the first day of the month `count` months after that of `month`."""
    months = month.year * 12 + month.month - 1 + count
    return date(months // 12, months % 12 + 1, 1)
