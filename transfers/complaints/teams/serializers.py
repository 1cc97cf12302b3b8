"""Serialize teams and their members."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.users.models import User
from config.api.fields import IdsField, StrictIntegerField, VisibleIriField
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from geo.areas.models import Sector
from transfers.complaints.teams.models import Category, MemberRole

MAX_LIMIT = 10_000


class LimitField(StrictIntegerField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MAX_LIMIT, required=False, allow_null=True, **kwargs)


class CategoriesField(serializers.ListField):
    """Validate a list of categories of complaints, and drop repetitions."""

    child = serializers.ChoiceField(choices=Category.choices)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=len(Category) * 2, **kwargs)

    def to_internal_value(self, data: Any) -> list[str]:
        return list(dict.fromkeys(super().to_internal_value(data)))


class TeamBody(CamelSerializer, ClosedSerializer):
    nom = serializers.CharField(max_length=150)
    description = serializers.CharField(max_length=1000, required=False, allow_null=True)
    email = serializers.EmailField(max_length=254, required=False, allow_null=True)
    categories = CategoriesField()
    wip_limit_par_membre = LimitField()
    responsable_id = VisibleIriField("users", User, source="responsable", required=False, allow_null=True)
    secteur_ids = IdsField(required=False, allow_empty=True)

    def validate_secteur_ids(self, ids: list[Any]) -> list[Sector]:
        rows: Any = Sector.objects.defer("geom")
        found = list(rows.visible_to(self.context["request"].user).filter(id__in=ids))
        if len(found) < len(set(ids)):
            raise serializers.ValidationError(_("Un de ces secteurs est introuvable."))
        return found


class TeamChangeBody(TeamBody):
    actif = serializers.BooleanField(required=False)


class MemberBody(CamelSerializer, ClosedSerializer):
    user_id = VisibleIriField("users", User, source="user")
    role = serializers.ChoiceField(choices=MemberRole.choices, required=False)
    specialites = CategoriesField()
    wip_limit = LimitField()
    auto_assignable = serializers.BooleanField(required=False)


class MemberChangeBody(CamelSerializer, ClosedSerializer):
    role = serializers.ChoiceField(choices=MemberRole.choices, required=False)
    specialites = CategoriesField()
    wip_limit = LimitField()
    auto_assignable = serializers.BooleanField(required=False)
    actif = serializers.BooleanField(required=False)


class PersonResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    prenom = serializers.CharField()


class ContactResponse(PersonResponse):
    email = serializers.CharField()


class MemberChangedResponse(CamelSerializer):
    id = serializers.UUIDField()
    role = serializers.CharField()


class MemberCreatedResponse(MemberChangedResponse):
    user = PersonResponse()


class MemberResponse(MemberChangedResponse):
    specialites = serializers.ListField(child=serializers.CharField())
    wip_limit = serializers.IntegerField(allow_null=True)
    wip_limit_effective = serializers.IntegerField(allow_null=True)
    actif = serializers.BooleanField()
    auto_assignable = serializers.BooleanField()
    date_ajout = serializers.DateTimeField()
    user = ContactResponse()


class TeamResponse(CamelSerializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    description = serializers.CharField(allow_null=True)
    email = serializers.CharField(allow_null=True)
    categories = serializers.ListField(child=serializers.CharField())
    wip_limit_par_membre = serializers.IntegerField(allow_null=True)
    actif = serializers.BooleanField()
    date_creation = serializers.DateTimeField()
    responsable = ContactResponse(allow_null=True)
    nb_membres = serializers.IntegerField()
    nb_plaintes_en_cours = serializers.IntegerField()


class TeamDetailResponse(TeamResponse):
    secteurs = serializers.SerializerMethodField()
    membres = serializers.SerializerMethodField()

    def get_secteurs(self, team: Any) -> list[dict[str, Any]]:
        return [{"id": sector.id, "nom": sector.nom} for sector in team.secteurs.all()]

    def get_membres(self, team: Any) -> list[Any]:
        return list(MemberResponse(team.membres.all(), many=True).data)


class MemberLoadResponse(CamelSerializer):
    membre = ReferenceSerializer()
    plaintes_assignees = serializers.IntegerField()
    wip_limit = serializers.IntegerField(allow_null=True)
    pourcentage = serializers.FloatField()
    disponible = serializers.BooleanField()


class WorkloadResponse(CamelSerializer):
    equipe = serializers.DictField()
    charge = serializers.DictField()
    par_membre = MemberLoadResponse(many=True)
    par_categorie = serializers.DictField(child=serializers.IntegerField())
    par_priorite = serializers.DictField(child=serializers.IntegerField())


class TeamLoadResponse(CamelSerializer):
    equipe = ReferenceSerializer()
    membres = serializers.IntegerField()
    plaintes = serializers.IntegerField()
    wip_limit_total = serializers.IntegerField()
    charge_percent = serializers.FloatField()


class OverviewResponse(CamelSerializer):
    total_equipes = serializers.IntegerField()
    equipes_actives = serializers.IntegerField()
    total_membres = serializers.IntegerField()
    plaintes_en_cours = serializers.IntegerField()
    par_equipe = TeamLoadResponse(many=True)
    performance = serializers.DictField(child=serializers.FloatField(allow_null=True))
