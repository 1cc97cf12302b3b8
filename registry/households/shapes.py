"""Answers of the household endpoints, as plain data, and their description for the OpenAPI document."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from config.api.fields import PageParams, UuidListField, params
from config.api.hydra import node
from config.api.serializers import CodedReferenceSerializer, ReferenceSerializer, camel, reference
from registry.households.models import COUNTS, Categorie, Household, Milieu, Statut, StatutCollecte
from registry.households.serializers import DwellingSerializer, HeadSerializer, decimal_text


def score_bound() -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=7, decimal_places=2, required=False)


HouseholdParams = params(
    "HouseholdParams",
    PageParams,
    statut=serializers.ChoiceField(choices=Statut.choices, required=False),
    statutCollecte=serializers.ChoiceField(choices=StatutCollecte.choices, required=False),
    search=serializers.CharField(max_length=255, required=False),
    region=UuidListField(),
    secteur=UuidListField(),
    localite=UuidListField(),
    campagne=UuidListField(),
    enqueteur=UuidListField(),
    projet=UuidListField(),
    milieu=serializers.ChoiceField(choices=Milieu.choices, required=False),
    eligible=serializers.BooleanField(required=False, default=None, allow_null=True),
    categoriePauvrete=serializers.ChoiceField(choices=Categorie.choices, required=False),
    **{
        "scorePmt[gte]": score_bound(),
        "scorePmt[lte]": score_bound(),
        "tailleMenage[gte]": serializers.IntegerField(required=False, min_value=0, max_value=32_000),
        "tailleMenage[lte]": serializers.IntegerField(required=False, min_value=0, max_value=32_000),
    },
)


class SummaryParams(serializers.Serializer):
    """Here `region` is a region's name."""

    region = serializers.CharField(max_length=255, required=False)
    campagne = serializers.UUIDField(required=False)


# A household in a list: shown name (a dot nests) to lookup. Lists read just these columns; the detail reads the same
# paths off its row.
SUMMARY = {
    "id": "id",
    "codeMenage": "code_menage",
    "statut": "statut",
    "statutCollecte": "statut_collecte",
    "tailleMenage": "taille_menage",
    "scorePmt": "score_pmt",
    "scoreQualite": "score_qualite",
    "categoriePauvrete": "categorie_pauvrete",
    "eligibleProgramme": "eligible_programme",
    "milieu": "milieu",
    "region.id": "region_id",
    "region.nom": "region__nom",
    "secteur.id": "secteur_id",
    "secteur.nom": "secteur__nom",
    "localite.id": "localite_id",
    "localite.nom": "localite__nom",
    "chefMenage.id": "chef__menage_id",
    "chefMenage.nomComplet": "chef__nom_complet",
    "chefMenage.sexe": "chef__sexe",
    "chefMenage.age": "chef__age",
    "campagne.id": "campagne_id",
    "campagne.nom": "campagne__nom",
    "enqueteur.id": "enqueteur_id",
    "enqueteur.prenom": "enqueteur__prenom",
    "enqueteur.nom": "enqueteur__nom",
    "createdAt": "created_at",
}
STEPS = [tuple(name.split(".")) for name in SUMMARY]


def person(user: Any) -> dict[str, Any] | None:
    return {"id": user.id, "nomComplet": user.nom_complet} if user else None


def one_to_one(row: Any, name: str) -> Any:
    """The head or dwelling, or None when there is none."""
    return getattr(row, name, None)


def summary(values: Iterable[Any]) -> dict[str, Any]:
    """A household in a list from the values of SUMMARY, in its order. A relation without id is null."""
    shown: dict[str, Any] = {}
    for steps, value in zip(STEPS, values, strict=True):
        if len(steps) == 1:
            shown[steps[0]] = value
        elif steps[1] == "id":
            shown[steps[0]] = None if value is None else {"id": value}
        elif shown[steps[0]] is not None:
            shown[steps[0]][steps[1]] = value
    surveyor = shown["enqueteur"]
    if surveyor:
        surveyor["nomComplet"] = f"{surveyor.pop('prenom')} {surveyor.pop('nom')}".strip()
    return shown


def follow(row: Any, path: str) -> Any:
    """What a lookup leads to from a loaded row: `region__nom`."""
    for step in path.split("__"):
        row = one_to_one(row, step)
    return row


PLAIN = (
    "date_collecte", "problemes_qualite", "score_doublon", "resume_doublons", "date_analyse_qualite",
    "source_donnees", "identifiant_unique", "collector_submission_id", "collector_form_uid",
    "collector_validation_status", "id_source_externe", "date_validation_collecte",
    "commentaire_validation_collecte", "donnees_validation", "historique_validation", *COUNTS, "updated_at",
)  # fmt: skip


