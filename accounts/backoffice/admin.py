"""Provide the base class of all model admins.

Three rules are enforced here and nowhere else: rows come through `visible_to`; each model requires a permission of the
catalogue; and a page costs the same whatever the number of rows (no exact count, no sorting by arbitrary columns, no
select element over a whole table). Nothing is deleted here: the API's DELETE counts the rows that depend on a row;
Django would load them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.gis.db.models.fields import BaseSpatialField
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import IntegrityError, connection
from django.db.models import BinaryField, Field, GeneratedField, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounts.backoffice.fields import VersionedForm, build_code_field, build_refused_form
from accounts.backoffice.pointed.queries import (
    AdminColumn,
    CodeColumn,
    NamedRelation,
    PointedRows,
    find_pointed_model,
    find_worded_column,
    is_coded,
)
from accounts.backoffice.rules import LABELS, name_row
from accounts.users.models import User
from config.errors.problems import Problem
from config.french import spell_choice, spell_column
from config.text import build_words_condition

# Lists count no further: users search instead of turning more pages.
MAX_ROWS = 1_000


class CheapPaginator(Paginator):
    """Count at most MAX_ROWS rows."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return rows.order_by()[:MAX_ROWS].count()


class CheapChangeList(ChangeList):
    """Always order rows by the model's own ordering, which has an index; its title is the model's, in the plural."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_popup:
            self.title = str(self.model_admin.title)  # type: ignore[attr-defined]  # a ScopedAdmin

    def get_ordering(self, request: HttpRequest, queryset: QuerySet) -> list[Any]:
        return self._get_deterministic_ordering(list(self._get_default_ordering()))  # type: ignore[attr-defined]  # not in the stubs

    def get_results(self, request: HttpRequest) -> None:
        """Name what columns of identifiers refer to, with one query a column; say when there are more rows."""
        super().get_results(request)
        self.is_cut = self.result_count >= MAX_ROWS
        if not self.query:
            self.full_result_count = self.result_count  # nothing was searched: no number beside the search
        pointing = [column for column in self.list_display if isinstance(column, PointedRows)]
        if pointing:
            self.result_list = list(self.result_list)
            for column in pointing:
                column.read_names(self.result_list)

    def apply_select_related(self, qs: QuerySet) -> QuerySet:
        """Join the relations in the list's columns, deferring boundaries: one weighs more than a page."""
        joined = super().apply_select_related(qs)
        model_admin: Any = self.model_admin
        if related := model_admin.list_related_names(model_admin.list_display):
            joined = joined.select_related(*related)
        return (
            joined.defer(*model_admin.list_boundary_paths(self.list_display)) if joined.query.select_related else joined
        )


def list_boundary_fields(model: Any, prefix: str = "") -> list[str]:
    """Return the names of a model's boundary fields (geometries other than points), each with `prefix`."""
    return [
        prefix + field.name
        for field in model._meta.concrete_fields
        if isinstance(field, BaseSpatialField) and getattr(field, "geom_type", "POINT") != "POINT"
    ]


@dataclass(frozen=True)
class NamedRow:
    """Stand for a row in the templates of a page, under the name that people call it by."""

    pk: Any
    name: str

    def __str__(self) -> str:
        return self.name


class ChoicesFilter(admin.ChoicesFieldListFilter):
    """Offer the codes of a column by their labels as French writes them."""

    def choices(self, changelist: Any) -> Any:
        for choice in super().choices(changelist):
            yield choice | {"display": spell_choice(str(choice["display"]))}


class CodesFilter(admin.AllValuesFieldListFilter):
    """Offer the codes of a column of text as French writes them."""

    def choices(self, changelist: Any) -> Any:
        column = CodeColumn(self.field, "")
        for choice in super().choices(changelist):
            code = choice["display"]
            yield choice | {"display": column.spell(code) if code in self.lookup_choices else code}


