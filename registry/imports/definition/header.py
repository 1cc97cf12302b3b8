"""Match the header of a file: which column fills which field, why, and what to ask the user first."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from config.errors.problems import Problem
from geo.import_engine.questions import refuse_unanswered
from geo.tables.column_titles import build_title_key
from geo.tables.layout import SheetRemark
from registry.imports.definition.columns import BY_KEY, BY_NAME, ImportColumn
from registry.imports.definition.title_labels import find_bare_label, find_label, is_about_others, split_groups

MAX_TITLE_LENGTH: Final = 255
FIELD: Final = "correspondances"
REQUIRED: Final = "code_menage"
NO_CODES: Final = "COLONNE_MANQUE"
MANUAL, REMEMBERED, EXACT, LABEL = "manuelle", "memoire", "exacte", "libelle"
# Maps titles to the field that they fill; None leaves the column aside.
ColumnChoices = Mapping[str, str | None]


@dataclass(frozen=True)
class FileColumn:
    """Represent a column of a file.

    `name` is its title, made unique; `rank` is how sure `column` is (0 is surest); `replaced_by` names the column that
    fills the same field in its place.
    """

    name: str
    column: ImportColumn | None = None
    origin: str | None = None
    rank: int = 0
    replaced_by: str = ""
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class HeaderQuestion:
    """Represent a question that must be answered before the rows are read. `choices` are titles of the file."""

    code: str
    column: str
    sentence: str
    choices: tuple[str, ...] = ()


# Titles of the service's own report beside those of the file, which nobody asks to read when it is sent back.
REPORT_TITLES: Final = (gettext_lazy("ligne"), gettext_lazy("problèmes"))


def is_report_title(name: str) -> bool:
    """Return whether a title is of the report itself, in any language."""
    for language, _label in settings.LANGUAGES:
        with override(language):
            if name in {str(title) for title in REPORT_TITLES}:
                return True
    return False


# Sheets of the service's own template beside that of the households: of choices, and of instructions.
LISTS_SHEET, INSTRUCTIONS_SHEET = "listes", "instructions"


@dataclass(frozen=True)
class Worksheet:
    """Represent the sheet of a workbook that is read.

    `unread` are the other visible sheets, `similar` those of them that also contain households, `hidden` the hidden
    ones; `notes` are remarks about its layout (`geo.tables.layout`). `is_expected`: the user named it, or it is the
    first.
    """

    name: str
    unread: tuple[str, ...] = ()
    similar: tuple[str, ...] = ()
    is_expected: bool = True
    hidden: tuple[str, ...] = ()
    notes: tuple[SheetRemark, ...] = ()


@dataclass(frozen=True)
class Header:
    """Represent the header of a file.

    `read` holds the positions of the columns that are read, in order; `signs` what the file as a whole reveals of its
    cells (`geo.tables.byte_signs`); `sheet` the sheet of a workbook that is read.
    """

    titles: tuple[FileColumn, ...]
    read: tuple[int, ...]
    signs: frozenset[str] = frozenset()
    questions: tuple[HeaderQuestion, ...] = ()
    sheet: Worksheet | None = None

    @property
    def read_titles(self) -> list[str]:
        """Return the titles of the columns that are read."""
        return [self.titles[place].name for place in self.read]

    @property
    def columns(self) -> list[ImportColumn | None]:
        """Return the field of each column that is read."""
        return [self.titles[place].column for place in self.read]

    @property
    def staged_columns(self) -> list[str]:
        """Return the column of the staging table for each column that is read."""
        known = zip(self.read, self.columns, strict=True)
        return [column.name if column else f"inconnue_{place + 1}" for place, column in known]

    @property
    def unknown_titles(self) -> list[str]:
        """Return the titles that match no field, except columns without a title or left aside by hand."""
        return [
            title.name
            for title in self.titles
            if not (title.column or title.origin or title.replaced_by)
            and title.name
            and not is_report_title(title.name)
        ]

    @property
    def duplicate_titles(self) -> list[tuple[str, str]]:
        """Return (title, title read instead) of each column whose field is filled by another one."""
        return [(title.name, title.replaced_by) for title in self.titles if title.replaced_by]

    @property
    def chosen_fields(self) -> dict[str, str | None]:
        """Return the choices of users for the columns of this file, to be remembered for the next file."""
        chosen = (title for title in self.titles if title.origin in (MANUAL, REMEMBERED))
        return {title.name: title.column.name if title.column else None for title in chosen}

    @property
    def is_mapped_by_hand(self) -> bool:
        return any(title.origin == MANUAL for title in self.titles)

    @property
    def lacks_codes_only(self) -> bool:
        """Return whether the column of codes is all that is asked about, and others are read."""
        return bool(self.read) and {question.code for question in self.questions} == {NO_CODES}

    def with_unmapped_columns(self, max_columns: int) -> "Header":
        """Return a header that also reads columns without a field, up to `max_columns` columns in total.

        Used by the report, which repeats the file.
        """
        spare = max_columns - len(self.read)
        others = [place for place, title in enumerate(self.titles) if title.column is None][: max(spare, 0)]
        return replace(self, read=tuple(sorted((*self.read, *others))))

    def require_answers(self) -> None:
        """Raise VALIDATION_ERROR while questions are open."""
        if self.questions:
            refuse_unanswered({"file": [question.sentence for question in self.questions]})


def serialize_columns(header: Header) -> list[dict[str, Any]]:
    """Serialize each column of a file: its title, its field, how that was found, and its first values."""
    return [
        {
            "entete": title.name,
            "champ": title.column.name if title.column else None,
            "origine": title.origin,
            "exemples": list(title.examples),
        }
        for title in header.titles
        if title.name
    ]


def make_titles_unique(names: Iterable[str]) -> list[str]:
    """Return the titles of a file made unique: the second `Nom` is `Nom (2)`."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        clean = " ".join(name.replace("\x00", "\ufffd").split())[:MAX_TITLE_LENGTH]
        seen[clean] += 1
        found.append(f"{clean} ({seen[clean]})" if clean and seen[clean] > 1 else clean)
    return found


