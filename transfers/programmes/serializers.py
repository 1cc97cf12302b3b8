"""Serialize programmes in format B: request bodies and responses."""

import json
from decimal import Decimal
from typing import Any, Final

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import (
    IdsField,
    PageParams,
    StrictIntegerField,
    VisibleIriField,
    build_sort_field,
    is_plain_number,
)
from config.api.serializers import CamelModelSerializer, CamelSerializer
from registry.households.api import normalise_phone
from registry.households.models import Categorie, Sexe
from registry.projects.models import Project
from transfers.programmes.filters import SORT_COLUMNS
from transfers.programmes.models import (
    HIGHEST_AGE,
    HIGHEST_SCORE,
    MAX_VALIDATION_LEVELS,
    Devise,
    Frequence,
    Milieu,
    Programme,
    Statut,
    Type,
    Vulnerabilite,
)

MAX_TEXT: Final = 10_000
MAX_ITEMS: Final = 100
MAX_SMALL: Final = 32_767
MAX_INTEGER: Final = 2_147_483_647
# Above every budget (XOF).
MAX_TOTAL: Final = 10**14
# The prefix of codes of erased persons.
ERASED: Final = "ANONYME"
# Codes begin the references of payments, which operators read and send back: a sign that a file escapes, or that nobody
# sees, would make them unknown.
validate_reference_code: Final = RegexValidator(
    r"^[^\W_][\w./ -]*\Z", _("Attendu : des lettres, des chiffres, et . _ / - ; d'abord une lettre ou un chiffre.")
)


class ProgrammeListParams(PageParams):
    """Validate the page of the list, and the name that it is sorted by; `-` before it for the other direction."""

    tri = build_sort_field(SORT_COLUMNS)