class ScopedAdmin(admin.ModelAdmin):
    """Show a model within the caller's scope, read-only unless `write_permission` and `editable_fields` are set.

    - `title`: name shown for the model.
    - `read_permission`: permission that opens it.
    - `hidden_fields`: fields that nobody sees here.
    - `guarded_fields`: fields that require a further permission, by permission.
    - `code_labels`: columns of codes that are chosen from a list, with their codes and labels.
    - `owner_path`: path from the row to a user, where rows belong to users and not to regions.
    - `is_national`: rows of the whole country, written only by users who see every region.
    - `console_page`: address of the console's page that changes a row, with `{}` for its identifier.
    - `searches_normalised`: the only search field is one that the database stores normalised; each word is searched
      in it.
    """

    title: Any
    read_permission: str
    write_permission: str | None = None
    editable_fields: tuple[str, ...] = ()
    hidden_fields: tuple[str, ...] = ()
    guarded_fields: dict[str, tuple[str, ...]] = {}
    code_labels: Mapping[str, Mapping[str, Any]] = {}
    owner_path: str = ""
    is_national: bool = False
    searches_normalised: bool = False

    actions = None
    paginator = CheapPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # they count whole tables
    console_page = ""
    sortable_by = ()
    list_per_page = 50
    list_max_show_all = 0
    view_on_site = False
    save_as = False

    def __init__(self, model: Any, admin_site: Any) -> None:
        # Changes only the displayed names: migrations compare a state with the model's own names.
        model._meta.verbose_name = model._meta.verbose_name_plural = self.title
        for field in model._meta.concrete_fields:
            field.verbose_name = LABELS.get(field.name) or spell_column(str(field.verbose_name))
        self._shown_columns: dict[tuple[str, bool], AdminColumn] = {}
        super().__init__(model, admin_site)

    # Permissions -------------------------------------------------------------------------------------
    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        caller: Any = request.user
        return bool(caller) and caller.holds(self.read_permission)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        caller: Any = request.user
        may = (
            self.write_permission is not None
            and self.has_view_permission(request)
            and caller.holds(self.write_permission)
        )
        return may and (not self.is_national or caller.region_ids is None)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    # Rows --------------------------------------------------------------------------------------------
    def get_queryset(self, request: HttpRequest) -> QuerySet:
        """Return the rows in the caller's scope.

        A model without scope or owner is limited to users who see every region.
        """
        caller: Any = request.user
        rows: Any = self.model._default_manager.all()
        rows = rows.defer(*list_boundary_fields(self.model))
        if hasattr(rows, "visible_to"):
            return rows.visible_to(caller)
        if caller.region_ids is None:
            return rows
        if self.owner_path:
            users: Any = User.objects
            return rows.filter(**{f"{self.owner_path}__in": users.visible_to(caller)})
        return rows.none()

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        page = re.split("&(?:element|fiche)=", self.console_page)[0]
        return super().changelist_view(request, {"console_page": f"/#{page}" if page else "", **(extra_context or {})})

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return CheapChangeList

    def get_list_filter(self, request: HttpRequest) -> Any:
        fields = self.model._meta.concrete_fields
        offers: dict[str, Any] = {field.name: ChoicesFilter for field in fields if field.choices}
        offers |= {field.name: CodesFilter for field in fields if is_coded(field)}
        return [(name, offers[name]) if name in offers else name for name in super().get_list_filter(request)]

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        """Allow only the offered filters: others would query hidden fields, or scan a million rows."""
        offered = {getattr(one, "parameter_name", one) for one in self.list_filter}
        offered |= {name for one in self.list_filter for name in getattr(one, "parameter_names", ())}
        return lookup.removesuffix("__exact").removesuffix("__isnull") in offered

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        if not self.searches_normalised:
            return super().get_search_results(request, queryset, search_term)
        return queryset.filter(build_words_condition(self.search_fields[0], search_term.split())), False

    # Fields ------------------------------------------------------------------------------------------
    def list_visible_fields(self, request: HttpRequest) -> list[Field]:
        """Return the fields that the caller may see."""
        caller: Any = request.user
        closed = {name for key, names in self.guarded_fields.items() if not caller.holds(key) for name in names}
        return [
            field
            for field in self.model._meta.concrete_fields
            if field.name not in closed | {*self.hidden_fields} and not isinstance(field, BinaryField | GeneratedField)
        ]

    def list_boundary_paths(self, columns: Any) -> list[str]:
        """Return the paths of the boundary fields of models that the list's columns refer to."""
        relations = {
            field.name: field.related_model for field in self.model._meta.concrete_fields if field.related_model
        }
        return [
            path for name in columns if name in relations for path in list_boundary_fields(relations[name], f"{name}__")
        ]

    def get_list_display(self, request: HttpRequest) -> Any:
        closed = {field.name for field in self.model._meta.concrete_fields} - {
            f.name for f in self.list_visible_fields(request)
        }
        return [self.present_column(name, request) for name in super().get_list_display(request) if name not in closed]

    def list_related_names(self, names: Any) -> list[str]:
        """Return those of the columns that refer to another row."""
        return [field.name for field in self.model._meta.concrete_fields if field.related_model and field.name in names]

    def present_column(self, name: Any, request: HttpRequest, *, is_linked: bool = False) -> Any:
        """Return a column as it is shown: a code by its label, another row by what people call it.

        Whoever may not open that row's page sees it as before; users are named to everybody, as the API does.
        """
        field: Any = {field.name: field for field in self.model._meta.concrete_fields}.get(name)
        pointed = field and find_pointed_model(field)
        worded = find_worded_column(field)
        if field is None or not (field.related_model or pointed or worded):
            return name
        key = (name, is_linked)
        if pointed:
            return self._present_pointer(field, pointed, request)
        if worded:
            return self._shown_columns.setdefault(key, worded(field, self.admin_site.empty_value_display))
        if not self._may_name(field.related_model, request):
            return name
        return self._shown_columns.setdefault(key, NamedRelation(field, self.admin_site, is_linked=is_linked))

    def _may_name(self, model: Any, request: HttpRequest) -> bool:
        target: Any = self.admin_site._registry.get(model)
        return model is User or (target is not None and target.has_view_permission(request))

    def _present_pointer(self, field: Any, model: Any, request: HttpRequest) -> Any:
        if not self._may_name(model, request):
            return field.name
        shown = PointedRows(field, model, self.admin_site.empty_value_display)
        return self._shown_columns.setdefault((field.name, False), shown)

    def _list_editable_fields(self, request: HttpRequest, obj: Any) -> list[str]:
        """Return the names of the fields that the caller may change."""
        if not self.has_change_permission(request, obj):
            return []
        return [field.name for field in self.list_visible_fields(request) if field.name in self.editable_fields]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        editable = self._list_editable_fields(request, obj)
        visible = [] if obj is None else [field.name for field in self.list_visible_fields(request)]
        visible.sort(key=lambda name: name == "id")  # last: it tells people nothing
        rest = [name for name in visible if name not in editable]
        named = [self.present_column(name, request, is_linked=True) for name in rest]
        return [*editable, *named, *(["version"] if editable else [])]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [
            name
            for name in self.get_fields(request, obj)
            if name not in {*self._list_editable_fields(request, obj), "version"}
        ]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if self._list_editable_fields(request, obj):
            kwargs.setdefault("form", VersionedForm)
        form = super().get_form(request, obj, change, **kwargs)
        problem = getattr(request, "refusal", None)
        return build_refused_form(form, problem) if problem else form

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Choose codes from a list; make fields optional that are nullable or have a default in the database."""
        if db_field.name in self.code_labels:
            return build_code_field(db_field, self.code_labels[db_field.name])
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and (db_field.null or db_field.has_db_default()):
            field.required = False
        return field

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Limit the choices to rows that the caller sees."""
        kwargs["queryset"] = self.admin_site.get_model_admin(db_field.related_model).get_queryset(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Call the row by its name in the title and in the way back."""
        row = context.get("original")
        if row is not None:
            name = name_row(row, may_load=True)
            context |= {"original": NamedRow(row.pk, name), "title": name, "subtitle": None}
        else:
            context["title"] = _("%(liste)s : ajouter") % {"liste": self.title}
        if row is not None and self.console_page:
            context["console_page"] = "/#" + self.console_page.format(row.pk)
        return super().render_change_form(request, context, *args, **kwargs)

    # Writing -----------------------------------------------------------------------------------------
    def save_row(self, obj: Any, values: dict[str, Any], creating: bool) -> None:
        """Save the row; override to call a service for models that have one.

        `values` holds the values changed by the form.
        """
        obj.save(force_insert=creating)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save the row in the page's transaction.

        Check deferred constraints, and refuse a row that leaves the caller's scope.
        """
        changed = {*form.changed_data} - {"version"}
        values = {name: value for name, value in form.cleaned_data.items() if name in changed}
        self.save_row(obj, values, not change)
        connection.check_constraints()
        if not self.get_queryset(request).filter(pk=obj.pk).exists():
            raise PermissionDenied

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the form again where a service or the database refuses it, with what was typed and why."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (IntegrityError, Problem) as error:
            if request.method != "POST":
                raise
            refusal = error if isinstance(error, Problem) else Problem("CONSTRAINT_VIOLATION")
        request.refusal = refusal  # type: ignore[attr-defined]
        return super().changeform_view(request, object_id, form_url, extra_context)

    # The audit replaces Django's log: it also records changes made elsewhere -------------------------
    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return None

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return None

    def history_view(self, request: HttpRequest, object_id: Any, extra_context: Any = None) -> HttpResponse:
        raise Http404
