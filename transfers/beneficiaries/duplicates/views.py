"""Search for duplicates of a person."""

from typing import Any

from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.beneficiaries.duplicates.queries import find_duplicates
from transfers.beneficiaries.duplicates.serializers import DuplicateSearchBody, DuplicateSearchResponse
from transfers.beneficiaries.duplicates.types import PersonSearch


class DuplicateSearch(EnvelopeView):
    """Search for duplicates of a person.

    Only for callers who may create beneficiaries: the response reveals whether somebody has a number.
    """

    permission = "transferts.creer"

    @declare_operation(
        "Chercher des doublons d'un bénéficiaire", body=DuplicateSearchBody, response=DuplicateSearchResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        person = PersonSearch(
            name=sent.get("nom_complet") or None,
            phone=sent.get("telephone"),
            account=sent.get("compte_mobile"),
            household=sent.get("menage_id"),
            programme_id=sent.get("programme_id"),
            excluded_id=sent.get("exclude_id"),
        )
        found = find_duplicates(person, self.caller, self.caller.holds("registre.voir_contacts"))
        summary = {"hasDuplicates": found.count > 0, "count": found.count, "canCreate": not found.high_risk_count}
        return self.ok(summary | found.build_response(), found.describe())