class AmountField(serializers.DecimalField):
    """Validate a whole amount as a decimal string; the currency has no minor unit."""

    default_error_messages = {"fraction": _("Un montant n'a pas de décimales.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=14, decimal_places=2, min_value=Decimal(0), coerce_to_string=True, **kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        if isinstance(data, str) and not is_plain_number(data):
            self.fail("invalid")
        amount = super().to_internal_value(data)
        if amount % 1:
            self.fail("fraction")
        return amount


class ComputedAmountField(serializers.DecimalField):
    """Serialize a computed amount as a decimal string."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=None, decimal_places=2, coerce_to_string=True, **kwargs)


class ScoreField(serializers.DecimalField):
    """Serialize a PMT score, 0 to 100, as a number."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs |= {"min_value": Decimal(0), "max_value": Decimal(HIGHEST_SCORE), "required": False, "allow_null": True}
        super().__init__(max_digits=5, decimal_places=2, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return float(value)


class TextsField(serializers.ListField):
    """Validate a list of texts, and drop repetitions."""

    child = serializers.CharField(max_length=255)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=MAX_ITEMS, **kwargs)

    def to_internal_value(self, data: Any) -> list[str]:
        return list(dict.fromkeys(super().to_internal_value(data)))


class CodesField(TextsField):
    """Validate a list of codes of `choices`, and drop repetitions."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        super().__init__(child=serializers.ChoiceField(choices=choices), **kwargs)


def build_number_field(top: int = MAX_SMALL, low: int = 0, **kwargs: Any) -> StrictIntegerField:
    return StrictIntegerField(min_value=low, max_value=top, required=False, **kwargs)


class EmbeddedObjectSerializer(CamelSerializer):
    """Serialize columns of the programme as an object which is sent as a whole: a missing key is emptied."""

    EMPTY: Any = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", required=False, allow_null=True, **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        # null is treated as an empty object.
        return super().run_validation({} if data is None else data)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        empty = {str(field.source): self.EMPTY for field in self.fields.values()}
        return empty | super().to_internal_value(data)


class HeadCriteriaSerializer(EmbeddedObjectSerializer):
    sexe = serializers.ChoiceField(choices=Sexe.choices, source="chef_sexe", required=False, allow_null=True)
    age_min = build_number_field(HIGHEST_AGE, source="chef_age_min", allow_null=True)
    age_max = build_number_field(HIGHEST_AGE, source="chef_age_max", allow_null=True)


class HouseholdCriteriaSerializer(EmbeddedObjectSerializer):
    taille_min = build_number_field(allow_null=True)


class ConditionalitySerializer(EmbeddedObjectSerializer):
    EMPTY: Any = []

    education = TextsField(source="conditionnalites_education")
    sante = TextsField(source="conditionnalites_sante")


class ProgrammeProject(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    lecture_seule = serializers.BooleanField()


class ProgrammeBody(CamelModelSerializer):
    """Validate a programme.

    A modification sends any subset; absent fields stay. Without a code, or with an empty one, a new programme gets a
    generated code and an existing one keeps its own.
    """

    code = serializers.CharField(max_length=30, required=False, allow_blank=True, allow_null=True)
    description = serializers.CharField(max_length=MAX_TEXT, required=False, allow_blank=True)
    type = serializers.ChoiceField(choices=Type.choices)
    # What is read may be sent back; a state changes by its own calls.
    statut = serializers.ChoiceField(choices=Statut.choices, required=False)
    projet_id = VisibleIriField("projets", Project, source="projet")
    budget_total = AmountField(required=False, allow_null=True)
    sources_financement = TextsField()
    devise = serializers.ChoiceField(choices=Devise.choices, required=False)
    montant_par_beneficiaire = AmountField(required=False, allow_null=True)
    frequence_paiement = serializers.ChoiceField(choices=Frequence.choices, required=False, allow_null=True)
    nombre_cycles_prevus = build_number_field(low=1, allow_null=True)
    duree_mois = build_number_field(low=1, allow_null=True)
    niveaux_requis = build_number_field(MAX_VALIDATION_LEVELS, low=1)
    montant_niveau_3 = build_number_field(MAX_TOTAL, allow_null=True)
    montant_niveau_4 = build_number_field(MAX_TOTAL, allow_null=True)
    objectif_beneficiaires = build_number_field(MAX_INTEGER, allow_null=True)
    seuil_pmt_min = ScoreField()
    seuil_pmt_max = ScoreField()
    categories_pauvrete_eligibles = CodesField(Categorie.choices)
    regions_eligibles = IdsField(source="regions", required=False, allow_empty=True)
    milieu_eligible = serializers.ChoiceField(choices=Milieu.choices, required=False)
    criteres_chef_menage = HeadCriteriaSerializer()
    criteres_menage = HouseholdCriteriaSerializer()
    criteres_vulnerabilite = CodesField(Vulnerabilite.choices)
    criteres_personnalises = serializers.JSONField(required=False, allow_null=True)
    avec_conditionnalites = serializers.BooleanField(required=False)
    conditionnalites = ConditionalitySerializer()
    email_responsable = serializers.EmailField(required=False, allow_null=True, allow_blank=True, max_length=255)
    telephone_responsable = serializers.CharField(required=False, allow_null=True, allow_blank=True, max_length=32)
    partenaires = TextsField()

    class Meta:
        model = Programme
        fields = [
            "code",
            "nom",
            "description",
            "type",
            "statut",
            "projet_id",
            "date_debut",
            "date_fin",
            "budget_total",
            "sources_financement",
            "devise",
            "montant_par_beneficiaire",
            "frequence_paiement",
            "nombre_cycles_prevus",
            "duree_mois",
            "niveaux_requis",
            "montant_niveau_3",
            "montant_niveau_4",
            "objectif_beneficiaires",
            "seuil_pmt_min",
            "seuil_pmt_max",
            "categories_pauvrete_eligibles",
            "regions_eligibles",
            "milieu_eligible",
            "criteres_chef_menage",
            "criteres_menage",
            "criteres_vulnerabilite",
            "criteres_personnalises",
            "avec_conditionnalites",
            "conditionnalites",
            "responsable",
            "email_responsable",
            "telephone_responsable",
            "partenaires",
        ]
        extra_kwargs = {"responsable": {"allow_blank": True}}

    def validate_code(self, code: str | None) -> str | None:
        """Refuse the prefix of erased persons, and signs that references of payments do not bear."""
        if code and code.upper().startswith(ERASED):
            raise serializers.ValidationError(_("Ce début de code est réservé."))
        if code:
            validate_reference_code(code)
        return code

    def validate_criteres_personnalises(self, value: Any) -> Any:
        if len(json.dumps(value)) > MAX_TEXT:
            raise serializers.ValidationError(_("Ce texte est trop long."))
        return value

    def validate_telephone_responsable(self, value: str | None) -> str | None:
        return normalise_phone(value)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.get("code"):
            attrs.pop("code", None)
        return attrs


class ProgrammeResponse(CamelModelSerializer):
    """Describe a programme in a list, from an object of the model with its `figures`."""

    budget_total = ComputedAmountField(allow_null=True)
    montant_par_beneficiaire = ComputedAmountField(allow_null=True)
    budget_alloue = ComputedAmountField(source="figures.spent.alloue")
    montant_brouillon = ComputedAmountField(source="figures.spent.brouillon")
    montant_rejete = ComputedAmountField(source="figures.spent.rejete")
    montant_engage = ComputedAmountField(source="figures.spent.engage")
    montant_decaisse = ComputedAmountField(source="figures.spent.decaisse")
    montant_manquant = ComputedAmountField(source="figures.spent.manquant")
    budget_disponible = ComputedAmountField(source="figures.budget_disponible", allow_null=True)
    nb_cycles_executes = serializers.IntegerField(source="figures.spent.cycles_executes")
    nb_beneficiaires_actifs = serializers.IntegerField(source="figures.people.actifs")
    nb_beneficiaires_total = serializers.IntegerField(source="figures.people.total")
    taux_execution = serializers.FloatField(source="figures.taux_execution", allow_null=True)
    taux_couverture = serializers.FloatField(source="figures.taux_couverture", allow_null=True)
    jours_restants = serializers.IntegerField(source="figures.jours_restants", allow_null=True)
    projet = ProgrammeProject()

    class Meta:
        model = Programme
        fields: Any = [
            "id",
            "code",
            "nom",
            "description",
            "type",
            "date_debut",
            "date_fin",
            "budget_total",
            "budget_alloue",
            "montant_brouillon",
            "montant_rejete",
            "montant_decaisse",
            "montant_manquant",
            "montant_engage",
            "budget_disponible",
            "devise",
            "objectif_beneficiaires",
            "nb_beneficiaires_actifs",
            "nb_beneficiaires_total",
            "nb_cycles_executes",
            "taux_execution",
            "taux_couverture",
            "jours_restants",
            "statut",
            "frequence_paiement",
            "montant_par_beneficiaire",
            "avec_conditionnalites",
            "projet",
            "created_at",
        ]


class ProgrammeDetailResponse(ProgrammeResponse):
    """Describe one programme with its criteria, and the number of eligible households which the caller sees."""

    seuil_pmt_min = ScoreField()
    seuil_pmt_max = ScoreField()
    regions_eligibles = serializers.SerializerMethodField()
    regions_eligibles_noms = serializers.SerializerMethodField()
    criteres_chef_menage = HeadCriteriaSerializer()
    criteres_menage = HouseholdCriteriaSerializer()
    conditionnalites = ConditionalitySerializer()
    taux_engagement = serializers.FloatField(source="figures.taux_engagement", allow_null=True)
    progression_cycles = serializers.FloatField(source="figures.progression_cycles", allow_null=True)
    nb_menages_eligibles = serializers.SerializerMethodField()

    class Meta(ProgrammeResponse.Meta):
        fields = [
            *ProgrammeResponse.Meta.fields,
            "sources_financement",
            "seuil_pmt_min",
            "seuil_pmt_max",
            "categories_pauvrete_eligibles",
            "regions_eligibles",
            "regions_eligibles_noms",
            "milieu_eligible",
            "criteres_chef_menage",
            "criteres_menage",
            "criteres_vulnerabilite",
            "criteres_personnalises",
            "nombre_cycles_prevus",
            "duree_mois",
            "niveaux_requis",
            "montant_niveau_3",
            "montant_niveau_4",
            "conditionnalites",
            "responsable",
            "email_responsable",
            "telephone_responsable",
            "partenaires",
            "taux_engagement",
            "progression_cycles",
            "nb_menages_eligibles",
            "updated_at",
        ]

    def get_regions_eligibles(self, programme: Programme) -> list[str]:
        return [str(row.region_id) for row in programme.regions_eligibles.all()]

    def get_regions_eligibles_noms(self, programme: Programme) -> dict[str, str]:
        return {str(row.region_id): row.region.nom for row in programme.regions_eligibles.all()}

    def get_nb_menages_eligibles(self, programme: Programme) -> int:
        return self.context["eligibles"]


class ProgrammeStatusResponse(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()
    statut = serializers.ChoiceField(choices=Statut.choices)
    updated_at = serializers.DateTimeField()


class ProgrammeSummaryResponse(CamelSerializer):
    """Describe sums of all programmes, or of those of a project; people are counted in the caller's scope."""

    total = serializers.IntegerField()
    par_statut = serializers.DictField(child=serializers.IntegerField())
    par_type = serializers.DictField(child=serializers.IntegerField())
    budget_total = serializers.FloatField()
    budget_alloue = serializers.FloatField()
    montant_decaisse = serializers.FloatField()
    montant_engage = serializers.FloatField()
    budget_disponible = serializers.FloatField()
    nb_beneficiaires_actifs = serializers.IntegerField()
    nb_beneficiaires_total = serializers.IntegerField()
    objectif_beneficiaires = serializers.IntegerField()
    nb_cycles_executes = serializers.IntegerField()
    taux_execution = serializers.FloatField(allow_null=True)
    taux_engagement = serializers.FloatField(allow_null=True)
    taux_couverture = serializers.FloatField(allow_null=True)


class ProgrammeRegionResponse(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    code = serializers.CharField()
