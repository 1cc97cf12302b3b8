"""Validate questions and plans, and document the answers."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import orjson
from django.utils.translation import gettext_lazy as lazy
from rest_framework import serializers

from analysis.assistant import rules
from analysis.assistant.types import Circle, MemberCount, Place, Plan, ServiceDistance
from analysis.proximity.serializers import RadiusField
from config.api.fields import FiniteFloatField, StrictIntegerField
from config.api.serializers import ClosedSerializer

MAX_PLACES = 50
MAX_DISTANCES = 5
MAX_SIZE = 32_000
FindPlace = Callable[[dict[str, Any]], Place | None]


class KnownCodeField(serializers.CharField):
    """Accept one of the codes."""

    default_error_messages = {"unknown": lazy("Code inconnu. Codes possibles : {codes}.")}

    def __init__(self, codes: tuple[str, ...], **kwargs: Any) -> None:
        self.codes = codes
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        value: str = super().to_internal_value(data)
        if value not in self.codes:
            self.fail("unknown", codes=", ".join(self.codes))
        return value


class CodesListField(serializers.ListField):
    """Accept some of the codes, each once."""

    def __init__(self, codes: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(child=KnownCodeField(codes), allow_empty=False, max_length=len(codes), **kwargs)

    def to_internal_value(self, data: Any) -> list[Any]:
        return [*dict.fromkeys(super().to_internal_value(data))]


class PlaceBody(ClosedSerializer):
    """Validate an area: its level with its id, or with its name, which is then looked for."""

    niveau = KnownCodeField(tuple(rules.LEVELS))
    id = serializers.UUIDField(required=False)
    nom = serializers.CharField(max_length=255, required=False)


class CircleBody(PlaceBody):
    rayon = RadiusField(required=False, allow_null=True)


class ServiceDistanceBody(ClosedSerializer):
    service = KnownCodeField(rules.SERVICES)
    sens = KnownCodeField((rules.MORE, rules.LESS))
    metres = RadiusField()
    type = serializers.CharField(max_length=60, required=False, allow_null=True)
    enService = serializers.BooleanField(source="en_service", required=False)


class MemberCountBody(ClosedSerializer):
    """Validate a condition on the number of members of these kinds together: at least `min`, at most `max`."""

    comptes = CodesListField(rules.CODES["avec"])
    min = StrictIntegerField(min_value=0, max_value=rules.MAX_MEMBERS, required=False, allow_null=True)
    max = StrictIntegerField(min_value=0, max_value=rules.MAX_MEMBERS, required=False, allow_null=True)


class PlanFiltersBody(ClosedSerializer):
    """Validate the filters of a plan; which of them a subject has is a rule of plans."""

    categorie = CodesListField(rules.CODES["categorie"], required=False)
    milieu = CodesListField(rules.CODES["milieu"], required=False)
    chef = CodesListField(rules.CODES["chef"], required=False)
    matrimonial = CodesListField(rules.CODES["matrimonial"], required=False)
    etape = CodesListField(rules.CODES["etape"], required=False)
    statut = CodesListField(rules.CODES["statut"], required=False)
    priorite = CodesListField(rules.CODES["priorite"], required=False)
    motif = CodesListField(rules.CODES["motif"], required=False)
    type = CodesListField(
        tuple(dict.fromkeys(code for codes in rules.TYPES.values() for code in codes)), required=False
    )
    avec = CodesListField(rules.CODES["avec"], required=False)
    sans = CodesListField(rules.CODES["sans"], required=False)
    sourceEau = CodesListField(rules.DWELLING["sourceEau"], required=False)
    toilette = CodesListField(rules.DWELLING["toilette"], required=False)
    eclairage = CodesListField(rules.DWELLING["eclairage"], required=False)
    sol = CodesListField(rules.DWELLING["sol"], required=False)
    mur = CodesListField(rules.DWELLING["mur"], required=False)
    toit = CodesListField(rules.DWELLING["toit"], required=False)
    combustible = CodesListField(rules.DWELLING["combustible"], required=False)
    eligible = serializers.BooleanField(required=False)
    enquete = serializers.BooleanField(required=False)
    telephone = serializers.BooleanField(required=False)
    inscrit = serializers.BooleanField(required=False)
    position = serializers.BooleanField(required=False)
    pilote = serializers.BooleanField(required=False)
    fonctionnel = serializers.BooleanField(required=False)
    maternite = serializers.BooleanField(required=False)
    urgences24h = serializers.BooleanField(required=False)
    retard = serializers.BooleanField(required=False)
    tailleMin = StrictIntegerField(min_value=0, max_value=MAX_SIZE, required=False)
    tailleMax = StrictIntegerField(min_value=0, max_value=MAX_SIZE, required=False)
    populationMin = StrictIntegerField(min_value=0, max_value=rules.MAX_POPULATION, required=False)
    populationMax = StrictIntegerField(min_value=0, max_value=rules.MAX_POPULATION, required=False)
    scoreMin = FiniteFloatField(min_value=0, max_value=100, required=False)
    scoreMax = FiniteFloatField(min_value=0, max_value=100, required=False)


class PlanBody(ClosedSerializer):
    """Validate a plan, whoever made it: a person, the grammar or a language model; document it in answers."""

    genre = KnownCodeField(rules.KINDS)
    sujet = KnownCodeField(tuple(rules.SUBJECTS))
    mesure = KnownCodeField(rules.MEASURES, default=rules.NUMBER)
    zones = serializers.ListField(child=PlaceBody(), required=False, max_length=MAX_PLACES)
    filtres = PlanFiltersBody(required=False)
    parmi = PlanFiltersBody(required=False)
    distances = serializers.ListField(child=ServiceDistanceBody(), required=False, max_length=MAX_DISTANCES)
    membres = serializers.ListField(child=MemberCountBody(), required=False, max_length=MAX_DISTANCES)
    autour = CircleBody(required=False, allow_null=True)
    services = CodesListField(rules.SERVICES, required=False)
    rayon = RadiusField(required=False, allow_null=True)
    niveau = KnownCodeField(tuple(rules.LEVELS), required=False, allow_null=True)
    dimension = KnownCodeField((*rules.CODES, *rules.FLAGS, "type"), required=False, allow_null=True)
    limite = StrictIntegerField(min_value=1, max_value=rules.MAX_LIMIT, required=False, allow_null=True)
    ordre = KnownCodeField((rules.HIGH, rules.LOW), required=False, allow_null=True)
    pas = KnownCodeField(rules.STEPS, required=False, allow_null=True)
    forme = KnownCodeField(("hexagone", "carre"), required=False, allow_null=True)
    cellule = FiniteFloatField(min_value=rules.LEAST_CELL, max_value=rules.MOST_CELL, required=False, allow_null=True)
    du = serializers.DateField(required=False, allow_null=True)
    au = serializers.DateField(required=False, allow_null=True)


class ContextBody(serializers.Serializer):
    """Validate what the map shows: the region that it is limited to, and the names of its layers."""

    region = serializers.UUIDField(required=False, allow_null=True)
    layers = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, max_length=MAX_PLACES, allow_null=True
    )


class AssistantInput(serializers.Serializer):
    """Validate a question, or a plan in its place; `language` is that of the answer, and the first that is tried."""

    question = serializers.CharField(max_length=rules.MAX_QUESTION, required=False)
    plan = PlanBody(required=False)
    context: Any = ContextBody(required=False, allow_null=True)
    language = serializers.CharField(max_length=20, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("question" in attrs) == ("plan" in attrs):
            message = lazy("Envoyez une question ou un plan.")
            raise serializers.ValidationError({"question": [message]})
        return attrs


class AddressResponse(serializers.Serializer):
    """Document the request that answers the same question: by its own endpoint where there is one."""

    methode = serializers.CharField()
    chemin = serializers.CharField()
    corps = serializers.DictField(allow_null=True)


class PlanInWords(serializers.Serializer):
    """Document a part of what was understood, with the plan without it, or a near question with its plan."""

    texte = serializers.CharField()
    plan = PlanBody(allow_null=True)


class ElsewhereResponse(serializers.Serializer):
    """Document what a question says of payments, as parameters of their list; what it does not say is null."""

    region = serializers.UUIDField(allow_null=True)
    statut = serializers.CharField(allow_null=True)
    dateDebut = serializers.DateField(allow_null=True)
    dateFin = serializers.DateField(allow_null=True)


class AssistantResponse(serializers.Serializer):
    """Document an answer. `data` are its rows, `total` how many there are, `couche` their GeoJSON for the map.

    Without a plan (`plan` null) `answer` says why and `suggestions` are three questions that have one, or none where
    `ailleurs` names the page of the console that answers instead, `ailleursFiltres` what the question narrows it to. `incompris` are the words that were not understood,
    `corrections` those that were read as others, `source` is who made the plan: grammaire, modele or utilisateur. Of an answer
    that counts households, or persons by kind, `intitule` says in words which households these are, or those of the persons, and
    `filtre` is the `plan` that filters lists, maps and exports to exactly them. `compris` says in words what is done and each condition, with the plan without it where that is a question
    still; `variantes` are near questions that may have been meant, with their plans.
    """

    answer = serializers.CharField()
    data: Any = serializers.ListField(child=serializers.DictField())
    suggestions = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField()
    valeur = serializers.FloatField(allow_null=True)
    plan = PlanBody(allow_null=True)
    incompris = serializers.ListField(child=serializers.CharField())
    corrections = serializers.ListField(child=serializers.DictField())
    source: Any = serializers.CharField(allow_null=True)
    couche = serializers.DictField(allow_null=True)
    adresse = AddressResponse(allow_null=True)
    intitule = serializers.CharField(allow_null=True)
    filtre = serializers.CharField(allow_null=True)
    ailleurs = serializers.CharField(allow_null=True)
    ailleursFiltres = ElsewhereResponse(allow_null=True)
    compris = PlanInWords(many=True)
    variantes = PlanInWords(many=True)


def build_plan(values: dict[str, Any], find_place: FindPlace) -> Plan:
    """Return the plan of a valid `PlanBody`. Raises ValidationError for a place that the caller does not see."""
    given: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    circle = given.pop("autour", None)
    zones = [_resolve_place("zones", place, find_place) for place in given.pop("zones", ())]
    distances = [ServiceDistance(**distance) for distance in given.pop("distances", ())]
    members = [MemberCount(**(each | {"comptes": tuple(each["comptes"])})) for each in given.pop("membres", ())]
    for field in ("filtres", "parmi"):
        given[field] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in given.get(field, {}).items()
        }
    given["services"] = tuple(given.get("services", ()))
    place = circle and _resolve_place("autour", circle, find_place)
    around = Circle(place, circle.get("rayon")) if place else None
    return Plan(**given, zones=tuple(zones), distances=tuple(distances), membres=tuple(members), autour=around)


def _resolve_place(field: str, values: dict[str, Any], find_place: FindPlace) -> Place:
    place = find_place(values) if "id" in values or "nom" in values else None
    if place is None:
        raise serializers.ValidationError({f"plan.{field}": [lazy("Ce lieu n'existe pas, ou vous ne le voyez pas.")]})
    return place


def serialize_plan(plan: Plan) -> dict[str, Any]:
    """Return a plan as `PlanBody` accepts it; what it does not say is left out."""
    shown: dict[str, Any] = {"genre": plan.genre, "sujet": plan.sujet, "mesure": plan.mesure}
    if plan.zones:
        shown["zones"] = [_serialize_place(zone) for zone in plan.zones]
    for field in ("filtres", "parmi"):
        if filters := getattr(plan, field):
            shown[field] = {name: [*value] if isinstance(value, tuple) else value for name, value in filters.items()}
    if plan.distances:
        shown["distances"] = [
            {"service": d.service, "type": d.type, "sens": d.sens, "metres": d.metres}
            | ({"enService": True} if d.en_service else {})
            for d in plan.distances
        ]
    if plan.membres:
        shown["membres"] = [{"comptes": [*m.comptes], "min": m.min, "max": m.max} for m in plan.membres]
    if plan.autour:
        shown["autour"] = _serialize_place(plan.autour.place) | {"rayon": plan.autour.rayon}
    if plan.services:
        shown["services"] = [*plan.services]
    for name in ("rayon", "niveau", "dimension", "limite", "ordre", "pas", "forme", "cellule", "du", "au"):
        if (value := getattr(plan, name)) is not None:
            shown[name] = value.isoformat() if name in ("du", "au") else value
    return shown


def serialize_words(words: str, plan: Plan | None) -> dict[str, Any]:
    """Return words about a question as `PlanInWords` documents them."""
    return {"texte": words, "plan": plan and serialize_plan(plan)}


def _serialize_place(place: Place) -> dict[str, str | UUID]:
    return {"niveau": place.niveau, "id": str(place.id), "nom": place.nom}


def write_household_filter(plan: Plan) -> str:
    """Return the text that the filter `plan` of households takes."""
    return orjson.dumps(serialize_plan(plan)).decode()


def read_household_plan(text: str) -> Plan:
    """Return the plan of a text of `write_household_filter`. Raises ValidationError for any other."""
    try:
        sent = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise serializers.ValidationError([lazy("Ce plan n'est pas du JSON.")]) from error
    form = PlanBody(data=sent)
    if form.is_valid():
        plan = build_plan(form.validated_data, _name_place)
        if not rules.find_plan_fault(plan) and rules.is_household_count(plan):
            return plan
    raise serializers.ValidationError([lazy("Ce plan ne compte pas de ménages.")])


def _name_place(values: dict[str, Any]) -> Place | None:
    """Return the place of an id as it was sent: the rows that it leads to are those that the caller sees."""
    return Place(values["niveau"], values["id"], values.get("nom", "")) if "id" in values else None
