"""Serve the reference lists that forms of households propose."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.references import serializers as shapes
from registry.references.services import lists, replace


class HouseholdReferences(EnvelopeView):
    permission = AUTHENTICATED

    @operation("Listes de référence des ménages", answer=shapes.ListsAnswer)
    def get(self, request: Any) -> Response:
        return self.ok(lists(self.caller))


class HouseholdReference(EnvelopeView):
    permission = "administration.references"
    reach = NATIONAL

    @operation("Remplacer une liste de référence", body=shapes.ValuesBody, answer=shapes.ValueSerializer, many=True)
    def put(self, request: Any, champ: str) -> Response:
        values = self.input().validated_data["valeurs"]
        return self.ok(replace(champ=champ, values=values, user=self.caller), _("Liste modifiée."))
