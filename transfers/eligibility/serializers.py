"""Serialize rule sets, rules and fields in format B."""

from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from rest_framework import serializers

from config.api.fields import StrictIntegerField, VisibleIriField
from config.api.serializers import CamelModelSerializer, CamelSerializer, ClosedSerializer, ReferenceSerializer
from registry.households.models import Sexe
from transfers.eligibility.conditions.catalogue import (
    CATEGORIES,
    OPERATOR_LABELS,
    OPERATORS,
    find_field,
    iterate_fields,
    list_operators,
)
from transfers.eligibility.conditions.definition import (
    MAX_RULES,
    Condition,
    RuleFault,
    read_condition,
    serialize_number,
    serialize_value,
)
from transfers.eligibility.models import Logique, Rule, RuleSet, RuleSetVersion
from transfers.eligibility.queries import compute_rate
from transfers.eligibility.types import HOUSEHOLD, STRING, EligibilityField, PeopleFilter
from transfers.programmes.models import Programme

MAX_TEXT: Final = 10_000
MAX_AGE: Final = 130
MAX_SMALL: Final = 32_767


def build_text_field(length: int = MAX_TEXT) -> serializers.CharField:
    return serializers.CharField(max_length=length, required=False, allow_null=True, allow_blank=True)


class PeopleBody(ClosedSerializer, CamelSerializer):
    """Describe the persons whom `nbPersonnes` counts; an empty object means all."""

    sexe = serializers.ChoiceField(choices=Sexe.choices, required=False, allow_null=True)
    age_min = StrictIntegerField(min_value=0, max_value=MAX_AGE, required=False, allow_null=True)
    age_max = StrictIntegerField(min_value=0, max_value=MAX_AGE, required=False, allow_null=True)
    handicap = serializers.BooleanField(required=False, allow_null=True, default=None)


