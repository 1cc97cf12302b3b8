"""Reading the trail."""

from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.audit.models import Trace


def _named(rows: QuerySet[Trace]) -> QuerySet[Trace]:
    """With the names of who did it, in the same query."""
    shown = ("utilisateur__nom", "utilisateur__prenom", "utilisateur__email")
    return rows.select_related("utilisateur").only(*(field.attname for field in Trace._meta.fields), *shown)


def traces(query: dict[str, Any]) -> QuerySet[Trace]:
    """Traces, the newest first, by model, objet, racine, utilisateur, action, operation, dateDebut and dateFin (days,
    both included).

    Under days they are ordered by the date first, which an index finds: by their number, every newer trace would be read.
    """
    rows = Trace.objects.all()
    if "objet" in query:
        rows = rows.of_object(query["objet"])
    for name in ("model", "racine", "action"):
        if name in query:
            rows = rows.filter(**{name: query[name]})
    for name in ("utilisateur", "operation"):
        if name in query:
            rows = rows.filter(**{f"{name}_id": query[name]})
    if "dateDebut" in query:
        rows = rows.filter(date__gte=datetime.combine(query["dateDebut"], time.min, UTC))
    if "dateFin" in query:
        rows = rows.filter(date__lte=datetime.combine(query["dateFin"], time.max, UTC))
    if {"dateDebut", "dateFin"} & query.keys():
        rows = rows.order_by("-date", "-numero")
    return _named(rows)


def history(root: UUID, *, user: Any, made_by: UUID | None = None) -> QuerySet[Trace]:
    """All traces of one object and its parts, the newest first, for a `user` who sees the object; with `made_by`, also
    the mass operation that made it."""
    mine = Q(racine=root) | Q(id=made_by) if made_by else Q(racine=root)
    return _named(Trace.objects.filter(mine).readable_by(user))


def changes_of(operation_id: UUID) -> list[dict[str, Any]]:
    """The rows that an operation with `rows=True` changed, the last first, as undoing needs them.

    Each is {model, objet, racine, action, changements}, where changements is {column: [before, after]} with columns as
    the database names them and values as `to_jsonb` writes them (a point as GeoJSON, a boundary as a digest only).
    """
    rows = Trace.objects.filter(operation_id=operation_id).exclude(action=Trace.Action.OPERATION)
    told: Any = rows.order_by("-numero").values("model", "objet", "racine", "action", "changements")
    return list(told)


def receipt(operation_id: UUID) -> dict[str, Any] | None:
    """The result of an operation that was done under an identity known before; None when it was not."""
    done = Trace.objects.filter(id=operation_id).values_list("details", flat=True).first()
    return None if done is None else done["resultat"]
