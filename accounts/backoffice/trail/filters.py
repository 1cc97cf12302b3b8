"""Narrow the history in the administration."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.audit.api import guarded_entries
from accounts.backoffice.queries import list_audited_models, name_kind
from accounts.backoffice.rules import MODEL_OF_OPERATION


class AuditedModelFilter(admin.SimpleListFilter):
    """Narrow the history to one kind of row, without asking a table of millions which kinds it has."""

    title, parameter_name = _("objet concerné"), "model"
    template = "backoffice/folded_filter.html"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        told = [name for name, entries in guarded_entries.items() if entries.told]
        kinds = [(name, name_kind(name)) for name in [*list_audited_models(), *told]]
        return sorted(kinds, key=lambda kind: kind[1].casefold())

    def queryset(self, request: Any, queryset: Any) -> Any:
        kind = self.value()
        # What was done to such a row as a whole is about it, too: the order to pay a cycle.
        operations = [name for name, model in MODEL_OF_OPERATION.items() if model == kind]
        return queryset.filter(model__in=[kind, *operations]) if kind else queryset
