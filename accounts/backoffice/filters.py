"""Narrow lists of the administration by the rows that theirs refer to, by codes with their labels, by who and when."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.roles.models import Role
from accounts.users.models import User

# Who did not write in the history: the service did it by itself.
SERVICE = "service"
MOST_AUTHORS = 500

DAY = "%d/%m/%Y"


def read_id(text: Any) -> UUID | None:
    """Return the identifier in an address, or None."""
    try:
        return UUID(str(text or ""))
    except ValueError:
        return None


def read_day(text: Any) -> date | None:
    """Return the day in an address, as a person writes it (31/12/2026) or as ISO does, or None."""
    for shape in (DAY, "%Y-%m-%d"):
        with suppress(ValueError):
            return datetime.strptime(str(text or ""), shape).replace(tzinfo=UTC).date()
    return None


def write_day(text: Any) -> str:
    """Return the day in an address as a person writes it; what is no day stays as it is, to be mended."""
    day = read_day(text)
    return day.strftime(DAY) if day else str(text or "")


class NamedRowsFilter(admin.SimpleListFilter):
    """Narrow a list by a row that its rows refer to, which is chosen by its name; a subclass lists the rows."""

    template = "backoffice/folded_filter.html"
    # What is compared with the identifier, as Django's lookups write it.
    lookup = ""

    def list_rows(self, request: Any) -> Iterable[tuple[Any, str]]:
        """Return identifiers and names, in the order in which they are offered."""
        raise NotImplementedError

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(pk), name) for pk, name in self.list_rows(request)]

    def compare(self, pk: UUID) -> dict[str, Any]:
        """Return the condition of the rows that refer to this one."""
        return {self.lookup or self.parameter_name or "": pk}

    def queryset(self, request: Any, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.value():
            return queryset
        pk = read_id(self.value())
        return queryset.filter(**self.compare(pk)) if pk else queryset.none()


class LabelFilter(admin.SimpleListFilter):
    """Narrow a list by a column of codes, which are offered by the labels of the form (`code_labels`)."""

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        return [(code, str(label)) for code, label in model_admin.code_labels.get(self.parameter_name, {}).items()]

    def queryset(self, request: Any, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset.filter(**{self.parameter_name or "": value}) if value else queryset


class WhoAndWhenFilter(admin.ListFilter):
    """Narrow the history by its days and its author, which are chosen in a small form.

    Days are those of UTC, as in the API's list.
    """

    title, template = _("jours et auteur"), "backoffice/who_and_when.html"
    parameter_names = ("du", "au", "auteur")

    def __init__(self, request: Any, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        self.caller = request.user
        self.used_parameters = {name: params.pop(name)[-1] for name in self.parameter_names if name in params}

    def has_output(self) -> bool:
        return True

    def expected_parameters(self) -> list[str | None]:
        return [*self.parameter_names]

    def list_authors(self) -> list[tuple[str, str]]:
        """Return the users whom the caller sees, by their names."""
        users: Any = User.objects
        found = users.visible_to(self.caller)[:MOST_AUTHORS]
        return [(SERVICE, str(_("Le service"))), *((str(user.pk), user.nom_complet) for user in found)]

    def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:
        """Yield what the template fills the form with: one entry, which has everything."""
        chosen = {name: self.used_parameters.get(name, "") for name in self.parameter_names}
        chosen |= {name: write_day(chosen[name]) for name in ("du", "au")}
        others = {name: value for name, value in changelist.get_filters_params().items() if name not in chosen}
        others = {name: value[-1] if isinstance(value, list) else value for name, value in others.items()}
        if changelist.query:
            others["q"] = changelist.query
        clear = changelist.get_query_string(remove=[*self.parameter_names])
        yield {"chosen": chosen, "others": others.items(), "authors": self.list_authors(), "clear": clear}

    def queryset(self, request: Any, queryset: QuerySet[Any]) -> QuerySet[Any]:
        first, last = read_day(self.used_parameters.get("du")), read_day(self.used_parameters.get("au"))
        if first:
            queryset = queryset.filter(date__gte=datetime.combine(first, time.min, UTC))
        if last:
            queryset = queryset.filter(date__lt=datetime.combine(last + timedelta(days=1), time.min, UTC))
        author = self.used_parameters.get("auteur")
        if author == SERVICE:
            return queryset.filter(utilisateur__isnull=True)
        return queryset.filter(utilisateur_id=read_id(author)) if read_id(author) else queryset


class RoleFilter(NamedRowsFilter):
    title, parameter_name = _("rôle"), "role"

    def list_rows(self, request: Any) -> Any:
        return Role.objects.order_by("nom").values_list("pk", "nom")


class RegionOfUserFilter(NamedRowsFilter):
    """Narrow users by a region that they are linked to; the caller's own are offered."""

    title, parameter_name = _("région"), "region"

    def list_rows(self, request: Any) -> Any:
        regions: Any = apps.get_model("geo.Region")._default_manager
        return regions.visible_to(request.user).order_by("nom").values_list("pk", "nom")

    def compare(self, pk: UUID) -> dict[str, Any]:
        return {"regions_liees__contains": [pk]}
