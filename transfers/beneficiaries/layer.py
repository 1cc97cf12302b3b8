"""Define the map layer of beneficiaries: where their households live."""

from typing import Any, Final

from django.db.models import BooleanField, Expression, ExpressionWrapper, Q
from django.utils.translation import gettext_lazy as _

from geo.layers.catalogue import Clusters, Layer, codes, ids
from geo.layers.expressions import contact, latitude, longitude
from transfers.beneficiaries.models import Beneficiary, BeneficiaryCell, StatutEnrolement

STATUSES: Final = tuple(StatutEnrolement.values)


def active(user: Any) -> Expression:
    """Return the expression of whether a beneficiary is paid now."""
    return ExpressionWrapper(Q(statut_enrolement=StatutEnrolement.ACTIF), output_field=BooleanField())


BENEFICIARIES: Final = Layer(
    name="beneficiaires",
    title=_("Bénéficiaires"),
    model=Beneficiary,
    permission="transferts.lire",
    # As for the layer of households, exports and tiles contain no names.
    properties={
        "id": "id",
        "codeBeneficiaire": "code",
        "statut": "statut_enrolement",
        "actif": active,
        "typeBeneficiaire": "type",
        "modePaiement": "mode_paiement",
        "programme": "programme__code",
        "menageCode": "menage__code_menage",
    },
    tile={"id": "id", "codeBeneficiaire": "code", "statut": "statut_enrolement", "typeBeneficiaire": "type"},
    items={
        "id": "id",
        "nomComplet": "nom_complet",
        "telephone": contact("telephone"),
        "statut": "statut_enrolement",
        "actif": active,
        "latitude": latitude("menage__geom"),
        "longitude": longitude("menage__geom"),
        "menageCode": "menage__code_menage",
        "region": "menage__region__nom",
        "secteur": "menage__secteur__nom",
    },
    filters={
        "statut": codes("statut_enrolement__in", STATUSES),
        "region": ids("menage__region_id__in"),
        "secteur": ids("menage__secteur_id__in"),
        "localite": ids("menage__localite_id__in"),
    },
    geometry="menage__geom",
    clusters=Clusters(
        code="statut_enrolement",
        codes=STATUSES,
        score="menage__score_pmt",
        score_name="scorePmtMoyen",
        cells=BeneficiaryCell,
        cell_code="statut_enrolement",
        cell_filters={
            "statut": codes("statut_enrolement__in", STATUSES),
            "region": ids("region_id__in"),
            "secteur": ids("secteur_id__in"),
        },
    ),
)
