"""Validate and serialize saved views."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.saved_views.models import SavedView
from accounts.saved_views.rules import MOST_SHARES, MOST_VALUES, NAME, PERSONAL, VALUE
from config.api.fields import PageParams, VisibleTextField
from config.api.serializers import CamelSerializer, ClosedSerializer


def validate_state(value: dict[str, str]) -> None:
    """Refuse what is no code or identifier, and what would name a person."""
    if len(value) > MOST_VALUES:
        raise serializers.ValidationError(_("Une vue garde au plus %(most)d valeurs.") % {"most": MOST_VALUES})
    for name, text in value.items():
        if not NAME.fullmatch(name) or name in PERSONAL:
            raise serializers.ValidationError(_("Une vue ne garde pas « %(name)s ».") % {"name": name[:40]})
        if not VALUE.fullmatch(text):
            message = _("« %(name)s » : une vue ne garde que des codes et des identifiants.")
            raise serializers.ValidationError(message % {"name": name})


class SavedViewParams(PageParams):
    """Validate the page of the list; `miennes`: only one's own, or only those of colleagues."""

    miennes = serializers.BooleanField(required=False, allow_null=True, default=None)


class SavedViewBody(ClosedSerializer, CamelSerializer):
    """Validate a view: `etat` are the parameters of the console's address, `roles` codes, `personnes` addresses."""

    nom = VisibleTextField(max_length=100)
    ecran = serializers.RegexField(r"^[a-z]{1,20}$", max_length=20, required=False)
    etat = serializers.DictField(
        child=serializers.CharField(max_length=1000), required=False, validators=[validate_state]
    )
    partage = serializers.ChoiceField(choices=SavedView.Partage.choices, required=False)
    roles = serializers.ListField(child=serializers.CharField(max_length=60), required=False, max_length=MOST_SHARES)
    personnes = serializers.ListField(child=serializers.EmailField(), required=False, max_length=MOST_SHARES)


class SavedViewChange(SavedViewBody):
    """Validate a change of a view: any of the fields."""

    nom = VisibleTextField(max_length=100, required=False)


class ViewOwnerSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField(source="nom_complet")


class SavedViewResponse(CamelSerializer):
    """Serialize a view; with whom it is shared is shown to its owner."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    ecran = serializers.CharField()
    etat = serializers.DictField(child=serializers.CharField())
    partage = serializers.ChoiceField(choices=SavedView.Partage.choices)
    roles = serializers.ListField(child=serializers.CharField())
    personnes = serializers.ListField(child=serializers.CharField())
    proprietaire = ViewOwnerSerializer(source="user")
    est_mienne = serializers.SerializerMethodField()
    updated_at = serializers.DateTimeField()

    def get_est_mienne(self, view: SavedView) -> bool:
        return view.user_id == self.context["caller"].id

    def to_representation(self, view: SavedView) -> dict[str, Any]:
        shown = super().to_representation(view)
        return shown if shown["estMienne"] else shown | {"roles": [], "personnes": []}
