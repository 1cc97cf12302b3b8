"""Serve complaints to people without an account, and receipts to those who take them for somebody."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.throttle.api import count_public_request
from config.addresses import find_client_address
from config.api.permissions import PUBLIC
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.complaints.models import Origin
from transfers.complaints.public import queries, serializers, services
from transfers.complaints.public.types import Following
from transfers.complaints.views import MODIFY, ComplaintView


class PublicView(EnvelopeView):
    """Share what anybody may call: counted by address, also when it is refused; no code is kept with an answer."""

    permission = PUBLIC
    reach = OWN
    authentication_classes: list = []
    stores_responses = False

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        count_public_request(find_client_address(request))

    def build_following(self, following: Following, message: str | None = None) -> Response:
        return self.ok(serializers.FollowingResponse(following).data, message)


class PublicComplaints(PublicView):
    @declare_operation(
        "Se plaindre sans compte",
        body=serializers.PublicComplaintBody,
        response=serializers.ReceiptCodeResponse,
        status=201,
    )
    def post(self, request: Any) -> Response:
        values = {"canal": Origin.FORMULAIRE, **self.validate_body().validated_data}
        complaint, code = services.take_public_complaint(values=values)
        shown = {"reference": complaint.reference, "code": code}
        return self.ok(shown, _("Plainte enregistrée : gardez la référence et le code."), status=201)


class PublicFollowing(PublicView):
    @declare_operation("Suivre sa plainte", body=serializers.FollowBody, response=serializers.FollowingResponse)
    def post(self, request: Any) -> Response:
        complaint = queries.find_followed(**self.validate_body().validated_data)
        return self.build_following(queries.describe_complaint(complaint))


class PublicRating(PublicView):
    @declare_operation(
        "Dire sa satisfaction", body=serializers.PublicRatingBody, response=serializers.FollowingResponse
    )
    def post(self, request: Any) -> Response:
        complaint = services.rate_followed_complaint(**self.validate_body().validated_data)
        return self.build_following(queries.describe_complaint(complaint), _("Merci de votre réponse."))


class PublicAppeal(PublicView):
    @declare_operation(
        "Faire appel de sa plainte", body=serializers.PublicAppealBody, response=serializers.FollowingResponse
    )
    def post(self, request: Any) -> Response:
        complaint = services.appeal_followed_complaint(**self.validate_body().validated_data)
        return self.build_following(queries.describe_complaint(complaint), _("Votre appel est enregistré."))


class ComplaintReceipt(ComplaintView):
    """Give who complained at a desk the code to follow the complaint."""

    permission = MODIFY
    stores_responses = False

    @declare_operation("Délivrer le reçu d'une plainte", response=serializers.ReceiptCodeResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.refuse_body()
        complaint, code = services.issue_receipt(identity=identity, user=self.caller)
        return self.ok({"reference": complaint.reference, "code": code}, _("Reçu délivré."))
