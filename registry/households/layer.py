"""Define the map layer of households, and the list of villages with their number of households."""

from dataclasses import replace

from django.db.models import Count, Expression, IntegerField, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from config.caller import Scope
from geo.areas.api import LOCALITY_TYPE_LABELS
from geo.areas.models import Locality
from geo.facilities.api import select_type_label
from geo.layers.api import (
    LOCALITY_LAYER,
    Clusters,
    Layer,
    select_latitude,
    select_longitude,
)
from registry.households.filters import HouseholdCellFilters, HouseholdLayerFilters
from registry.households.models import Categorie, Household
from registry.households.tally.models import HouseholdCell

HOUSEHOLD_LAYER = Layer(
    name="menages",
    title=_("Ménages"),
    model=Household,
    permission="registre.lire",
    export_properties={
        "id": "id",
        "codeMenage": "code_menage",
        "tailleMenage": "taille_menage",
        "scorePmt": "score_pmt",
        "categoriePauvrete": "categorie_pauvrete",
        "eligible": "eligible_programme",
        "milieu": "milieu",
    },
    tile_properties={
        "id": "id",
        "codeMenage": "code_menage",
        "categoriePauvrete": "categorie_pauvrete",
        "scorePmt": "score_pmt",
        "eligible": "eligible_programme",
        "milieu": "milieu",
        "tailleMenage": "taille_menage",
    },
    list_properties={
        "id": "id",
        "codeMenage": "code_menage",
        "latitude": select_latitude(),
        "longitude": select_longitude(),
        "chefMenage.nomComplet": "chef__nom_complet",
        "region": "region__nom",
        "secteur": "secteur__nom",
        "localite": "localite__nom",
        "milieu": "milieu",
        "tailleMenage": "taille_menage",
        "scorePmt": "score_pmt",
        "categoriePauvrete": "categorie_pauvrete",
        "eligibleProgramme": "eligible_programme",
    },
    filters=HouseholdLayerFilters,
    moment="date_collecte",
    clusters=Clusters(
        code="categorie_pauvrete",
        codes=tuple(Categorie.values),
        score="score_pmt",
        score_name="scorePmtMoyen",
        cell_model=HouseholdCell,
        cell_code="categorie_pauvrete",
        cell_filters=HouseholdCellFilters,
    ),
)


def build_household_count(user: Scope) -> Expression:
    """Return the expression that counts the households of a locality that `user` can see."""
    inside = Household.objects.visible_to(user).filter(localite=OuterRef("pk")).order_by()
    counted = inside.values("localite").annotate(count=Count("*")).values("count")
    return Coalesce(Subquery(counted), Value(0), output_field=IntegerField())


# The list of villages: localities of the map with their number of households.
TABANCA_LAYER = replace(
    LOCALITY_LAYER,
    list_properties={
        "id": "id",
        "nom": "nom",
        "type": "type",
        "typeLabel": select_type_label(LOCALITY_TYPE_LABELS, Locality.Type.VILLAGE),
        "latitude": select_latitude(),
        "longitude": select_longitude(),
        "region": "secteur__region__nom",
        "secteur": "secteur__nom",
        "localite": "nom",
        "population": "population",
        "nbMenages": build_household_count,
    },
)
