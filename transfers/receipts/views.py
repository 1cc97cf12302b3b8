"""Serve samples of the paid: draw, list, result, and their answers."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.fields import PageParams
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.serializers import serialize_row
from config.api.views import EnvelopeView
from config.paging import paginate
from transfers.cycles.models import Cycle
from transfers.receipts import queries, serializers, services
from transfers.receipts.filters import AnswerFilters
from transfers.receipts.models import ReceiptAnswer, ReceiptCheck


class CheckView(EnvelopeView):
    """Share how a sample is found and shown. It is national: its payments and counts are those of the caller's regions."""

    def find_check(self, identity: UUID) -> ReceiptCheck:
        check: ReceiptCheck = self.find_visible(ReceiptCheck, id=identity)
        return check

    def build_check_response(self, check: ReceiptCheck, message: str | None = None, status: int = 200) -> Response:
        shown = serializers.CheckResponse(queries.list_checks(check.cycle_id, self.caller).get(id=check.id)).data
        return self.ok({**shown, **serialize_row(queries.compute_result(check, self.caller))}, message, status=status)


class CheckList(CheckView):
    permission = {"GET": "transferts.lire", "POST": services.CHECK}
    reach = {"POST": BY_ROW}

    @declare_operation(
        "Vérifications d'un cycle",
        query=PageParams,
        response=serializers.CheckResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle, id=identity)
        rows = self.filter_visible(queries.list_checks(cycle.id, self.caller))
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(serializers.CheckResponse(page.items, many=True).data))

    @declare_operation(
        "Tirer un échantillon de bénéficiaires payés",
        body=serializers.SampleBody,
        response=serializers.CheckDetailResponse,
        status=201,
    )
    def post(self, request: Any, identity: UUID) -> Response:
        cycle = self.find_visible(Cycle, id=identity)
        sent = self.validate_body().validated_data
        check = services.draw_sample(
            cycle=cycle,
            margin=sent["marge"],
            confidence=sent["confiance"],
            reason=sent.get("motif"),
            user=self.caller,
        )
        return self.build_check_response(check, _("Échantillon tiré."), status=201)


class CheckDetail(CheckView):
    permission = "transferts.lire"

    @declare_operation("Résultat d'une vérification", response=serializers.CheckDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_check_response(self.find_check(identity))


class AnswerView(CheckView):
    """Share how answers are shown."""

    def serialize_answers(self, rows: Any, many: bool = False) -> Any:
        context = {"contacts": self.caller.holds("registre.voir_contacts")}
        return serializers.AnswerResponse(rows, many=many, context=context).data

    def build_answer_response(self, check: ReceiptCheck, answer_id: UUID, message: str | None = None) -> Response:
        answer: ReceiptAnswer = self.find_visible(queries.filter_answers(check.id, {}), id=answer_id)
        response = self.ok(self.serialize_answers(answer), message)
        tagged: Response = self.add_etag(response, etag.compute_etag(answer.id, answer.updated_at))
        return tagged


class AnswerList(AnswerView):
    permission = "transferts.lire"

    @declare_operation(
        "Paiements d'une vérification et leurs réponses",
        filters=AnswerFilters,
        query=PageParams,
        response=serializers.AnswerResponse,
        many=True,
        paging="pagination",
    )
    def get(self, request: Any, identity: UUID) -> Response:
        check = self.find_check(identity)
        rows = self.filter_visible(queries.filter_answers(check.id, self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_page_response(page.replace_items(self.serialize_answers(page.items, many=True)))


class AnswerDetail(AnswerView):
    permission = {"GET": "transferts.lire", "PATCH": services.CHECK}

    @declare_operation("Une réponse", response=serializers.AnswerResponse)
    def get(self, request: Any, identity: UUID, answer_id: UUID) -> Response:
        return self.build_answer_response(self.find_check(identity), answer_id)

    @declare_operation("Saisir une réponse", body=serializers.AnswerBody, response=serializers.AnswerResponse)
    def patch(self, request: Any, identity: UUID, answer_id: UUID) -> Response:
        check = self.find_check(identity)
        answer = self.find_visible(ReceiptAnswer.objects.filter(verification=check.id), id=answer_id)
        values = self.validate_body().validated_data
        services.store_answer(answer=answer, values=values, user=self.caller, require=self.require_same_version)
        return self.build_answer_response(check, answer_id, _("Réponse enregistrée."))
