"""Filter the layer of beneficiaries, and its sums by map cell."""

from typing import Final

from config.filters import CodesFilter, FilterSet, IdsFilter
from transfers.beneficiaries.models import StatutEnrolement

STATUSES: Final = tuple(StatutEnrolement.values)


class BeneficiaryLayerFilters(FilterSet):
    statut = CodesFilter("statut_enrolement", choices=STATUSES)
    region = IdsFilter("menage__region_id")
    secteur = IdsFilter("menage__secteur_id")
    localite = IdsFilter("menage__localite_id")


class BeneficiaryCellFilters(FilterSet):
    statut = CodesFilter("statut_enrolement", choices=STATUSES)
    region = IdsFilter("region_id")
    secteur = IdsFilter("secteur_id")