def detail(household: Household) -> dict[str, Any]:
    """The full household of document 1."""
    head, dwelling = one_to_one(household, "chef"), one_to_one(household, "logement")
    point = household.geom
    return summary(follow(household, path) for path in SUMMARY.values()) | {camel(name): getattr(household, name) for name in PLAIN} | {
        "latitude": decimal_text(point.y) if point else None,
        "longitude": decimal_text(point.x) if point else None,
        "altitude": decimal_text(household.altitude),
        "precisionGps": decimal_text(household.precision_gps),
        "region": reference(household.region, "nom", "code"),
        "secteur": reference(household.secteur, "nom", "code"),
        "commune": reference(household.commune, "nom", "code"),
        "localite": reference(household.localite, "nom", "code"),
        "projet": reference(household.projet, "nom", "code"),
        "valideCollectePar": person(household.valide_collecte_par),
        "chefMenage": HeadSerializer(head).data if head else None,
        "logement": DwellingSerializer(dwelling).data if dwelling else None,
    }  # fmt: skip


def changed(household: Household) -> dict[str, Any]:
    """What a modification answers (format A)."""
    head = one_to_one(household, "chef")
    shown = {"id": head.menage_id, "nomComplet": head.nom_complet, "telephone": head.telephone} if head else None
    return {
        "id": household.id,
        "codeMenage": household.code_menage,
        "tailleMenage": household.taille_menage,
        "statut": household.statut,
        "chefMenage": node("ChefMenage", "chef_menages", shown) if shown else None,
        "updatedAt": household.updated_at,
    }


class HeadReference(serializers.Serializer):
    id = serializers.UUIDField()
    nomComplet = serializers.CharField()
    sexe = serializers.CharField(allow_null=True)
    age = serializers.IntegerField(allow_null=True)


class PersonReference(serializers.Serializer):
    id = serializers.UUIDField()
    nomComplet = serializers.CharField()


class CommonAnswer(serializers.Serializer):
    id = serializers.UUIDField()
    codeMenage = serializers.CharField()
    statut = serializers.ChoiceField(choices=Statut.choices)
    statutCollecte = serializers.ChoiceField(choices=StatutCollecte.choices)
    tailleMenage = serializers.IntegerField()
    scorePmt = serializers.FloatField(allow_null=True)
    scoreQualite = serializers.FloatField(allow_null=True)
    categoriePauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligibleProgramme = serializers.BooleanField()
    milieu = serializers.ChoiceField(choices=Milieu.choices, allow_null=True)
    campagne = ReferenceSerializer(allow_null=True)
    enqueteur = PersonReference(allow_null=True)
    createdAt = serializers.DateTimeField()


class SummaryAnswer(CommonAnswer):
    region = ReferenceSerializer(allow_null=True)
    secteur = ReferenceSerializer(allow_null=True)
    localite = ReferenceSerializer(allow_null=True)
    chefMenage = HeadReference(allow_null=True)


class DetailAnswer(CommonAnswer):
    latitude = serializers.CharField(allow_null=True)
    longitude = serializers.CharField(allow_null=True)
    altitude = serializers.CharField(allow_null=True)
    precisionGps = serializers.CharField(allow_null=True)
    region = CodedReferenceSerializer(allow_null=True)
    secteur = CodedReferenceSerializer(allow_null=True)
    commune = CodedReferenceSerializer(allow_null=True)
    localite = CodedReferenceSerializer(allow_null=True)
    chefMenage = HeadSerializer(allow_null=True)
    logement = DwellingSerializer(allow_null=True)
    problemesQualite = serializers.ListField(child=serializers.DictField(), allow_null=True)
    updatedAt = serializers.DateTimeField()


class ChangedAnswer(serializers.Serializer):
    id = serializers.UUIDField()
    codeMenage = serializers.CharField()
    tailleMenage = serializers.IntegerField()
    statut = serializers.ChoiceField(choices=Statut.choices)
    chefMenage = serializers.DictField(allow_null=True)
    updatedAt = serializers.DateTimeField()


class DependenciesAnswer(serializers.Serializer):
    canDelete = serializers.BooleanField()
    dependencies = serializers.DictField(child=serializers.IntegerField())
    message = serializers.CharField()


class StatisticsAnswer(serializers.Serializer):
    general = serializers.DictField()
    composition = serializers.DictField(child=serializers.IntegerField())
    parStatut = serializers.DictField(child=serializers.IntegerField())
    parStatutCollecte = serializers.DictField(child=serializers.IntegerField())
    parCategorie = serializers.DictField(child=serializers.IntegerField())
    parMilieu = serializers.DictField(child=serializers.IntegerField())
    parRegion = serializers.ListField(child=serializers.DictField())
    parCampagne = serializers.ListField(child=serializers.DictField())
