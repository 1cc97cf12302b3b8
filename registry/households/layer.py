"""Households as a layer of the map."""

from django.utils.translation import gettext_lazy as _

from geo.layers.catalogue import AREAS, Clusters, Layer, codes, flag
from geo.layers.expressions import latitude, longitude
from registry.households.models import Categorie, Household, Milieu
from registry.households.tally import HouseholdCell

# The filters that the tally and the map cells can answer: they keep no locality.
TALLIED = ("region", "secteur", "categorie", "eligible", "milieu")

HOUSEHOLDS = Layer(
    name="menages",
    title=_("Ménages"),
    model=Household,
    permission="registre.lire",
    properties={
        "id": "id",
        "codeMenage": "code_menage",
        "tailleMenage": "taille_menage",
        "scorePmt": "score_pmt",
        "categoriePauvrete": "categorie_pauvrete",
        "eligible": "eligible_programme",
        "milieu": "milieu",
    },
    tile={
        "id": "id",
        "codeMenage": "code_menage",
        "categoriePauvrete": "categorie_pauvrete",
        "scorePmt": "score_pmt",
        "eligible": "eligible_programme",
        "milieu": "milieu",
        "tailleMenage": "taille_menage",
    },
    items={
        "id": "id",
        "codeMenage": "code_menage",
        "latitude": latitude(),
        "longitude": longitude(),
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
    filters={
        **AREAS,
        "categorie": codes("categorie_pauvrete__in", tuple(Categorie.values)),
        "eligible": flag("eligible_programme"),
        "milieu": codes("milieu__in", tuple(Milieu.values)),
    },
    clusters=Clusters(
        code="categorie_pauvrete",
        codes=tuple(Categorie.values),
        score="score_pmt",
        score_name="scorePmtMoyen",
        cells=HouseholdCell,
        cell_filters=TALLIED,
    ),
)
