"""Define the map layer of beneficiaries, where their households live, and list its items."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import BooleanField, Expression, ExpressionWrapper, Q
from django.utils.translation import gettext_lazy as _

from config.caller import Caller
from geo.layers.api import (
    Clusters,
    ItemList,
    Layer,
    count_rows,
    count_rows_by_cells,
    list_items,
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
    ),
)


def list_map_items(user: Caller, query: Mapping[str, Any]) -> tuple[ItemList, int, int]:
    """Return the items of the map's list, the exact number of beneficiaries behind it, and how many have no position.

    A bounding box cannot contain beneficiaries without a position: those are counted under the other filters.
    """
    rows = BENEFICIARIES.find_rows(user, query, query.get("bbox"))
    found = list_items(BENEFICIARIES, rows, user, query.get("limit"))
    total = None if query.get("bbox") else count_rows_by_cells(BENEFICIARIES, user, query)
    everywhere = BENEFICIARIES.filter_rows(Beneficiary.objects.visible_to(user), query).order_by()
    without_position = everywhere.filter(**{f"{BENEFICIARIES.geometry}__isnull": True}).count()
    return found, count_rows(found, rows) if total is None else total, without_position
