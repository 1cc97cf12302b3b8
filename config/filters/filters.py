"""Define django-filter's filters for the parameters of the API."""

from typing import Any

import django_filters
from django.db.models import Model, Q, QuerySet
from rest_framework import serializers

from config.caller import Scope
from config.days import find_last_moment, find_midnight
from config.filters.fields import CheckedTextField, CodeListField, ParameterField, SearchField, UuidListField


class Filter(django_filters.Filter):
    """Filter by the parameter `name` (by default the attribute's name in camelCase).

    `options` go to the serializer field that validates the parameter and describes it in OpenAPI. `method` is a
    function of the rows, the field's name and the value that returns the filtered rows, for what no lookup can say; it
    is not called for an empty text.
    """

    field_class = ParameterField
    parameter_class: type[serializers.Field]
    default_lookup = "exact"
    # Whether the condition is read from rows: then nothing that was made of it may be kept for a later request.
    is_read_from_rows = False

    def __init__(
        self,
        field_name: str | None = None,
        lookup_expr: str | None = None,
        *,
        name: str | None = None,
        method: Any = None,
        **options: Any,
    ) -> None:
        self.name = name
        self.parameter = self.parameter_class(**{"required": False} | options)
        # A form would derive a label from the field's name for each request.
        super().__init__(
            field_name, lookup_expr or self.default_lookup, method=method, label="", parameter=self.parameter
        )

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        """Return the rows that match a valid value, or all for None. An empty list matches no row."""
        return qs if value is None else qs.filter(self.build_condition(value))

    def build_condition(self, value: Any, prefix: str = "") -> Q:
        """Return the condition that a row matches; `prefix` leads to it from another model (`menage__`)."""
        if self.method is not None:
            raise TypeError(f"{self.field_name} is filtered by a method, which is no condition")
        return Q(**{f"{prefix}{self.field_name}__{self.lookup_expr}": value})

    def limit_to_visible(self, value: Any, caller: Scope) -> Any:
        """Return what of a valid value the caller may filter by."""
        return value


class BooleanFilter(Filter):
    parameter_class = serializers.BooleanField


class CharFilter(Filter):
    parameter_class = serializers.CharField


class ChoiceFilter(Filter):
    parameter_class = serializers.ChoiceField


class DateFilter(Filter):
    parameter_class = serializers.DateField


class FirstDayFilter(DateFilter):
    """Filter a moment by the first civil day; unlike the lookup `date__gte`, an index on the moment answers it."""

    default_lookup = "gte"

    def build_condition(self, value: Any, prefix: str = "") -> Q:
        return super().build_condition(find_midnight(value), prefix)


class LastDayFilter(DateFilter):
    """Filter a moment by the last civil day, as `FirstDayFilter` by the first."""

    default_lookup = "lte"

    def build_condition(self, value: Any, prefix: str = "") -> Q:
        return super().build_condition(find_last_moment(value), prefix)


class DecimalFilter(Filter):
    parameter_class = serializers.DecimalField


class IntegerFilter(Filter):
    parameter_class = serializers.IntegerField


class UUIDFilter(Filter):
    parameter_class = serializers.UUIDField


class SearchFilter(Filter):
    """Filter by a search text, with the feature's `method`."""

    parameter_class = SearchField


class CodesFilter(Filter):
    """Filter by comma-separated codes of `choices`."""

    parameter_class = CodeListField
    default_lookup = "in"


class CheckedTextFilter(Filter):
    """Filter by a text that `check` does not refuse."""

    parameter_class = CheckedTextField


class IdsFilter(Filter):
    """Filter by comma-separated UUIDs."""

    parameter_class = UuidListField
    default_lookup = "in"


class VisibleIdsFilter(IdsFilter):
    """Filter by comma-separated UUIDs of rows of `model` that the caller may see.

    Ids of other rows are dropped, so that rows out of sight cannot be found through a filter.
    """

    def __init__(self, field_name: str, model: type[Model], **options: Any) -> None:
        super().__init__(field_name, **options)
        self.model_of_ids = model

    def limit_to_visible(self, value: Any, caller: Scope) -> Any:
        """Return the ids of visible rows, with one query."""
        rows: Any = self.model_of_ids._default_manager
        found = rows.visible_to(caller).filter(pk__in=value).order_by()
        return list(found.values_list("pk", flat=True))