def compute_header_signature(names: Iterable[str]) -> str:
    """Return the signature of a header: the same for the same titles in any order and spelling."""
    return sha256(
        "\n".join(sorted(build_title_key(name) or name for name in make_titles_unique(names))).encode()
    ).hexdigest()


def _recognise_title(name: str) -> tuple[ImportColumn | None, str | None, int]:
    """Return the field of a title by its name, how it was found, and its rank.

    The name is the field's own, one of its alternatives, or a label.
    """
    if (column := BY_KEY.get(build_title_key(name))) is not None:
        return column, EXACT, 2 if build_title_key(column.name) == build_title_key(name) else 3
    groups, last = split_groups(name)
    inner = BY_KEY.get(build_title_key(last)) if groups and not is_about_others(name) else None
    # "Région/Secteur" names two fields; it is not a question in a group.
    if inner is not None and not any(build_title_key(group) in BY_KEY for group in groups):
        return inner, LABEL, 4
    if found := find_label(name):
        return BY_NAME[found], LABEL, 4
    if found := find_bare_label(name):
        return BY_NAME[found], LABEL, 5
    return None, None, 0


def _match_title(
    name: str, raw: str, manual: ColumnChoices, remembered: ColumnChoices, examples: Sequence[str]
) -> FileColumn:
    for rank, (choices, origin) in enumerate(((manual, MANUAL), (remembered, REMEMBERED))):
        if name in choices:
            field = choices[name]
            return FileColumn(name, BY_NAME.get(field) if field else None, origin, rank, examples=tuple(examples))
    column, found, rank = _recognise_title(raw)
    return FileColumn(name, column, found, rank, examples=tuple(examples))


def _elect_columns(titles: list[FileColumn]) -> tuple[list[FileColumn], list[HeaderQuestion]]:
    """Let the surest column fill each field; ask where two are equally sure."""
    questions = []
    wanting: dict[str, list[int]] = {}
    for place, title in enumerate(titles):
        if title.column:
            wanting.setdefault(title.column.name, []).append(place)
    for field, places in wanting.items():
        best = min(titles[place].rank for place in places)
        first, *equals = [place for place in places if titles[place].rank == best]
        if equals:
            choices = tuple(titles[place].name for place in (first, *equals))
            questions.append(
                HeaderQuestion("COLONNE_AMBIGUE", field, _describe_ambiguous_columns(field, choices), choices)
            )
        for place in places:
            if place != first:
                titles[place] = replace(titles[place], column=None, origin=None, replaced_by=titles[first].name)
    return titles, questions


def _describe_ambiguous_columns(field: str, choices: Sequence[str]) -> str:
    listed = ", ".join(f"« {name} »" for name in choices)
    meaning = str(BY_NAME[field].description).rstrip(".")
    return _("Plusieurs colonnes disent la même chose (%(field)s) : %(names)s. Choisissez celle qu'il faut lire.") % {
        "field": meaning,
        "names": listed,
    }


def _build_missing_code_question() -> HeaderQuestion:
    sentence = _(
        "La colonne code_menage manque. La première ligne du fichier doit nommer les colonnes, comme dans le modèle ; "
        "ou choisissez la colonne qui contient le code du ménage, ou faites attribuer des codes."
    )
    return HeaderQuestion(NO_CODES, REQUIRED, sentence)


def _require_known_titles(manual: ColumnChoices, names: Sequence[str]) -> None:
    """Raise VALIDATION_ERROR for a title that the file does not have."""
    absent = sorted(manual.keys() - set(names))
    if absent:
        sentence = _("Le fichier n'a pas de colonne « %(name)s ».")
        raise Problem(
            "VALIDATION_ERROR",
            sentence % {"name": absent[0]},
            {f"{FIELD}.{name}": [sentence % {"name": name}] for name in absent},
        )


def match_header(
    names: Sequence[str],
    signs: Iterable[str] = (),
    *,
    manual: ColumnChoices | None = None,
    remembered: ColumnChoices | None = None,
    examples: Sequence[Sequence[str]] = (),
    needs_codes: bool = True,
) -> Header:
    """Match the header of a file: by hand, as remembered, by name, by label, in this order.

    What is uncertain becomes a question, and a missing column of codes where `needs_codes`. Raises VALIDATION_ERROR for a
    title in `manual` that the file does not have.
    """
    unique = make_titles_unique(names)
    _require_known_titles(manual or {}, unique)
    shown = examples or [()] * len(unique)
    settled = [
        _match_title(name, raw, manual or {}, remembered or {}, values)
        for name, raw, values in zip(unique, names, shown, strict=True)
    ]
    titles, questions = _elect_columns(settled)
    if needs_codes and not any(title.column and title.column.name == REQUIRED for title in titles):
        questions.insert(0, _build_missing_code_question())
    read = tuple(place for place, title in enumerate(titles) if title.column)
    return Header(tuple(titles), read, frozenset(signs), tuple(questions))
