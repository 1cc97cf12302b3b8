"""Build the responses of the household endpoints as plain data, and describe them for the OpenAPI document."""

from typing import Any

import orjson
from rest_framework import serializers

from accounts.users.models import User
from config.api.fields import PageParams, SearchField, UuidListField, VisibleListField, build_query_serializer
from config.api.hydra import build_node
from config.api.serializers import CodedReferenceSerializer, ReferenceSerializer, to_camel_case
from registry.households.models import COUNTS, Categorie, Household, Milieu, Statut, StatutCollecte
from registry.households.serializers import DwellingSerializer, HeadSerializer, format_decimal
from registry.projects.models import Campaign, Project
from registry.quality.api import describe_quality_problems


def score_bound_field() -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=7, decimal_places=2, required=False)


HouseholdParams = build_query_serializer(
    "HouseholdParams",
    PageParams,
    statut=serializers.ChoiceField(choices=Statut.choices, required=False),
    statutCollecte=serializers.ChoiceField(choices=StatutCollecte.choices, required=False),
    search=SearchField(),
    region=UuidListField(),
    secteur=UuidListField(),
    localite=UuidListField(),
    campagne=VisibleListField(Campaign),
    enqueteur=VisibleListField(User),
    projet=VisibleListField(Project),
    milieu=serializers.ChoiceField(choices=Milieu.choices, required=False),
    eligible=serializers.BooleanField(required=False, default=None, allow_null=True),
    categoriePauvrete=serializers.ChoiceField(choices=Categorie.choices, required=False),
    **{
        "scorePmt[gte]": score_bound_field(),
        "scorePmt[lte]": score_bound_field(),
        "tailleMenage[gte]": serializers.IntegerField(required=False, min_value=0, max_value=32_000),
        "tailleMenage[lte]": serializers.IntegerField(required=False, min_value=0, max_value=32_000),
    },
)


class StatisticsParams(serializers.Serializer):
    """Filter the statistics; here `region` is the name of a region."""

    region = serializers.CharField(max_length=255, required=False)
    campagne = serializers.UUIDField(required=False)


def _camel_columns(*names: str) -> dict[str, str]:
    return {name: to_camel_case(name) for name in names}


# Columns of the list and the detail with their API names: plain values, and (NESTED) JSON text.
SUMMARY = _camel_columns(
    "id", "code_menage", "statut", "statut_collecte", "taille_menage", "score_pmt", "score_qualite",
    "categorie_pauvrete", "eligible_programme", "milieu", "created_at",
)  # fmt: skip
SUMMARY_NESTED = _camel_columns("region", "secteur", "localite", "chef_menage", "campagne", "enqueteur")
SHOWN = SUMMARY | _camel_columns(
    "date_collecte", "score_doublon", "date_analyse_qualite", "source_donnees", "identifiant_unique",
    "collector_submission_id", "collector_form_uid", "collector_validation_status", "id_source_externe",
    "date_validation_collecte", "commentaire_validation_collecte", *COUNTS, "updated_at",
)  # fmt: skip
NESTED = _camel_columns(
    "region", "secteur", "commune", "localite", "projet", "campagne", "enqueteur", "valide_collecte_par",
    "resume_doublons", "donnees_validation", "historique_validation",
)  # fmt: skip
# Columns of the head and the dwelling with their API names.
HEAD = _camel_columns(
    "nom_complet", "sexe", "age", "niveau_education", "occupation_principale", "statut_matrimonial", "telephone",
    "numero_mobile_money", "compte_bancaire",
)  # fmt: skip
DWELLING = _camel_columns(
    "type_logement", "statut_occupation", "nb_pieces", "materiau_mur", "materiau_toit", "materiau_sol", "source_eau",
    "type_toilette", "source_eclairage", "combustible_cuisine", "traitement_eau", "evacuation_dechets",
    "a_une_cuisine",
)  # fmt: skip


