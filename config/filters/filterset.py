"""Define the base of all sets of filters."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from config.caller import Scope
from config.filters.filters import Filter
from config.naming import to_camel_case


class PeriodForm(forms.Form):
    """Refuse days turned round: the `form` of the Meta of a FilterSet with a first and a last day."""

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        for name in [name for name in values if name.endswith("Debut")]:
            first, last = values[name], values.get(end := name.removesuffix("Debut") + "Fin")
            if first and last and first > last:
                self.add_error(end, _("La date de fin précède la date de début."))
        return values


class FilterSet(django_filters.FilterSet):
    """Validate filter parameters, and filter rows by them.

    An instance reads the parameters of one request. The classmethods take `values`, its valid values by parameter,
    which jobs store and totals share: names that are no filter (`page`) and values that are None are ignored.
    """

    base_filters: dict[str, Filter]
    form_class: ClassVar[type[forms.Form]]
    empty_form: ClassVar[forms.Form]

    def __init__(
        self, data: Mapping[str, Any] | None = None, queryset: QuerySet[Any] | None = None, *, caller: Scope
    ) -> None:
        # Not super().__init__(): it copies every filter, and then every field, for each request. Ours hold no state.
        self.is_bound = data is not None
        self.data = data or {}
        self.queryset = queryset
        self.caller = caller
        self.filters = self.base_filters
        self.form_prefix = None

    @classmethod
    def get_filters(cls) -> dict[str, Filter]:
        """Return the declared filters by the names of their parameters."""
        return {one.name or to_camel_case(attribute): one for attribute, one in cls.declared_filters.items()}

    def get_form_class(self) -> type[forms.Form]:
        """Return the form class, built once: django-filter would build it for each request."""
        filterset = type(self)
        if "form_class" not in vars(filterset):
            filterset.form_class = super().get_form_class()
        return filterset.form_class

    @property
    def form(self) -> forms.Form:
        """Return the form of the parameters. For the many requests that name no filter, one form was validated once."""
        filterset = type(self)
        if not self.is_bound or self.base_filters.keys() & self.data.keys():
            return super().form
        if "empty_form" not in vars(filterset):
            if not super().form.is_valid():
                return super().form
            filterset.empty_form = super().form
        return filterset.empty_form

    @cached_property
    def values(self) -> dict[str, Any]:
        """Return the values of the parameters that were sent or have a default, as far as the caller may see.

        Raises ValueError when a parameter is refused: without it, the filters would match more rows than were asked for.
        """
        if not self.is_valid():
            raise ValueError(f"{type(self).__name__}: {self.list_errors()}")
        return self.limit_to_visible(self.form.cleaned_data, self.caller)

    def list_errors(self) -> dict[str, list[str]]:
        """Return the sentences by refused parameter."""
        return {name: [str(sentence) for sentence in sentences] for name, sentences in self.errors.items()}

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return self.filter_rows(queryset, self.values)

    @classmethod
    def select_values(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return those of `values` that filter rows."""
        return {name: values[name] for name in cls.base_filters if values.get(name) is not None}

    @classmethod
    def is_read_from_rows(cls, values: Mapping[str, Any]) -> bool:
        """Return whether the condition of a filter in `values` is read from rows; see `Filter.is_read_from_rows`."""
        return any(cls.base_filters[name].is_read_from_rows for name in cls.select_values(values))

    @classmethod
    def limit_to_visible(cls, values: Mapping[str, Any], caller: Scope) -> dict[str, Any]:
        """Return those of `values` that filter rows, as far as the caller may filter by them."""
        found = cls.select_values(values)
        return {name: cls.base_filters[name].limit_to_visible(value, caller) for name, value in found.items()}

    @classmethod
    def filter_rows(cls, rows: QuerySet[Any], values: Mapping[str, Any]) -> QuerySet[Any]:
        """Return the rows that match every filter in `values`."""
        for name, value in cls.select_values(values).items():
            rows = cls.base_filters[name].filter(rows, value)
        return rows

    @classmethod
    def build_condition(cls, values: Mapping[str, Any], prefix: str = "") -> Q:
        """Return the condition that a row matches every filter in `values`; see `Filter.build_condition`."""
        conditions = (
            cls.base_filters[name].build_condition(value, prefix) for name, value in cls.select_values(values).items()
        )
        return Q(*conditions)
