"""Find entries of the history by what people know, and name the rows that they are about."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.audit.api import audited_tables
from accounts.audit.models import Trace
from accounts.backoffice.rules import MODEL_OF_OPERATION, OPERATIONS, name_row, write_moment
from accounts.files.models import StoredFile
from accounts.users.models import User
from config.caller import Caller
from config.french import spell_code
from config.text import build_words_condition

# A search that means more people or objects than this asks for a longer word.
MOST_FOUND: Final = 100
FILES: Final = "fichier"
# What people call a kind of file, by a part of its media type; others by the last part of it: PDF, JPEG.
_FILE_KINDS: Final = {
    "sheet": lazy("Classeur Excel"),
    "excel": lazy("Classeur Excel"),
    "geopackage": "GeoPackage",
    "geo+json": "GeoJSON",
    "audio/": lazy("Enregistrement sonore"),
    "text/": lazy("Fichier texte"),
}
CODES: Final = ("code_menage", "code", "reference", "email")


@cache
def list_audited_models() -> dict[str, Any]:
    """Return the models of the audited tables, by their names in the API."""
    by_table = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    return {name: by_table[table.table] for name, table in audited_tables.items() if table.table in by_table}


def name_kind(name: str) -> str:
    """Return what people call a kind of row, or of operation, of the history."""
    if name in OPERATIONS:
        return str(OPERATIONS[name])
    model = list_audited_models().get(name)
    return str(model._meta.verbose_name) if model else spell_code(name)


def get_object_model(entry: Trace) -> str:
    """Return the API name of the model whose row an entry is about."""
    return MODEL_OF_OPERATION.get(entry.model, entry.model)


def list_readable(name: str, caller: Caller) -> QuerySet[Any] | None:
    """Return the rows of a model that the caller may see by name, or None where none may be."""
    table, model = audited_tables[name], list_audited_models().get(name)
    if model is None or not caller.holds(table.read) or {"nom", "nom_complet"} & {*table.secret}:
        return None
    rows = model._default_manager.all()
    if hasattr(rows, "visible_to"):
        seen: QuerySet[Any] = rows.visible_to(caller)
        return seen
    return rows if caller.region_ids is None else None


def name_objects(entries: Iterable[Trace], caller: Caller) -> dict[tuple[str, UUID], str]:
    """Return the names of the rows that the entries are about, by model and id: one query for each model.

    The name is "" where a row is gone, and of what is no row. Rows that the caller may not read are left out.
    """
    wanted: dict[str, set[UUID]] = defaultdict(set)
    found: dict[tuple[str, UUID], str] = {}
    listed = list(entries)
    for entry in listed:
        if entry.objet is not None and (kind := get_object_model(entry)) in audited_tables:
            wanted[kind].add(entry.objet)
        elif entry.objet is not None:
            found[(entry.model, entry.objet)] = ""
    for name, ids in wanted.items():
        rows = list_readable(name, caller)
        if rows is not None:
            found |= {(name, identity): "" for identity in ids}
            found |= {(name, row.pk): name_row(row) for row in rows.filter(pk__in=ids)}
        elif name == FILES and caller.region_ids is None and caller.holds(audited_tables[name].read):
            gone = {(name, one.objet): _spell_type(one) for one in listed if one.model == name and one.objet}
            found |= gone | {(name, row.pk): describe_file(row) for row in StoredFile.objects.filter(pk__in=ids)}
    for entry in listed:
        if entry.objet is None or entry.model not in MODEL_OF_OPERATION:
            continue
        if (named := (MODEL_OF_OPERATION[entry.model], entry.objet)) in found:
            found[(entry.model, entry.objet)] = found[named]
    return found


def _spell_type(entry: Trace) -> str:
    """Return the kind of a file that is gone, from what the entry says of it."""
    kinds = [str(value) for value in entry.changements.get("type") or () if value]
    return _spell_kind(kinds[0]) if kinds else ""


def _spell_kind(media: str) -> str:
    words = next((words for part, words in _FILE_KINDS.items() if part in media), None)
    return str(words or media.partition("/")[2].rpartition(".")[2].upper() or media)


def describe_file(row: StoredFile) -> str:
    """Return what a file is called in the history, which keeps names of files, as they may be people's, to itself."""
    return _("%(kind)s du %(moment)s") % {"kind": _spell_kind(row.type), "moment": write_moment(row.created_at)}


def search_history(rows: QuerySet[Trace], text: str, caller: Caller) -> QuerySet[Trace]:
    """Return the entries of, or by, what `text` names: a code, an address, an identifier, or words of a user's name."""
    term = text.strip()
    try:
        wanted = UUID(term)
    except ValueError:
        users = User.objects.visible_to(caller).filter(build_words_condition("recherche", term.split()))
        people = list(users.order_by().values_list("pk", flat=True)[:MOST_FOUND])
        objects = [pk for name in list_audited_models() for pk in _find_by_code(name, term, caller)]
        return rows.filter(Q(utilisateur_id__in=people) | Q(racine__in=[*objects, *people]))
    return rows.filter(
        Q(racine=wanted)
        | Q(objet=wanted, objet__differs=F("racine"))
        | Q(utilisateur_id=wanted)
        | Q(operation_id=wanted)
    )


def _find_by_code(name: str, term: str, caller: Caller) -> list[UUID]:
    """Return the ids of the rows of a model that have `term` as their code."""
    rows = list_readable(name, caller)
    if rows is None or rows.model is User:
        return []
    columns = {field.name for field in rows.model._meta.concrete_fields}
    named = [Q(**{code: spelled}) for code in CODES if code in columns for spelled in {term, term.upper()}]
    if not named:
        return []
    condition = named[0]
    for other in named[1:]:
        condition |= other
    return list(rows.filter(condition).order_by().values_list("pk", flat=True)[:MOST_FOUND])
