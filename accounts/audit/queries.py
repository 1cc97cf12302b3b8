"""Query audit entries and their seals."""

from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.audit.filters import AuditEntryFilters
from accounts.audit.models import Trace
from config.caller import Caller
from config.sql import Queries

SQL = Queries(__file__, "audit.sql")
# Recent changes are looked for among so many of the newest entries of a model.
RECENT_WINDOW: Final = 2_000


class SealHead(NamedTuple):
    """Hold the newest seal."""

    position: int
    chain: str


def _select_user_names(rows: QuerySet[Trace]) -> QuerySet[Trace]:
    """Join the names of the users who made the changes, in the same query."""
    names = ("utilisateur__nom", "utilisateur__prenom", "utilisateur__email")
    return rows.select_related("utilisateur").only(*(field.attname for field in Trace._meta.fields), *names)


def list_audit_entries(query: dict[str, Any], user: Caller) -> QuerySet[Trace]:
    """Return audit entries under the filters of the list, newest first.

    With dateDebut or dateFin the entries are ordered by date first, which an index supports: ordered by number alone,
    the query would read every newer entry. Under an object there are no guarded entries that `user` may not read whole:
    their object is not shown, and to find one by it would tell it.
    """
    by_object = {"objet", "racine"} & query.keys()
    known = Trace.objects.without_guarded(user) if by_object else Trace.objects.all()
    rows = AuditEntryFilters.filter_rows(known, query)
    if {"dateDebut", "dateFin"} & query.keys():
        rows = rows.order_by("-date", "-numero")
    return _select_user_names(rows)


def list_change_history(root: UUID, *, user: Caller, created_by: UUID | None = None) -> QuerySet[Trace]:
    """Return all entries of one object and its parts, newest first.

    `user` must already have access to the object. `created_by` also includes the audit operation that created it.
    """
    entries = Q(racine=root) | Q(id=created_by) if created_by else Q(racine=root)
    return _select_user_names(Trace.objects.filter(entries).readable_by(user))


def list_recent_changes(model: str, user: Caller, limit: int) -> list[Trace]:
    """Return the newest changes of single rows of a model that `user` may see, at most `limit`, newest first.

    Rows that an operation over many changed are left out; after one that changed more than RECENT_WINDOW rows there may
    be fewer.
    """
    changes = (Trace.Action.CREATION, Trace.Action.MODIFICATION, Trace.Action.SUPPRESSION)
    newest = Trace.objects.visible_to(user).filter(model=model, action__in=changes).order_by("-numero")
    window = newest.values("pk")[:RECENT_WINDOW]
    rows = Trace.objects.filter(pk__in=window, operation_id__isnull=True).order_by("-numero")
    return list(_select_user_names(rows)[:limit])


def list_recent_operations(kind: str, user: Caller, limit: int) -> list[Trace]:
    """Return the newest operations of one kind that `user` may see, at most `limit`, newest first."""
    rows = Trace.objects.visible_to(user).filter(model=kind, action=Trace.Action.OPERATION).order_by("-numero")
    return list(_select_user_names(rows)[:limit])


def list_operations_of_all(kind: str, limit: int) -> list[Trace]:
    """Return the newest operations of one kind, whoever ran them, newest first: for who tells when, and how many."""
    return list(Trace.objects.filter(model=kind, action=Trace.Action.OPERATION).order_by("-numero")[:limit])


def list_operation_changes(operation_id: UUID) -> list[dict[str, Any]]:
    """Return the rows changed by an operation with `rows=True`, last first, as undoing needs them.

    Each is {model, objet, racine, action, changements}; changements is {column: [before, after]} with the database's
    column names and values as `to_jsonb` writes them (a point as GeoJSON, a boundary as a digest only).
    """
    rows = Trace.objects.filter(operation_id=operation_id).exclude(action=Trace.Action.OPERATION)
    changes: Any = rows.order_by("-numero").values("model", "objet", "racine", "action", "changements")
    return list(changes)


def find_operation_result(operation_id: UUID) -> dict[str, Any] | None:
    """Return the result of an operation run under a previously chosen id; None when it has not been run."""
    done = Trace.objects.filter(id=operation_id).values_list("details", flat=True).first()
    return None if done is None else done["resultat"]


def find_newest_seal() -> SealHead | None:
    """Return the newest seal, to be stored where the database's owner cannot write."""
    heads = SQL.fetch_objects(SealHead, "find_newest_seal")
    return heads[0] if heads else None
