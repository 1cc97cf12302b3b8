"""Serve the reference lists that forms of households propose."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api.permissions import AUTHENTICATED
from config.api.reach import NATIONAL
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from registry.references import serializers
from registry.references.queries import list_reference_values
from registry.references.services import replace_reference_values


class ReferenceLists(EnvelopeView):
    permission = AUTHENTICATED

    @declare_operation("Listes de référence des ménages", response=serializers.ReferenceListsResponse)
    def get(self, request: Any) -> Response:
        return self.ok(list_reference_values(self.caller))


class ReferenceList(EnvelopeView):
    permission = "administration.references"
    reach = NATIONAL

    @declare_operation(
        "Remplacer une liste de référence",
        body=serializers.ReferenceListBody,
        response=serializers.ReferenceValueSerializer,
        many=True,
    )
    def put(self, request: Any, champ: str) -> Response:
        values = self.validate_body().validated_data["valeurs"]
        return self.ok(replace_reference_values(champ=champ, values=values, user=self.caller), _("Liste modifiée."))
