"""Define what a form of cases may ask, and what may lie open of its submissions."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from analysis.vbg.imports.models import UploadKind
from analysis.vbg.imports.rules import find_unsafe_columns, suggest_mapping
from registry.survey_platforms.api import (
    EXTRACT_ANSWERS,
    MANIFEST_NAMES,
    PlatformQuestion,
    PlatformSubmission,
    strip_prefixes,
)

# What platforms and telephones add by themselves, and what makes all submissions equally long: nothing of it is read.
TECHNICAL: Final = frozenset({"meta/instanceID", "meta/rootUuid", "meta/deprecatedID", "formhub/uuid", "__version__"})
FILLING: Final = "remplissage"
# What says in a form that nothing is known: an empty answer would make the submission shorter.
UNKNOWN: Final = "inconnu"
# The fields that have no such word of their own.
UNKNOWN_AS_BLANK: Final = ("service", "region", "secteur")
OPEN_NAMES: Final = frozenset({"meta/instanceID", "meta/rootUuid", "meta/deprecatedID"})
# Submissions opened by one request, with a request or two to the platform for each.
BATCH: Final = 500
# How long a platform may take to list the submissions of a form (seconds).
LISTING_SECONDS: Final = 300
FAULTS: Final[Mapping[str, Any]] = {
    "ouverture": _(
        "Des soumissions n'ont pas pu être ouvertes : elles ne sont pas entières, ou sont chiffrées pour une autre clé."
    ),
    "sans_identifiant": _("Des soumissions n'ont pas d'identifiant : elles ne peuvent pas être lues."),
    "plus_rien": _("La plateforme n'a plus aucune soumission de ce formulaire : aucun cas n'a été supprimé pour cela."),
}


def _get_name(path: str) -> str:
    return path.rpartition("/")[2]


def list_questions(paths: Sequence[str]) -> list[str]:
    """Return the paths that hold answers: neither what platforms add, nor what fills a form up."""
    return [path for path in paths if path not in TECHNICAL and _get_name(path) != FILLING]


def find_unsafe_questions(paths: Sequence[str]) -> list[str]:
    """Return the questions that a form of cases may not have: the list is that of the columns of a file of cases."""
    unsafe = set(find_unsafe_columns([_get_name(path) for path in list_questions(paths)]))
    return [path for path in list_questions(paths) if _get_name(path) in unsafe]


def find_unsafe_definitions(questions: Sequence[PlatformQuestion]) -> list[str]:
    """Return those questions of a form as the platform describes it, before anything of it is asked for."""
    return find_unsafe_questions([question.name for question in questions])


def build_cells(answers: Mapping[str, str]) -> dict[str, str]:
    """Return the answers by field; of a date only the month."""
    paths = {_get_name(path): path for path in list_questions(list(answers))}
    fields = suggest_mapping(UploadKind.CASES, list(paths))
    cells = {field: answers[paths[name]] for field, name in fields.items() if name}
    for field in UNKNOWN_AS_BLANK:
        if cells.get(field) == UNKNOWN:
            cells[field] = ""
    return cells | {"date": cells.get("date", "")[:7]}


def is_open(source: str, one: PlatformSubmission) -> bool:
    """Return whether anything that somebody answered lies open on the platform."""
    told = {strip_prefixes(name) for name in EXTRACT_ANSWERS[source](one.payload)}
    meta = one.payload.get("meta")
    told |= {f"meta/{name}" for name, value in meta.items() if value} if isinstance(meta, dict) else set()
    told |= {name for name, value in one.payload.items() if name.startswith("meta/") and value}
    return not one.is_encrypted or bool(told - MANIFEST_NAMES - OPEN_NAMES)
