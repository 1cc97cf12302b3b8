"""Define the requests and responses of the data collection workflow."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from registry.collection_workflow.states import COLLECTION_TRANSITIONS
from registry.households.mass.serializers import IdsBody
from registry.households.models import Statut, StatutCollecte
from registry.households.serializers import serialize_household_detail

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

    enqueteurId = serializers.UUIDField(allow_null=True)


class TransitionResponse(serializers.Serializer):
    id = serializers.UUIDField()
    codeMenage = serializers.CharField()
    statut = serializers.ChoiceField(choices=Statut.choices)
    statutCollecte = serializers.ChoiceField(choices=StatutCollecte.choices)
    dateValidationCollecte = serializers.DateTimeField(allow_null=True)
    commentaireValidationCollecte = serializers.CharField(allow_null=True)
    historiqueValidation = serializers.ListField(child=serializers.DictField())
    mouvementsPossibles = serializers.ListField(child=serializers.ChoiceField(choices=list(COLLECTION_TRANSITIONS)))
    updatedAt = serializers.DateTimeField()


class CampaignCounts(serializers.Serializer):
    """Describe the counts of one campaign. `campagne` is its name; null for households without a campaign."""

    id = serializers.UUIDField(allow_null=True)
    campagne = serializers.CharField(allow_null=True)
    total = serializers.IntegerField()
    enCollecte = serializers.IntegerField()
    enAttente = serializers.IntegerField()
    valides = serializers.IntegerField()
    rejetes = serializers.IntegerField()
    integres = serializers.IntegerField()


class CollectionStatisticsResponse(serializers.Serializer):
    """Describe the progress of the data collection.

    `total` counts what is not integrated: `enAttente` (of which `enCollecte` are not submitted), `valides` and
    `rejetes`.
    """

    total = serializers.IntegerField()
    enCollecte = serializers.IntegerField()
    enAttente = serializers.IntegerField()
    valides = serializers.IntegerField()
    rejetes = serializers.IntegerField()
    integres = serializers.IntegerField()
    parCampagne = CampaignCounts(many=True)


TRANSITION_FIELDS: Final = (
    "id",
    "codeMenage",
    "statut",
    "statutCollecte",
    "dateValidationCollecte",
    "commentaireValidationCollecte",
    "historiqueValidation",
    "updatedAt",
)


def serialize_transition(row: dict[str, Any]) -> dict[str, Any]:
    """Serialize a row of `get_household_detail` as the response to a transition."""
    detail = serialize_household_detail(row, contacts=False)
    possible = [
        name
        for name, transition in COLLECTION_TRANSITIONS.items()
        if transition.is_allowed_from(row["statut_collecte"], row["statut"])
    ]
    return {name: detail[name] for name in TRANSITION_FIELDS} | {"mouvementsPossibles": possible}
