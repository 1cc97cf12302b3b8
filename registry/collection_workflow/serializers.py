"""Define the requests and responses of the data collection workflow."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.serializers import CamelSerializer
from config.naming import to_camel_case
from registry.collection_workflow.states import COLLECTION_TRANSITIONS
from registry.households.api import HouseholdDetail
from registry.households.mass.serializers import IdsBody
from registry.households.models import Statut, StatutCollecte

MAX_COMMENT = 10_000


class CommentBody(serializers.Serializer):
    commentaire = serializers.CharField(max_length=MAX_COMMENT, required=False, allow_blank=True, allow_null=True)


class RejectCollectionBody(CommentBody):
    """Validate the body of a rejection. `motif` is a code; suggested codes are in the reference lists."""

    motif = serializers.CharField(
        max_length=100,
        error_messages={"required": _("Indiquez le motif du rejet."), "blank": _("Indiquez le motif du rejet.")},
    )


class BulkCommentBody(IdsBody, CommentBody):
    """Validate the ids of households and one comment for all of them."""


class AssignSurveyorBody(IdsBody):
    """Validate the ids of households and the surveyor who is to visit them; null unassigns them."""

    enqueteur_id = serializers.UUIDField(allow_null=True)


class TransitionResponse(CamelSerializer):
    id = serializers.UUIDField()
    code_menage = serializers.CharField()
    statut = serializers.ChoiceField(choices=Statut.choices)
    statut_collecte = serializers.ChoiceField(choices=StatutCollecte.choices)
    date_validation_collecte = serializers.DateTimeField(allow_null=True)
    commentaire_validation_collecte = serializers.CharField(allow_null=True)
    historique_validation = serializers.ListField(child=serializers.DictField())
    mouvements_possibles = serializers.ListField(child=serializers.ChoiceField(choices=list(COLLECTION_TRANSITIONS)))
    updated_at = serializers.DateTimeField()


class StateCounts(CamelSerializer):
    """Describe the number of households by state; `total` is what has not been integrated."""

    total = serializers.IntegerField()
    en_collecte = serializers.IntegerField()
    en_attente = serializers.IntegerField()
    valides = serializers.IntegerField()
    rejetes = serializers.IntegerField()
    integres = serializers.IntegerField()


class CampaignCounts(StateCounts):
    """Describe the counts of one campaign. `campagne` is its name; null for households without a campaign."""

    id = serializers.UUIDField(allow_null=True)
    campagne = serializers.CharField(allow_null=True)


class SurveyorCounts(StateCounts):
    """Describe the counts of one surveyor. `derniere` is when the last of their households was registered."""

    id = serializers.UUIDField()
    enqueteur = serializers.CharField()
    derniere = serializers.DateTimeField()


class CollectionStatisticsResponse(StateCounts):
    """Describe the progress of the data collection.

    `total` counts what is not integrated: `enAttente` (of which `enCollecte` are not submitted), `valides` and
    `rejetes`.
    """

    par_campagne = CampaignCounts(many=True)


TRANSITION_FIELDS: Final = (
    "id",
    "code_menage",
    "statut",
    "statut_collecte",
    "date_validation_collecte",
    "commentaire_validation_collecte",
    "historique_validation",
    "updated_at",
)


def serialize_transition(household: HouseholdDetail) -> dict[str, Any]:
    """Serialize a household as the response to a transition."""
    possible = [
        name
        for name, transition in COLLECTION_TRANSITIONS.items()
        if transition.is_allowed_from(household.statut_collecte, household.statut)
    ]
    fields = {to_camel_case(name): getattr(household, name) for name in TRANSITION_FIELDS}
    return fields | {"mouvementsPossibles": possible}
