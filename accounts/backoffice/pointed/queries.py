"""Name the rows whose identifiers stand in columns that are no foreign keys: in sums, snapshots and lists of regions."""

from collections.abc import Iterable
from typing import Any, Final

from django.apps import apps
from django.contrib.admin.utils import quote
from django.contrib.postgres.fields import ArrayField
from django.db.models import (
    BigIntegerField,
    BooleanField,
    CharField,
    DecimalField,
    IntegerField,
    TextField,
    UUIDField,
)
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.backoffice.rules import CHOICE_WORDS, CODED_COLUMNS, name_row
from accounts.roles.api import describe_permissions
from config.french import spell_choice, spell_code

# What a column refers to, by its name; what is not here stays an identifier.
_POINTED: Final = {
    "auteur_id": "accounts.User",
    "campagne": "registry.Campaign",
    "campagne_id": "registry.Campaign",
    "conserve": "registry.Household",
    "cycle_id": "transfers.Cycle",
    "ecole": "geo.School",
    "cree_par_id": "accounts.User",
    "enqueteur": "accounts.User",
    "enqueteur_id": "accounts.User",
    "localite_id": "geo.Locality",
    "menage_id": "registry.Household",
    "methode_pmt": "registry.PmtMethod",
    "operateur_id": "transfers.Operator",
    "programme_id": "transfers.Programme",
    "projet_id": "registry.Project",
    "region": "geo.Region",
    "region_absorbe": "geo.Region",
    "region_conserve": "geo.Region",
    "region_id": "geo.Region",
    "regions_liees": "geo.Region",
    "secteur": "geo.Sector",
    "secteur_id": "geo.Sector",
}
# Columns of numbers whose thousands stand apart, by how their names begin.
_AMOUNTS: Final = ("montant", "budget", "solde", "nombre")
# What names are made of: boundaries weigh more than a page.
_COLUMNS: Final = frozenset({"nom", "prenom", "email", "code", "code_menage", "label", "version"})


def find_pointed_model(field: Any) -> Any:
    """Return the model of the rows that a column of identifiers refers to, or None."""
    inner = field.base_field if isinstance(field, ArrayField) else field
    if field.primary_key or field.related_model or not isinstance(inner, UUIDField):
        return None
    label = _POINTED.get(field.name)
    return apps.get_model(label) if label else None


def is_coded(field: Any) -> bool:
    """Tell whether a column of text, or of a list of texts, holds codes."""
    inner = field.base_field if isinstance(field, ArrayField) else field
    return field.name in CODED_COLUMNS and not field.choices and isinstance(inner, CharField | TextField)


def _list_ids(value: Any) -> list[Any]:
    return [one for one in (value if isinstance(value, list) else [value]) if one is not None]


class AdminColumn:
    """Show one column of a model in the administration: named as the field, one text for an empty value."""

    def __init__(self, field: Any, empty: Any) -> None:
        self.field, self.empty = field, empty
        self.__name__ = field.name
        self.short_description = field.verbose_name


class WordedColumn(AdminColumn):
    """Show a stored value in words; a subclass spells it."""

    def __call__(self, row: Any) -> Any:
        value = getattr(row, self.field.name)
        return self.empty if value is None else self.spell(value)

    def spell(self, value: Any) -> str:
        """Return the words of a value that is not empty."""
        raise NotImplementedError


class PointedRows(AdminColumn):
    """Show the rows that a column refers to by their names; an unknown one by its identifier."""

    def __init__(self, field: Any, model: Any, empty: Any) -> None:
        super().__init__(field, empty)
        self.model = model

    def read_names(self, rows: Iterable[Any]) -> None:
        """Read the names for all rows of a page with one query."""
        shown = list(rows)
        ids = {one for row in shown for one in _list_ids(getattr(row, self.field.name))}
        fields = [field.name for field in self.model._meta.concrete_fields if field.name in _COLUMNS]
        found = self.model._default_manager.filter(pk__in=ids).only("pk", *fields) if ids else ()
        names = {row.pk: name_row(row) for row in found}
        for row in shown:
            row.__dict__.setdefault("_pointed", {})[self.field.name] = names

    def __call__(self, row: Any) -> Any:
        ids = _list_ids(getattr(row, self.field.name))
        if not ids:
            return self.empty
        if self.field.name not in row.__dict__.get("_pointed", {}):
            self.read_names([row])
        names = row.__dict__["_pointed"][self.field.name]
        return ", ".join(sorted(names.get(one) or str(one) for one in ids))


class ChoiceColumn(WordedColumn):
    """Show a code by its label as French writes it."""

    def spell(self, value: Any) -> str:
        label = dict(self.field.flatchoices).get(value)
        return str(value) if label is None else spell_choice(str(label))


class BooleanColumn(WordedColumn):
    """Show a yes or no in words: a red cross alarms where nothing is wrong."""

    def spell(self, value: Any) -> str:
        return _("Oui") if value else _("Non")


class CodeColumn(WordedColumn):
    """Show the codes of a column of text as French writes them."""

    def spell(self, value: Any) -> str:
        name = self.field.name
        words = CHOICE_WORDS.get(f"{self.field.model._meta.model_name}.{name}") or CHOICE_WORDS.get(name, {})
        return ", ".join(
            str(words.get(one) or spell_code(one)) for one in (value if isinstance(value, list) else [value])
        )


def is_amount(field: Any) -> bool:
    """Tell whether a column holds money, or how many there are of something."""
    return isinstance(field, DecimalField | BigIntegerField | IntegerField) and field.name.startswith(_AMOUNTS)


class AmountColumn(WordedColumn):
    """Show an amount or a number with its thousands apart."""

    def spell(self, value: Any) -> str:
        whole = int(value) if value == int(value) else value
        return number_format(whole, use_l10n=True, force_grouping=True)


class PermissionsColumn(WordedColumn):
    """Show what a role allows, by what it is about."""

    def spell(self, value: Any) -> str:
        return " ; ".join(f"{title} : {words}" for title, words in describe_permissions(value))


def find_worded_column(field: Any) -> type[WordedColumn] | None:
    """Return what shows the values of a column in words, or None where they are words already."""
    if field is None or field.related_model:
        return None
    if field.choices:
        return ChoiceColumn
    if isinstance(field, BooleanField):
        return BooleanColumn
    if is_amount(field):
        return AmountColumn
    if field.name == "permissions":
        return PermissionsColumn
    return CodeColumn if is_coded(field) else None


class NamedRelation(AdminColumn):
    """Show the row that a column refers to by its name, with a link to its page; Django would show identifiers."""

    def __init__(self, field: Any, site: Any, *, is_linked: bool) -> None:
        super().__init__(field, site.empty_value_display)
        self.site, self.is_linked = site, is_linked

    def __call__(self, row: Any) -> Any:
        related = getattr(row, self.field.name)
        if related is None:
            return self.empty
        if not self.is_linked or not self.site.is_registered(self.field.related_model):
            return name_row(related)
        options = self.field.related_model._meta
        page = reverse(f"admin:{options.app_label}_{options.model_name}_change", args=[quote(related.pk)])
        return format_html('<a href="{}">{}</a>', page, name_row(related))
