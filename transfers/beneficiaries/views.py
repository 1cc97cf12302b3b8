"""Serve beneficiaries: list, detail, creation, change, activation and statistics."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from config.api import etag
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import not_found
from transfers.beneficiaries import changes, moves, queries, shapes
from transfers.beneficiaries import serializers as forms
from transfers.beneficiaries.duplicates import PersonSearch, find_duplicates
from transfers.beneficiaries.models import Beneficiary, Type
from transfers.beneficiaries.records import read_records
from transfers.beneficiaries.states import ACTIVATE, MOVES, SUSPEND, Transition


class BeneficiaryView(EnvelopeView):
    @property
    def sees_contacts(self) -> bool:
        return self.caller.holds("registre.voir_contacts")

    def same_version(self, row: Any) -> None:
        """Raise CONFLICT when the caller has read another version (If-Match)."""
        etag.require_match(self.request, etag.compute_etag(row.id, row.updated_at))

    def written(self, identity: UUID, message: Any, status: int = 200) -> Response:
        """Return the summary of a beneficiary just written, with its entity tag for If-Match."""
        [row] = queries.list_summaries([identity])
        answer = self.ok(shapes.build_summary_response(row, self.sees_contacts), message, status=status)
        return self.tagged(answer, etag.compute_etag(identity, row["updated_at"]))


class BeneficiaryList(BeneficiaryView):
    permission = {"GET": "transferts.lire", "POST": "transferts.creer"}

    @declare_operation(
        "Bénéficiaires",
        query=forms.BeneficiaryParams, answer=shapes.BeneficiaryResponse, many=True, paging="pagination",
    )  # fmt: skip
    def get(self, request: Any) -> Response:
        rows = self.visible(queries.filter_beneficiaries(self.query, self.sees_contacts))
        page = queries.paginate_summaries(rows, self.query, self.caller)
        return self.page(page.of(shapes.build_summary_response(row, self.sees_contacts) for row in page.items))

    @declare_operation(
        "Créer un bénéficiaire", body=forms.BeneficiaryInput, answer=shapes.BeneficiaryResponse, status=201
    )
    def post(self, request: Any) -> Response:
        made = changes.create_beneficiary(values=self.input().validated_data, user=self.caller)
        substitute = made.type == Type.SUBSTITUT
        return self.written(made.id, _("Substitut créé.") if substitute else _("Bénéficiaire créé."), status=201)


class BeneficiaryDetail(BeneficiaryView):
    permission = {"GET": "transferts.lire", "PUT": "transferts.modifier"}

    @declare_operation("Un bénéficiaire", answer=shapes.BeneficiaryDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        row = queries.find_detail(self.visible(Beneficiary), identity)
        if row is None:
            raise not_found()
        told = shapes.build_detail_response(row, read_records(identity, self.caller), self.sees_contacts)
        return self.tagged(self.ok(told), etag.compute_etag(identity, row["updated_at"], told))

    @declare_operation("Modifier un bénéficiaire", body=forms.BeneficiaryChange, answer=shapes.BeneficiaryResponse)
    def put(self, request: Any, identity: UUID) -> Response:
        self.find(Beneficiary, id=identity)
        sent = self.input(partial=True).validated_data
        changes.change_beneficiary(identity=identity, values=sent, user=self.caller, require=self.same_version)
        return self.written(identity, _("Modifié."))


class TransitionView(BeneficiaryView):
    """Make one move with one beneficiary."""

    permission = "transferts.modifier"

    def moved(self, identity: UUID, move: Transition, message: Any) -> Response:
        moves.transition_beneficiary(identity=identity, move=move, user=self.caller, require=self.same_version)
        return self.written(identity, message)


class BeneficiaryActivation(TransitionView):
    @declare_operation("Activer un bénéficiaire", answer=shapes.BeneficiaryResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.moved(identity, ACTIVATE, _("Bénéficiaire activé."))


class BeneficiaryDeactivation(TransitionView):
    @declare_operation("Désactiver un bénéficiaire", answer=shapes.BeneficiaryResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        return self.moved(identity, SUSPEND, _("Bénéficiaire désactivé."))


class BeneficiaryBatch(EnvelopeView):
    permission = "transferts.modifier"

    @declare_operation(
        "Activer ou désactiver des bénéficiaires", body=forms.BatchTransitionBody, answer=shapes.ManyAnswer
    )
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        done = moves.transition_batch(ids=sent["ids"], move=MOVES[sent["action"]], user=self.caller)
        count = done["success"]
        message = ngettext("%(n)d bénéficiaire traité.", "%(n)d bénéficiaires traités.", count) % {"n": count}
        return self.ok(done, message)


class DuplicateSearch(BeneficiaryView):
    """Search for duplicates of a person.

    Only for callers who may create beneficiaries: the response reveals whether somebody has a number.
    """

    permission = "transferts.creer"

    @declare_operation(
        "Chercher des doublons d'un bénéficiaire", body=forms.DuplicateSearchBody, answer=shapes.DuplicateSearchResponse
    )
    def post(self, request: Any) -> Response:
        sent = self.input().validated_data
        sought = PersonSearch(
            name=sent.get("nomComplet") or None,
            phone=sent.get("telephone"),
            account=sent.get("compteMobile"),
            household=sent.get("menageId"),
            programme=sent.get("programmeId"),
            besides=sent.get("excludeId"),
        )
        found = find_duplicates(sought, self.caller, self.sees_contacts)
        answer = {"hasDuplicates": found.count > 0, "count": found.count, "canCreate": not found.high}
        return self.ok(answer | found.told(), found.message())


class BeneficiaryCounts(EnvelopeView):
    permission = "transferts.lire"

    @declare_operation(
        "Statistiques des bénéficiaires", query=forms.AreaParams, answer=shapes.BeneficiaryCountsResponse
    )
    def get(self, request: Any) -> Response:
        return self.ok(queries.count_by_payment_mode(self.visible(queries.filter_beneficiaries(self.query))))