# Contact and payment details of the head. Callers without the permission get responses without these keys, not with
# nulls: a form that is sent back as it was read must not erase a number (decision 0021).
CONTACTS = ("telephone", "numero_mobile_money", "compte_bancaire")
WITHOUT_CONTACTS = {name: shown for name, shown in HEAD.items() if name not in CONTACTS}


def _serialize_part(text: str | None, names: dict[str, str]) -> dict[str, Any] | None:
    """Serialize the head or dwelling from the JSON text of its row."""
    row = parse_json_column(text)
    return None if row is None else {"id": row["menage_id"]} | {shown: row[name] for name, shown in names.items()}


def parse_json_column(text: str | None) -> Any:
    """Parse a JSON column, which the driver returns as text."""
    return None if text is None else orjson.loads(text)


def serialize_summary(row: dict[str, Any]) -> dict[str, Any]:
    """Serialize a household for a list, from a row of `queries.list_summaries`; missing relations are null."""
    return {shown: row[name] for name, shown in SUMMARY.items()} | {
        shown: parse_json_column(row[name]) for name, shown in SUMMARY_NESTED.items()
    }


def serialize_detail(row: dict[str, Any], contacts: bool) -> dict[str, Any]:
    """Serialize a full household from a row of `queries.find_household_detail`; `contacts` includes those of the head."""
    return {shown: row[name] for name, shown in SHOWN.items()} | {
        "latitude": format_decimal(row["latitude"]),
        "longitude": format_decimal(row["longitude"]),
        "altitude": format_decimal(row["altitude"]),
        "precisionGps": format_decimal(row["precision_gps"]),
        "chefMenage": _serialize_part(row["chef_menage"], HEAD if contacts else WITHOUT_CONTACTS),
        "logement": _serialize_part(row["logement"], DWELLING),
        "problemesQualite": describe_quality_problems(parse_json_column(row["problemes_qualite"])),
    } | {shown: parse_json_column(row[name]) for name, shown in NESTED.items()}  # fmt: skip


def build_change_response(household: Household, contacts: bool) -> dict[str, Any]:
    """Build the response to a change of a household (format A); `contacts` includes the telephone of the head."""
    head = getattr(household, "chef", None)
    shown = {"id": head.menage_id, "nomComplet": head.nom_complet} if head else None
    if shown and head and contacts:
        shown["telephone"] = head.telephone
    return {
        "id": household.id,
        "codeMenage": household.code_menage,
        "tailleMenage": household.taille_menage,
        "statut": household.statut,
        "chefMenage": build_node("ChefMenage", "chef_menages", shown) if shown else None,
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


class CommonResponse(serializers.Serializer):
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


class SummaryResponse(CommonResponse):
    region = ReferenceSerializer(allow_null=True)
    secteur = ReferenceSerializer(allow_null=True)
    localite = ReferenceSerializer(allow_null=True)
    chefMenage = HeadReference(allow_null=True)


class DetailResponse(CommonResponse):
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


class ChangeResponse(serializers.Serializer):
    id = serializers.UUIDField()
    codeMenage = serializers.CharField()
    tailleMenage = serializers.IntegerField()
    statut = serializers.ChoiceField(choices=Statut.choices)
    chefMenage = serializers.DictField(allow_null=True)
    updatedAt = serializers.DateTimeField()


class DependenciesResponse(serializers.Serializer):
    canDelete = serializers.BooleanField()
    dependencies = serializers.DictField(child=serializers.IntegerField())
    message = serializers.CharField()


class StatisticsResponse(serializers.Serializer):
    general = serializers.DictField()
    composition = serializers.DictField(child=serializers.IntegerField())
    parStatut = serializers.DictField(child=serializers.IntegerField())
    parStatutCollecte = serializers.DictField(child=serializers.IntegerField())
    parCategorie = serializers.DictField(child=serializers.IntegerField())
    parMilieu = serializers.DictField(child=serializers.IntegerField())
    parRegion = serializers.ListField(child=serializers.DictField())
    parCampagne = serializers.ListField(child=serializers.DictField())
