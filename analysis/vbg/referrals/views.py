"""Serve referrals: the nearest open service of each kind from a place, and its card."""

from datetime import datetime
from io import BytesIO
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from rest_framework.response import Response

from analysis.vbg.referrals import queries, serializers
from analysis.vbg.referrals.printing.card import write_card
from analysis.vbg.referrals.types import Referral
from config.api.limits import EXPORT
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView

PDF = "application/pdf"


class ReferralView(EnvelopeView):
    """Share how a place is read: by POST, so that it stands in no address, log or cache; nothing is stored."""

    permission = "vbg.lire"
    stores_responses = False

    def find_referrals(self, *, for_paper: bool) -> list[Referral]:
        given = self.validate_body().validated_data
        moment: datetime = given.get("moment") or timezone.now()
        return queries.find_referrals(self.caller, given["longitude"], given["latitude"], moment, for_paper=for_paper)


class ReferralList(ReferralView):
    @declare_operation(
        "Le service ouvert le plus proche de chaque type",
        body=serializers.ReferralBody,
        response=serializers.ReferralResponse,
        many=True,
    )
    def post(self, request: Any) -> Response:
        return self.ok([serialize_row(row) for row in self.find_referrals(for_paper=False)])


class ReferralCard(ReferralView):
    allowance = EXPORT

    @declare_operation("Fiche d'orientation (PDF)", body=serializers.ReferralBody, media=PDF)
    def post(self, request: Any) -> HttpResponse:
        file = BytesIO()
        write_card(file, self.find_referrals(for_paper=True))
        headers = {
            "Cache-Control": "private, no-store",
            "Vary": "Authorization",
            "Content-Disposition": content_disposition_header(True, "fiche.pdf") or "",
        }
        return HttpResponse(file.getvalue(), content_type=PDF, headers=headers)
