"""Serve the errors of PMT methods and designs, by a survey that is uploaded and not kept."""

from typing import Any

from rest_framework.response import Response

from config.api.limits import ANALYSIS
from config.api.reach import OWN
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from transfers.eligibility.survey import serializers
from transfers.eligibility.survey.services import measure_errors


class SurveyMeasurement(EnvelopeView):
    permission = "registre.lire"
    reach = OWN
    allowance = ANALYSIS
    # The file is read in a transaction of its own; nothing is written.
    is_one_transaction = False

    @declare_operation(
        "Mesurer des méthodes et des ciblages par une enquête",
        body=serializers.SurveyBody,
        response=serializers.SurveyErrorsResponse,
        upload=True,
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        found = measure_errors(
            upload=sent["file"],
            columns=sent["columns"],
            methods=sent.get("methodes", []),
            designs=sent.get("scenarios", []),
            cutoffs=sent["seuils"],
            poor_share=sent["part_pauvre"],
            user=self.caller,
        )
        return self.ok(serializers.SurveyErrorsResponse(found).data)
