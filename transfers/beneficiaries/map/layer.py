"""Define the map layer of beneficiaries, where their households live."""

from typing import Final

from django.db.models import BooleanField, Expression, ExpressionWrapper, Q
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from geo.layers.api import (
    Clusters,
    Layer,
    select_contact,
    select_latitude,
    select_longitude,
)
from transfers.beneficiaries.map.filters import BeneficiaryCellFilters, BeneficiaryLayerFilters
from transfers.beneficiaries.models import Beneficiary, BeneficiaryCell, StatutEnrolement


def build_active_expression(user: Caller) -> Expression:
    """Return the expression of whether a beneficiary is paid now."""
    return ExpressionWrapper(Q(statut_enrolement=StatutEnrolement.ACTIF), output_field=BooleanField())


BENEFICIARIES: Final = Layer(
    name="beneficiaires",
    title=_("Bénéficiaires"),
    model=Beneficiary,
    permission="transferts.lire",
    # As for the layer of households, exports and tiles contain no names.
    export_properties={
        "id": "id",
        "codeBeneficiaire": "code",
        "statut": "statut_enrolement",
        "actif": build_active_expression,
        "typeBeneficiaire": "type",
        "modePaiement": "mode_paiement",
        "programme": "programme__code",
        "menageCode": "menage__code_menage",
    },
    tile_properties={"id": "id", "codeBeneficiaire": "code", "statut": "statut_enrolement", "typeBeneficiaire": "type"},
    list_properties={
        "id": "id",
        "nomComplet": "nom_complet",
        "telephone": select_contact("telephone"),
        "statut": "statut_enrolement",
        "actif": build_active_expression,
        "latitude": select_latitude("menage__geom"),
        "longitude": select_longitude("menage__geom"),
        "menageCode": "menage__code_menage",
        "region": "menage__region__nom",
        "secteur": "menage__secteur__nom",
    },
    filters=BeneficiaryLayerFilters,
    geometry="menage__geom",
    moment="date_enrolement",
    clusters=Clusters(
        code="statut_enrolement",
        codes=tuple(StatutEnrolement.values),
        score="menage__score_pmt",
        score_name="scorePmtMoyen",
        cell_model=BeneficiaryCell,
        cell_code="statut_enrolement",
        cell_filters=BeneficiaryCellFilters,
        counts_unplaced=True,
    ),
)
