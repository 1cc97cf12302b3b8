"""Activate and deactivate beneficiaries, one or many."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from transfers.beneficiaries.serializers import BeneficiaryResponse
from transfers.beneficiaries.states import ACTIVATE, SUSPEND, TRANSITIONS, Transition
from transfers.beneficiaries.transitions.serializers import BatchTransitionBody, BatchTransitionResponse
from transfers.beneficiaries.transitions.services import transition_batch, transition_beneficiary
from transfers.beneficiaries.views import BeneficiaryView


class TransitionView(BeneficiaryView):
    """Make one transition with one beneficiary."""

    permission = "transferts.modifier"

    def make_transition(self, beneficiary_id: UUID, transition: Transition, message: str) -> Response:
        transition_beneficiary(
            beneficiary_id=beneficiary_id,
            transition=transition,
            user=self.caller,
            require=self.require_same_version,
        )
        return self.build_write_response(beneficiary_id, message)


class BeneficiaryActivation(TransitionView):
    @declare_operation("Activer un bénéficiaire", response=BeneficiaryResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make_transition(identity, ACTIVATE, _("Bénéficiaire activé."))


class BeneficiaryDeactivation(TransitionView):
    @declare_operation("Désactiver un bénéficiaire", response=BeneficiaryResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.make_transition(identity, SUSPEND, _("Bénéficiaire désactivé."))


class BatchTransition(EnvelopeView):
    permission = "transferts.modifier"

    @declare_operation(
        "Activer ou désactiver des bénéficiaires", body=BatchTransitionBody, response=BatchTransitionResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.validate_body().validated_data
        result = transition_batch(ids=sent["ids"], transition=TRANSITIONS[sent["action"]], user=self.caller)
        count = result.success
        message = ngettext("%(n)d bénéficiaire traité.", "%(n)d bénéficiaires traités.", count) % {"n": count}
        return self.ok(serialize_row(result), message)