class ConditionBody(ClosedSerializer, CamelSerializer):
    """Validate what a rule compares. `categorie` and `typeChamp` follow from the field; if sent, they must agree."""

    categorie = serializers.ChoiceField(choices=CATEGORIES, required=False, allow_null=True)
    champ = serializers.CharField(max_length=60)
    type_champ = serializers.ChoiceField(choices=list(OPERATORS), required=False, allow_null=True)
    operateur = serializers.CharField(max_length=12)
    valeur = serializers.JSONField()
    valeur_secondaire = serializers.JSONField(required=False, allow_null=True)
    groupe = StrictIntegerField(min_value=1, max_value=MAX_SMALL, required=False, allow_null=True)
    personnes = PeopleBody(required=False, allow_null=True)
    obligatoire = serializers.BooleanField(required=False, default=False)
    actif = serializers.BooleanField(required=False, default=True)
    nom = serializers.CharField(max_length=255, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        sent = attrs.get("personnes")
        people = None if sent is None else PeopleFilter(**sent)
        try:
            condition = read_condition(
                attrs["champ"], attrs["operateur"], attrs["valeur"], attrs.get("valeur_secondaire"), people
            )
        except RuleFault as fault:
            raise serializers.ValidationError({fault.name: [fault.sentence]}) from fault
        self._check_kind(condition.field, attrs)
        return attrs | {"condition": condition}

    @staticmethod
    def _check_kind(field: EligibilityField, attrs: dict[str, Any]) -> None:
        if attrs.get("type_champ") not in (None, field.kind):
            raise serializers.ValidationError({"typeChamp": [_("Ce champ est d'un autre type.")]})
        if attrs.get("categorie") not in (None, field.category):
            raise serializers.ValidationError({"categorie": [_("Ce champ est d'une autre catégorie.")]})


class RuleBody(ConditionBody):
    """Validate a rule of a set. The keys of an answer that are not stored (`id`, `operateurLabel`) are ignored."""

    id = serializers.UUIDField(read_only=True)
    operateur_label = serializers.CharField(read_only=True)
    nom = serializers.CharField(max_length=255)
    description = build_text_field()
    ordre = StrictIntegerField(min_value=0, max_value=MAX_SMALL, required=False)
    message_echec = build_text_field(255)


def build_rule_columns(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the columns of stored rules, from validated bodies; without `ordre` a rule has its place in the list."""
    return [_build_columns(rule, place) for place, rule in enumerate(sent, 1)]


def _build_columns(rule: dict[str, Any], place: int) -> dict[str, Any]:
    condition: Condition = rule["condition"]
    people = condition.people or PeopleFilter()
    return {
        "nom": rule["nom"],
        "description": rule.get("description"),
        "champ": condition.field.name,
        "operateur": condition.operator,
        "valeur": serialize_value(condition),
        "valeur_secondaire": serialize_number(condition.upper),
        "ordre": rule.get("ordre", place),
        "actif": rule["actif"],
        "obligatoire": rule["obligatoire"],
        "message_echec": rule.get("message_echec"),
        "groupe": rule.get("groupe"),
        **{f"personnes_{name}": value for name, value in vars(people).items()},
    }


class RuleSetBody(CamelSerializer):
    """Validate a new rule set."""

    code = serializers.CharField(max_length=30, required=False)
    nom = serializers.CharField(max_length=255)
    description = build_text_field()
    notes = build_text_field()
    logique = serializers.ChoiceField(choices=Logique.choices, required=False)
    est_template = serializers.BooleanField(required=False)
    actif = serializers.BooleanField(required=False)
    programme_id = VisibleIriField("programmes", Programme, source="programme", required=False, allow_null=True)
    rules = serializers.ListField(child=RuleBody(), required=False, max_length=MAX_RULES)


class RuleSetChangeBody(RuleSetBody):
    """Validate a modification: any subset of the fields, but the rules as a whole."""

    nom = serializers.CharField(max_length=255, required=False)


class CloneBody(ClosedSerializer, CamelSerializer):
    code = serializers.CharField(max_length=30, required=False, allow_null=True)
    nom = serializers.CharField(max_length=255, required=False, allow_null=True)
    programme_id = VisibleIriField("programmes", Programme, source="programme", required=False, allow_null=True)


class PeopleResponse(CamelSerializer):
    sexe = serializers.ChoiceField(choices=Sexe.choices, allow_null=True, source="personnes_sexe")
    age_min = serializers.IntegerField(allow_null=True, source="personnes_age_min")
    age_max = serializers.IntegerField(allow_null=True, source="personnes_age_max")
    handicap = serializers.BooleanField(allow_null=True, source="personnes_handicap")


class RuleResponse(CamelModelSerializer):
    """Describe a rule; `personnes` is null where the field counts nobody."""

    categorie = serializers.SerializerMethodField()
    type_champ = serializers.SerializerMethodField()
    operateur_label = serializers.SerializerMethodField()
    personnes = serializers.SerializerMethodField()

    class Meta:
        model = Rule
        fields = [
            "id",
            "nom",
            "description",
            "categorie",
            "champ",
            "type_champ",
            "operateur",
            "operateur_label",
            "valeur",
            "valeur_secondaire",
            "ordre",
            "actif",
            "obligatoire",
            "message_echec",
            "groupe",
            "personnes",
        ]

    def get_categorie(self, rule: Rule) -> str:
        field = find_field(rule.champ)
        return field.category if field else HOUSEHOLD

    def get_type_champ(self, rule: Rule) -> str:
        field = find_field(rule.champ)
        return field.kind if field else STRING

    def get_operateur_label(self, rule: Rule) -> str:
        return str(OPERATOR_LABELS[rule.operateur])

    def get_personnes(self, rule: Rule) -> dict[str, Any] | None:
        field = find_field(rule.champ)
        return PeopleResponse(rule).data if field and field.counts_people else None


class ProgrammeOfSet(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom = serializers.CharField()


class AuthorReference(ReferenceSerializer):
    nom = serializers.CharField(source="nom_complet")


class RuleSetResponse(CamelModelSerializer):
    """Describe a rule set in a list; its rules are those of its current version."""

    logique = serializers.ChoiceField(choices=Logique.choices, source="current.logique")
    nb_regles = serializers.SerializerMethodField()
    nb_regles_actives = serializers.SerializerMethodField()
    taux_eligibilite = serializers.SerializerMethodField()
    programme = ProgrammeOfSet(allow_null=True)
    cree_par = AuthorReference(allow_null=True)

    class Meta:
        model = RuleSet
        fields = [
            "id",
            "code",
            "nom",
            "description",
            "logique",
            "est_template",
            "actif",
            "version",
            "nb_regles",
            "nb_regles_actives",
            "nb_evaluations",
            "nb_eligibles",
            "taux_eligibilite",
            "derniere_evaluation",
            "programme",
            "cree_par",
            "notes",
            "created_at",
            "updated_at",
        ]

    def get_nb_regles(self, row: RuleSet) -> int:
        return len(row.current.regles.all())

    def get_nb_regles_actives(self, row: RuleSet) -> int:
        return sum(rule.actif for rule in row.current.regles.all())

    def get_taux_eligibilite(self, row: RuleSet) -> float | None:
        return compute_rate(row.nb_eligibles, row.nb_evaluations)


class RuleSetDetailResponse(RuleSetResponse):
    rules = RuleResponse(many=True, source="current.regles")

    class Meta(RuleSetResponse.Meta):
        fields = [*RuleSetResponse.Meta.fields, "rules"]


class RuleSetReference(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    version = serializers.IntegerField()


class VersionResponse(CamelModelSerializer):
    """Describe a version of a rule set, by which something may have been evaluated."""

    auteur = AuthorReference(allow_null=True)
    rules = RuleResponse(many=True, source="regles")

    class Meta:
        model = RuleSetVersion
        fields = ["numero", "logique", "auteur", "created_at", "rules"]


class LabelledResponse(CamelSerializer):
    """Describe something with a `label`, a name that serializers use themselves."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {**super().get_fields(), "label": serializers.CharField()}


class FieldResponse(LabelledResponse):
    """Describe a field; `labels` has its label in each language, `valeurs` the values of an enumeration."""

    nom = serializers.CharField()
    labels = serializers.DictField(child=serializers.CharField())
    type = serializers.ChoiceField(choices=list(OPERATORS))
    unite = serializers.CharField(allow_null=True)
    valeurs = serializers.ListField(child=serializers.CharField())
    lieu = serializers.BooleanField()
    compte_personnes = serializers.BooleanField()
    operateurs = serializers.ListField(child=serializers.CharField())


class FieldCategoryResponse(CamelSerializer):
    categorie = serializers.ChoiceField(choices=CATEGORIES)
    champs = FieldResponse(many=True)


class RuleOperatorResponse(LabelledResponse):
    code = serializers.CharField()


class RuleOperatorsResponse(serializers.Serializer):
    number = RuleOperatorResponse(many=True)
    string = RuleOperatorResponse(many=True)
    boolean = RuleOperatorResponse(many=True)


def describe_fields() -> list[dict[str, Any]]:
    """Return the catalogue by category, in the language of the request."""
    fields = list(iterate_fields())
    return [
        {"categorie": category, "champs": [_describe_field(field) for field in fields if field.category == category]}
        for category in CATEGORIES
    ]


def _describe_field(field: EligibilityField) -> dict[str, Any]:
    return {
        "nom": field.name,
        "label": str(field.label),
        "labels": {code: _translate(field.label, code) for code, _name in settings.LANGUAGES},
        "type": field.kind,
        "unite": None if field.unit is None else str(field.unit),
        "valeurs": list(field.choices),
        "lieu": field.area is not None,
        "comptePersonnes": field.counts_people,
        "operateurs": list(list_operators(field)),
    }


def _translate(text: Any, language: str) -> str:
    with override(language):
        return str(text)


def describe_operators() -> dict[str, list[dict[str, str]]]:
    """Return the operators of each type, with labels in the language of the request."""
    return {
        kind: [{"code": code, "label": str(OPERATOR_LABELS[code])} for code in codes]
        for kind, codes in OPERATORS.items()
    }


class GlobalFigures(serializers.Serializer):
    totalRuleSets = serializers.IntegerField()
    ruleSetsActifs = serializers.IntegerField()
    totalEvaluations = serializers.IntegerField()
    tauxEligibiliteMoyen = serializers.FloatField(allow_null=True)


class UsedRuleSet(ProgrammeOfSet):
    nb_evaluations = serializers.IntegerField()
    taux_eligibilite = serializers.FloatField(allow_null=True)


class FiguresResponse(serializers.Serializer):
    mostUsed = UsedRuleSet(many=True)

    def get_fields(self) -> dict[str, serializers.Field]:
        return {"global": GlobalFigures(), **super().get_fields()}
