"""Define what is reported of a result file."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LineFault:
    """Report a refused line. `ligne` is its number in the file, the titles being line 1; `colonne` the field at fault."""

    ligne: int
    colonne: str | None
    valeur: str | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """Hold what a result file changed.

    `retournes` are the payments whose money came back, `en_attente` the lines that have no outcome yet,
    `deja_regles` those that say again what was settled before;
    `nb_erreurs` counts all refused lines, of which `erreurs` holds the first.
    """

    lignes: int
    traites: int
    reussis: int
    echoues: int
    retournes: int
    en_attente: int
    deja_regles: int
    nb_erreurs: int
    erreurs: list[LineFault] = field(default_factory=list)
