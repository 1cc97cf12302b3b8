"""Serve the analysis, list, comparison and decision of pairs, and merges."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.api import start_job
from config.api import etag
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.errors.problems import forbidden
from config.paging import Page, paginate
from registry.duplicates import merging, queries, services, shapes
from registry.duplicates import serializers as answers
from registry.duplicates.models import Decision, Merge, Pair
from registry.households.models import Household


class DuplicateAnalysis(EnvelopeView):
    """Analyse at once for few households, else, or with `async`, as a job (202)."""

    # The sheets are committed before the comparison starts, so that writers do not wait for it.
    is_one_transaction = False
    permission = services.PERMISSION

    @declare_operation(
        "Analyser les doublons",
        query=answers.AnalysisParams,
        body=answers.AnalysisBody,
        answer=answers.DuplicateAnalysisResponse,
    )
    def post(self, request: Any) -> Response:
        wanted = self.input().validated_data.get("filtres") or {}
        if (
            self.query["async"]
            or services.count_households_to_analyse(wanted, self.caller) > settings.SYNCHRONOUS_MAX_ROWS
        ):
            job = start_job(services.JOB, services.build_job_params(wanted), self.caller)
            message = _("Le travail continue en arrière-plan.")
            return self.ok({"jobId": job.id, "statut": job.statut}, message, status=202)
        counts = services.analyse_duplicates(query=wanted, user=self.caller)
        return self.ok(counts, shapes.describe_analysis(counts))


class PairList(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Paires de doublons", query=answers.PairParams, answer=answers.PairResponse, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        rows = self.visible(queries.filter_pairs(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(shapes.build_pair_responses(page.items)))


class PairDetail(EnvelopeView):
    permission = "registre.lire"

    @declare_operation("Une paire, côte à côte", answer=answers.PairComparisonResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        pair = self.find(Pair, id=identity)
        answer = self.ok(shapes.build_comparison_response(pair, self.caller.holds("registre.voir_contacts")))
        return self.tagged(answer, queries.build_pair_etag(pair))


class PairDecision(EnvelopeView):
    """Decide about a pair. A merge deletes a household and also needs the permission `registre.supprimer`."""

    permission = services.PERMISSION

    def same_version(self, pair: Pair) -> None:
        """Raise CONFLICT when the caller has seen other data (If-Match)."""
        etag.require_match(self.request, queries.build_pair_etag(pair))

    @declare_operation("Décider d'une paire", body=answers.DecisionBody, answer=answers.DecisionResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.find(Pair, id=identity)
        sent = self.input().validated_data
        if sent["decision"] == Decision.FUSIONNER:
            return self._merge(identity, sent)
        pair = services.decide_pair(
            pair_id=identity,
            decision=sent["decision"],
            reason=sent.get("motif"),
            user=self.caller,
            require=self.same_version,
        )
        answer = {"id": pair.id, "decision": pair.decision, "motif": pair.motif, "decideLe": pair.decide_le}
        return self.tagged(self.ok(answer, _("Décision enregistrée.")), queries.build_pair_etag(pair))

    def _merge(self, identity: UUID, sent: dict[str, Any]) -> Response:
        if not self.caller.holds("registre.supprimer"):
            raise forbidden(_("Vous n'avez pas la permission de fusionner des ménages."))
        record = merging.merge_households(
            pair_id=identity,
            kept=sent["menageConserveId"],
            values=sent.get("valeurs") or {},
            reason=sent.get("motif"),
            user=self.caller,
            require=self.same_version,
        )
        answer = {
            "id": identity,
            "decision": sent["decision"],
            "motif": record.motif,
            "decideLe": record.fusionne_le,
            "fusionId": record.id,
            "menageConserveId": record.conserve,
        }
        return self.ok(answer, _("Ménages fusionnés."))


class MergeList(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Fusions de ménages", query=PageParams, answer=answers.MergeResponse, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        rows = self.visible(Merge).select_related("fusionne_par", "annule_par").defer("archive", "valeurs")
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(map(shapes.build_merge_response, page.items)))


class MergeUndo(EnvelopeView):
    permission = "registre.supprimer"

    @declare_operation("Annuler une fusion", answer=answers.MergeResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        record = merging.undo_merge(merge_id=identity, user=self.caller)
        return self.ok(shapes.build_merge_response(record), _("Fusion annulée."))


class HouseholdDuplicates(EnvelopeView):
    permission = "registre.lire"

    @declare_operation(
        "Doublons possibles d'un ménage", answer=answers.DuplicateOfHouseholdResponse, many=True, paging="total"
    )
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find(Household, id=identity)
        services.search_duplicates_of_existing(household_id=household.id, user=self.caller)
        found = list(self.visible(queries.filter_open_pairs(household.id)))
        return self.page(
            Page(shapes.build_household_duplicates_response(household.id, found), 1, len(found), len(found))
        )
