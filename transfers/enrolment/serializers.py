"""Define requests and responses of enrolment."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import IdsField, PageParams, StrictIntegerField, VisibleIriField
from config.api.serializers import CamelSerializer
from registry.households.mass.serializers import IdsBody, MassError
from registry.households.models import Categorie
from transfers.beneficiaries.api import ProgrammeReference
from transfers.beneficiaries.models import ModePaiement
from transfers.eligibility.selections.models import TargetingSelection
from transfers.enrolment.queries import ENROLLED, EXCLUDED, NOT_ENROLLED
from transfers.enrolment.types import EligibleHousehold, EligibleHouseholds
from transfers.programmes.models import Milieu, Programme, Vulnerabilite

STATUTS: Final = (ENROLLED, NOT_ENROLLED, EXCLUDED)
MAX_LIMIT: Final = 10_000_000


class EligibleParams(PageParams):
    """Validate the page, and `statut`, which only a programme gives a household; an empty one means all."""

    statut = serializers.ChoiceField(choices=STATUTS, required=False, allow_blank=True)


class BulkEnrolBody(IdsBody):
    programme_id = serializers.UUIDField()


class ProgrammeEnrolBody(CamelSerializer):
    """Validate the households to enrol.

    Without `menageIds`, the next eligible households are enrolled: `limit` of them, or all. With `selectionId` they are
    those of a selection of the programme: the chosen of each area, and for who is refused or has left, the next of its
    reserve.
    """

    menage_ids = IdsField(allow_empty=True, required=False)
    limit = StrictIntegerField(min_value=1, max_value=MAX_LIMIT, required=False, allow_null=True)
    selection_id = VisibleIriField(
        "selections", TargetingSelection, source="selection", required=False, allow_null=True
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "menage_ids" not in attrs and not attrs.get("selection"):
            # Nothing sent by mistake must not enrol everybody.
            raise serializers.ValidationError({"menageIds": [self.fields["menageIds"].error_messages["required"]]})
        attrs.setdefault("menage_ids", [])
        if attrs["menage_ids"] and attrs.get("limit") is not None:
            raise serializers.ValidationError({"limit": _("Une limite ne vaut que sans menageIds.")})
        if attrs["menage_ids"] and attrs.get("selection"):
            raise serializers.ValidationError({"selectionId": [_("Indiquez menageIds ou selectionId, pas les deux.")]})
        return attrs


class EnrolmentResponse(CamelSerializer):
    """Describe an enrolment.

    Each id which was sent counts once, as enrolled or skipped; `erreurs` says why it was skipped.
    """

    enrolled = serializers.IntegerField()
    skipped = serializers.IntegerField()
    total_beneficiaires = serializers.IntegerField()
    erreurs = MassError(many=True)


class EligibleCounts(CamelSerializer):
    total_eligibles = serializers.IntegerField()
    total_enrolled = serializers.IntegerField()
    total_non_enrolled = serializers.IntegerField()


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

    `dejaSorti`: a principal of this household has left the programme; it is enrolled again only by its id. `raisons` name
    the criteria that keep it out.
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
    raisons = serializers.ListField(child=serializers.CharField())

    def get_statut_enrolement(self, row: EligibleHousehold) -> str:
        return NOT_ENROLLED if row.code is None else ENROLLED


class PageResponse(CamelSerializer):
    page = serializers.IntegerField()
    limit = serializers.IntegerField()
    total = serializers.IntegerField()
    pages = serializers.IntegerField()


class ExclusionResponse(CamelSerializer):
    """Count the households that a criterion keeps out; `seuls` would be eligible without it."""

    critere = serializers.CharField()
    menages = serializers.IntegerField()
    seuls = serializers.IntegerField()


class EligibleHouseholdsResponse(CamelSerializer):
    """Describe eligible households: `stats` counts all of them, `pagination` those under the filters.

    `criteresAppliques` name all that decides: the programme's own criteria, and its rule sets.
    `exclusions` stands there with the statut exclu, of whose households `preview` is then.
    """

    stats = EligibleCounts()
    total_eligibles = serializers.IntegerField()
    criteres = CriteriaResponse()
    criteres_appliques = serializers.ListField(child=serializers.CharField())
    preview = EligibleHouseholdResponse(many=True)
    exclusions = ExclusionResponse(many=True, required=False)
    pagination = PageResponse()


def build_eligible_response(programme: Programme, found: EligibleHouseholds) -> dict[str, Any]:
    """Build the response of a query for eligible households."""
    exclusions = found.exclusions
    shown = {} if exclusions is None else {"exclusions": ExclusionResponse(exclusions, many=True).data}
    return shown | {
        "stats": {
            "totalEligibles": found.total,
            "totalEnrolled": found.enrolled,
            "totalNonEnrolled": found.total - found.enrolled,
        },
        "totalEligibles": found.total,
        "criteres": CriteriaResponse(programme).data,
        "criteresAppliques": found.criteria,
        "preview": EligibleHouseholdResponse(found.page.items, many=True).data,
        "pagination": found.page.serialize_numbers(),
    }


class CycleCount(CamelSerializer):
    statut = serializers.CharField()
    count = serializers.IntegerField()
    montant = serializers.FloatField()


class PaymentCount(CamelSerializer):
    actif = serializers.BooleanField()
    mode_paiement = serializers.ChoiceField(choices=ModePaiement.choices, allow_null=True)
    count = serializers.IntegerField()


class RegionCount(CamelSerializer):
    region = serializers.CharField(allow_null=True)
    count = serializers.IntegerField()


class Indicators(CamelSerializer):
    taux_execution = serializers.FloatField(allow_null=True)
    taux_engagement = serializers.FloatField(allow_null=True)
    taux_couverture = serializers.FloatField(allow_null=True)
    progression_cycles = serializers.FloatField(allow_null=True)
    budget_disponible = serializers.FloatField(allow_null=True)
    jours_restants = serializers.IntegerField(allow_null=True)


class ProgrammeStatisticsResponse(CamelSerializer):
    """Describe the statistics of a programme. People are principals in the caller's scope."""

    programme = ProgrammeReference()
    cycles = CycleCount(many=True)
    beneficiaires = PaymentCount(many=True)
    par_region = RegionCount(many=True)
    indicateurs = Indicators()


class NewcomersOfProgramme(ProgrammeReference):
    nb_created = serializers.IntegerField()


class NewcomersResponse(CamelSerializer):
    """Describe the newcomers enrolled; `erreurs` names those that were refused, as doubles of others."""

    nb_created = serializers.IntegerField()
    nb_refuses = serializers.IntegerField()
    par_programme = NewcomersOfProgramme(many=True)
    erreurs = MassError(many=True)
