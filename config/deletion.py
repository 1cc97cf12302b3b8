"""Delete rows that others may refer to; refuse with the counts of the rows that do.

A refusal tells what stands in a place to whoever may try to delete it. So a model some of whose rows few may know of has
`counted_by_all` (a condition): the other rows are not counted, and do not hold what may be deleted without them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import CASCADE, DO_NOTHING, ForeignObjectRel, Model, QuerySet
from django.utils.translation import gettext as _

from config.counts import describe_counts
from config.errors.problems import blocked_by_dependencies


def list_relations(model: type[Model]) -> Iterator[tuple[str, ForeignObjectRel]]:
    """Yield the relations that may refer to rows of `model`, each with the name under which it is counted.

    What does nothing at a deletion is a copy or a history: it stands in nobody's way.
    """
    for relation in model._meta.get_fields(include_hidden=True):
        if (
            isinstance(relation, ForeignObjectRel)
            and not relation.many_to_many
            and relation.on_delete is not DO_NOTHING
        ):
            table = relation.related_model._meta.db_table.partition("_")[2]
            yield str(table if relation.hidden else relation.get_accessor_name()), relation


def count_dependants(row: Model, naming: str | None = None) -> dict[str, int]:
    """Count the rows that refer to a row, by accessor name (`menages`, `secteurs`, …), without zeros.

    With `naming`, count only models that also have a field of that name (such as the row's parent).
    """
    counts = {}
    for name, relation in list_relations(type(row)):
        model, field = relation.related_model, relation.field.name
        if naming and not any(other.name == naming != field for other in model._meta.concrete_fields):
            continue
        count = _find_counted(model, model._base_manager.filter(**{field: row})).count()
        if count:
            counts[name] = count
    return counts


def _find_counted(model: type[Model], rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the rows of which a refusal may tell."""
    condition = getattr(model, "counted_by_all", None)
    return rows if condition is None else rows.filter(condition)


def detach_uncounted_rows(row: Model) -> None:
    """Take the reference from rows of which nothing may be told, where they may be without it.

    `detached_fields` names the places of such a row from the lowest up: without its sector it has no village either.
    """
    for _accessor, relation in list_relations(type(row)):
        model: Any = relation.related_model
        name, fields = relation.field.name, getattr(model, "detached_fields", ())
        if name in fields:
            nothing = dict.fromkeys(fields[: fields.index(name) + 1])
            model._base_manager.filter(**{name: row}).exclude(model.counted_by_all).update(**nothing)


def delete_owned_rows(row: Model) -> None:
    """Delete the rows that belong to a row alone: those whose foreign key cascades."""
    for _name, relation in list_relations(type(row)):
        if relation.on_delete is CASCADE:
            relation.related_model._base_manager.filter(**{relation.field.name: row}).delete()


def delete_unreferenced_row(row: Model, beyond: Mapping[str, int] | None = None) -> None:
    """Delete a row to which nothing refers. Raises HAS_DEPENDENCIES with the counts.

    `beyond` adds counts of rows that refer to it indirectly. The foreign keys decide (references inserted meanwhile are
    found too); referring rows are counted without loading them.
    """
    counts = count_dependants(row) | {name: count for name, count in (beyond or {}).items() if count}
    if counts:
        raise blocked_by_dependencies(
            _("Suppression impossible tant qu'il reste : %(counts)s.") % {"counts": describe_counts(counts)}, counts
        )
    try:
        with transaction.atomic():
            detach_uncounted_rows(row)
            type(row)._default_manager.filter(pk=row.pk)._raw_delete(using="default")
            with transaction.get_connection().cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except IntegrityError as error:
        raise blocked_by_dependencies(_("Suppression impossible : d'autres données y font référence.")) from error
