"""Define requests and responses of enrolment."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import IdsField, PageParams, StrictIntegerField
from config.api.serializers import CamelSerializer
from registry.households.mass.serializers import IdsBody, MassError
from registry.households.models import Categorie
from transfers.beneficiaries.api import ProgrammeReference
from transfers.beneficiaries.models import ModePaiement
from transfers.enrolment.queries import ENROLLED, NOT_ENROLLED
from transfers.enrolment.types import EligibleHousehold, EligibleHouseholds
from transfers.programmes.models import Milieu, Programme, Vulnerabilite

STATUTS: Final = (ENROLLED, NOT_ENROLLED)
MAX_LIMIT: Final = 10_000_000


class EligibleParams(PageParams):
    """Validate the page, and `statut`, which only a programme gives a household; an empty one means all."""

    statut = serializers.ChoiceField(choices=STATUTS, required=False, allow_blank=True)


class BulkEnrolBody(IdsBody):
    programmeId = serializers.UUIDField()


class ProgrammeEnrolBody(serializers.Serializer):
    """Validate the households to enrol.

    Without `menageIds`, the next eligible households are enrolled: `limit` of them, or all.
    """

    menageIds = IdsField(allow_empty=True)
    limit = StrictIntegerField(min_value=1, max_value=MAX_LIMIT, required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["menageIds"] and attrs.get("limit") is not None:
            raise serializers.ValidationError({"limit": _("Une limite ne vaut que sans menageIds.")})
        return attrs


class EnrolmentResponse(serializers.Serializer):
    """Describe an enrolment.

    Each id which was sent counts once, as enrolled or skipped; `erreurs` says why it was skipped.
    """

    enrolled = serializers.IntegerField()
    skipped = serializers.IntegerField()
    totalBeneficiaires = serializers.IntegerField()
    erreurs = MassError(many=True)


class EligibleCounts(serializers.Serializer):
    totalEligibles = serializers.IntegerField()
    totalEnrolled = serializers.IntegerField()
    totalNonEnrolled = serializers.IntegerField()


class CriteriaResponse(CamelSerializer):
    """Describe the criteria of a programme."""

    seuil_pmt_max = serializers.FloatField(allow_null=True)
    seuil_pmt_min = serializers.FloatField(allow_null=True)
    categories_pauvrete = serializers.ListField(
        child=serializers.ChoiceField(choices=Categorie.choices), source="categories_pauvrete_eligibles"
    )
    regions = serializers.SerializerMethodField()
    milieu = serializers.ChoiceField(choices=Milieu.choices, source="milieu_eligible")
    criteres_chef = serializers.SerializerMethodField()
    criteres_menage = serializers.SerializerMethodField()
    criteres_vulnerabilite = serializers.ListField(child=serializers.ChoiceField(choices=Vulnerabilite.choices))

    def get_regions(self, programme: Programme) -> list[dict[str, str]]:
        return [{"id": str(row.region_id), "nom": row.region.nom} for row in programme.regions_eligibles.all()]

    def get_criteres_chef(self, programme: Programme) -> dict[str, Any]:
        return {"sexe": programme.chef_sexe, "ageMin": programme.chef_age_min, "ageMax": programme.chef_age_max}

    def get_criteres_menage(self, programme: Programme) -> dict[str, Any]:
        return {"tailleMin": programme.taille_min}


class EligibleHouseholdResponse(CamelSerializer):
    """Describe an eligible household.

    `dejaSorti`: a principal of this household has left the programme; it is enrolled again only by its id.
    """

    id = serializers.UUIDField()
    code_menage = serializers.CharField()
    chef_nom = serializers.CharField()
    region = serializers.CharField(allow_null=True)
    score_pmt = serializers.FloatField(allow_null=True)
    categorie_pauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    statut_enrolement = serializers.SerializerMethodField()
    date_enrolement = serializers.DateTimeField(allow_null=True)
    code_beneficiaire = serializers.CharField(source="code", allow_null=True)
    deja_sorti = serializers.BooleanField(source="sorti")

    def get_statut_enrolement(self, row: EligibleHousehold) -> str:
        return NOT_ENROLLED if row.code is None else ENROLLED


class PageResponse(serializers.Serializer):
    page = serializers.IntegerField()
    limit = serializers.IntegerField()
    total = serializers.IntegerField()
    pages = serializers.IntegerField()


class EligibleHouseholdsResponse(serializers.Serializer):
    """Describe eligible households: `stats` counts all of them, `pagination` those under the filters."""

    stats = EligibleCounts()
    totalEligibles = serializers.IntegerField()
    criteres = CriteriaResponse()
    preview = EligibleHouseholdResponse(many=True)
    pagination = PageResponse()


def build_eligible_response(programme: Programme, found: EligibleHouseholds) -> dict[str, Any]:
    """Build the response of a query for eligible households."""
    return {
        "stats": {
            "totalEligibles": found.total,
            "totalEnrolled": found.enrolled,
            "totalNonEnrolled": found.total - found.enrolled,
        },
        "totalEligibles": found.total,
        "criteres": CriteriaResponse(programme).data,
        "preview": EligibleHouseholdResponse(found.page.items, many=True).data,
        "pagination": found.page.serialize_numbers(),
    }


class CycleCount(serializers.Serializer):
    statut = serializers.CharField()
    count = serializers.IntegerField()
    montant = serializers.FloatField()


class PaymentCount(serializers.Serializer):
    actif = serializers.BooleanField()
    modePaiement = serializers.ChoiceField(choices=ModePaiement.choices, allow_null=True)
    count = serializers.IntegerField()


class RegionCount(serializers.Serializer):
    region = serializers.CharField(allow_null=True)
    count = serializers.IntegerField()


class Indicators(CamelSerializer):
    taux_execution = serializers.FloatField(allow_null=True)
    taux_engagement = serializers.FloatField(allow_null=True)
    taux_couverture = serializers.FloatField(allow_null=True)
    progression_cycles = serializers.FloatField(allow_null=True)
    budget_disponible = serializers.FloatField(allow_null=True)
    jours_restants = serializers.IntegerField(allow_null=True)


class ProgrammeStatisticsResponse(serializers.Serializer):
    """Describe the statistics of a programme. People are principals in the caller's scope."""

    programme = ProgrammeReference()
    cycles = CycleCount(many=True)
    beneficiaires = PaymentCount(many=True)
    parRegion = RegionCount(many=True)
    indicateurs = Indicators()


class NewcomersOfProgramme(ProgrammeReference):
    nbCreated = serializers.IntegerField()


class NewcomersResponse(serializers.Serializer):
    nbCreated = serializers.IntegerField()
    parProgramme = NewcomersOfProgramme(many=True)
