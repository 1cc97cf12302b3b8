"""Describe a data dictionary: tables, their columns, and the codes of a column."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True)
class Meaning:
    """Say what a column holds; `source` is where its values come from, when it is not where those of its table do."""

    text: Text
    source: str = ""
    codes: Mapping[Any, Text] | None = None


@dataclass(frozen=True)
class DescribedTable:
    """Say what a table holds, where its values come from, and what each of its columns means."""

    name: str
    model: type[Model]
    title: Text
    source: str
    columns: Mapping[str, Text | Meaning]


@dataclass(frozen=True)
class CodeEntry:
    """Hold one code that a column may have, and its label."""

    code: str
    label: str


@dataclass(frozen=True)
class ColumnEntry:
    """Hold a column as the dictionary shows it, in one language."""

    colonne: str
    champ: str
    sens: str
    type: str
    type_label: str
    unite: str
    source: str
    source_label: str
    obligatoire: bool
    codes: tuple[CodeEntry, ...]


@dataclass(frozen=True)
class TableEntry:
    """Hold a table as the dictionary shows it, in one language."""

    nom: str
    table: str
    titre: str
    colonnes: tuple[ColumnEntry, ...]
