"""Show households in the administration, with their head, narrowed by what the sums of households are kept by."""

from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Case, QuerySet, Sum, Value, When
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from config.french import spell_code
from geo.areas.models import Region, Sector
from geo.backoffice.api import MapAdmin
from registry.households.models import Categorie, Household, Statut, StatutCollecte
from registry.households.tally.models import HouseholdTally
from registry.quality.api import describe_quality_problems

WITHOUT = "aucune"


def _group_digits(count: int) -> str:
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


class TallyFilter(admin.SimpleListFilter):
    """Narrow the list by a column, and say how many households each value has.

    The numbers come from the sums of households, so that they cost the same whatever the number of rows; they follow
    the other filters. A search is not counted: the numbers are left out beside it.
    """

    column = ""

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        counts = self._count(request)
        words = self.name_values([value for value in counts if value is not None])
        choices = [(str(value), name, counts[value]) for value, name in words if value in counts]
        if None in counts:
            choices.append((WITHOUT, str(_("Sans")), counts[None]))
        if request.GET.get("q"):
            return [(value, name) for value, name, _count in choices]
        return [(value, f"{name} ({_group_digits(count)})") for value, name, count in choices]

    def name_values(self, values: list[Any]) -> list[tuple[Any, str]]:
        """Return the values in the order in which they are offered, with their names."""
        raise NotImplementedError

    def _count(self, request: Any) -> dict[Any, int]:
        rows: QuerySet[Any] = HouseholdTally.objects.visible_to(request.user)
        for other in HOUSEHOLD_FILTERS:
            value = request.GET.get(other.parameter_name)
            if other is not type(self) and value:
                rows = other.narrow(rows, value)
        counted = self.group(rows).order_by().values(self.column).annotate(households=Sum("n"))
        return {row[self.column]: row["households"] for row in counted if row["households"]}

    @classmethod
    def group(cls, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the sums with the column that they are counted by."""
        return rows

    @classmethod
    def narrow(cls, rows: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Return the rows, of households or of their sums, with this value of the address."""
        if value == WITHOUT:
            return rows.filter(**{f"{cls.column}__isnull": True})
        known = rows.model._meta.get_field(cls.column)
        try:
            return rows.filter(**{cls.column: known.to_python(value)})
        except ValidationError:
            return rows.none()

    def queryset(self, request: Any, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return self.narrow(queryset, value) if value else queryset


class RegionTallyFilter(TallyFilter):
    title, parameter_name, column = _("région"), "region", "region_id"

    def name_values(self, values: list[Any]) -> list[tuple[Any, str]]:
        return list(Region.objects.filter(id__in=values).values_list("id", "nom"))


class SectorTallyFilter(TallyFilter):
    """Narrow by sector once a region is chosen: there are too many to offer at once."""

    title, parameter_name, column = _("secteur"), "secteur", "secteur_id"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        return super().lookups(request, model_admin) if request.GET.get(RegionTallyFilter.parameter_name) else []

    def name_values(self, values: list[Any]) -> list[tuple[Any, str]]:
        return list(Sector.objects.filter(id__in=values).values_list("id", "nom"))


class CodeTallyFilter(TallyFilter):
    """Narrow by a column of codes, which are offered in their own order."""

    codes: tuple[str, ...] = ()

    def name_values(self, values: list[Any]) -> list[tuple[Any, str]]:
        return [(code, spell_code(code)) for code in self.codes if code in values]


# Each step of the collection as the console has them, by what the address says: the columns that make it, its name.
# `en_attente`, the status of two of them, is no step to choose.
STEPS: Final[dict[str, tuple[dict[str, str], Any]]] = {
    "collecte": ({"statut": Statut.COLLECTE}, _("En collecte")),
    "soumis": ({"statut": Statut.EN_ATTENTE, "statut_collecte": StatutCollecte.PRE_COLLECTE}, _("Soumis")),
    "a_integrer": (
        {"statut": Statut.EN_ATTENTE, "statut_collecte": StatutCollecte.VALIDE},
        _("Validé, à intégrer"),
    ),
    "valide": ({"statut": Statut.VALIDE}, _("Au registre")),
    "rejete": ({"statut": Statut.REJETE}, _("Rejeté")),
}


class StepTallyFilter(TallyFilter):
    """Narrow by the step of the collection, in the words and with the counts of the console's page."""

    title, parameter_name, column = _("étape de la collecte"), "statut", "etape"

    def name_values(self, values: list[Any]) -> list[tuple[Any, str]]:
        return [(step, str(name)) for step, (_columns, name) in STEPS.items() if step in values]

    @classmethod
    def group(cls, rows: QuerySet[Any]) -> QuerySet[Any]:
        steps = [When(**columns, then=Value(step)) for step, (columns, _name) in STEPS.items()]
        return rows.annotate(etape=Case(*steps, default=None))

    @classmethod
    def narrow(cls, rows: QuerySet[Any], value: str) -> QuerySet[Any]:
        return rows.filter(**STEPS[value][0]) if value in STEPS else rows.filter(statut=value)


class CategoryTallyFilter(CodeTallyFilter):
    title, parameter_name, column = _("catégorie de pauvreté"), "categorie_pauvrete", "categorie_pauvrete"
    codes = tuple(Categorie.values)


HOUSEHOLD_FILTERS: tuple[type[TallyFilter], ...] = (
    RegionTallyFilter,
    SectorTallyFilter,
    StepTallyFilter,
    CategoryTallyFilter,
)


@admin.register(Household)
class HouseholdAdmin(MapAdmin):
    title = _("Ménages")
    console_page = "vue=carte&fiche=menage/{}"
    read_permission = "registre.lire"
    # Search by code prefix, so that the unique index is used.
    search_fields = ("code_menage__startswith",)
    search_help_text = _("Le début d'un code de ménage ; les noms se cherchent dans la console")
    list_filter = HOUSEHOLD_FILTERS
    list_select_related = ("chef",)
    list_display = (
        "code_menage",
        "chef_menage",
        "etape",
        "categorie_pauvrete",
        "score_pmt",
        "region",
        "secteur",
        "updated_at",
    )

    def present_column(self, name: Any, request: HttpRequest, *, is_linked: bool = False) -> Any:
        """Say what the quality found in sentences; the row holds codes."""
        return "constats" if name == "problemes_qualite" else super().present_column(name, request, is_linked=is_linked)

    @admin.display(description=_("problèmes de qualité"))
    def constats(self, household: Any) -> SafeString:
        found = [(problem["message"],) for problem in describe_quality_problems(household.problemes_qualite)]
        return format_html_join("", "<div>{}</div>", found) or SafeString(_("Aucun"))

    @admin.display(description=_("chef de ménage"))
    def chef_menage(self, household: Any) -> str | None:
        head = getattr(household, "chef", None)
        return head.nom_complet if head else None

    @admin.display(description=_("étape de la collecte"), ordering="statut")
    def etape(self, household: Any) -> str:
        held = {"statut": household.statut, "statut_collecte": household.statut_collecte}
        names = (str(name) for columns, name in STEPS.values() if columns.items() <= held.items())
        return next(names, spell_code(household.statut))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        return super().get_search_results(request, queryset, search_term.strip().upper())
