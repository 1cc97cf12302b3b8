"""Serve the analysis, list, comparison and decision of pairs, and merges."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.jobs.services import start
from config.api import etag
from config.api.fields import PageParams
from config.api.paging import Page, paginate
from config.api.problems import forbidden
from config.api.schema import operation
from config.api.views import EnvelopeView
from registry.duplicates import merging, queries, services, shapes
from registry.duplicates import serializers as answers
from registry.duplicates.models import Decision, Merge, Pair
from registry.households.models import Household


class Analysis(EnvelopeView):
    """Analyse at once for few households, else, or with `async`, as a job (202)."""

    # The sheets are committed before the comparison starts, so that writers do not wait for it.
    is_one_transaction = False
    permission = services.PERMISSION

    @operation(
        "Analyser les doublons",
        query=answers.AnalysisParams,
        body=answers.AnalysisBody,
        answer=answers.DuplicateAnalysisAnswer,
    )
    def post(self, request: Any) -> Response:
        wanted = self.input().validated_data.get("filtres") or {}
        if self.query["async"] or services.number_of(wanted, self.caller) > settings.SYNCHRONOUS_MAX_ROWS:
            job = start(services.JOB, services.job_params(wanted), self.caller)
            message = _("Le travail continue en arrière-plan.")
            return self.ok({"jobId": job.id, "statut": job.statut}, message, status=202)
        counts = services.analyse_these(query=wanted, user=self.caller)
        return self.ok(counts, shapes.told(counts))


class Pairs(EnvelopeView):
    permission = "registre.lire"

    @operation(
        "Paires de doublons", query=answers.PairParams, answer=answers.PairAnswer, many=True, paging="pagination"
    )
    def get(self, request: Any) -> Response:
        rows = self.visible(queries.pairs(self.query))
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(shapes.with_sides(page.items)))


class PairDetail(EnvelopeView):
    permission = "registre.lire"

    @operation("Une paire, côte à côte", answer=answers.ComparisonAnswer)
    def get(self, request: Any, identity: UUID) -> Response:
        pair = self.find(Pair, id=identity)
        answer = self.ok(shapes.comparison(pair, self.caller.holds("registre.voir_contacts")))
        return self.tagged(answer, queries.version(pair))


class PairDecision(EnvelopeView):
    """Decide about a pair. A merge deletes a household and also needs the permission `registre.supprimer`."""

    permission = services.PERMISSION

    def same_version(self, pair: Pair) -> None:
        """Raise CONFLICT when the caller has seen other data (If-Match)."""
        etag.require_match(self.request, queries.version(pair))

    @operation("Décider d'une paire", body=answers.DecisionBody, answer=answers.DecisionAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        self.find(Pair, id=identity)
        sent = self.input().validated_data
        if sent["decision"] == Decision.FUSIONNER:
            return self._merge(identity, sent)
        pair = services.decide(
            pair_id=identity,
            decision=sent["decision"],
            reason=sent.get("motif"),
            user=self.caller,
            require=self.same_version,
        )
        answer = {"id": pair.id, "decision": pair.decision, "motif": pair.motif, "decideLe": pair.decide_le}
        return self.tagged(self.ok(answer, _("Décision enregistrée.")), queries.version(pair))

    def _merge(self, identity: UUID, sent: dict[str, Any]) -> Response:
        if not self.caller.holds("registre.supprimer"):
            raise forbidden(_("Vous n'avez pas la permission de fusionner des ménages."))
        record = merging.merge(
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


class Merges(EnvelopeView):
    permission = "registre.lire"

    @operation("Fusions de ménages", query=PageParams, answer=answers.MergeAnswer, many=True, paging="pagination")
    def get(self, request: Any) -> Response:
        rows = self.visible(Merge).select_related("fusionne_par", "annule_par").defer("archive", "valeurs")
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.page(page.of(map(shapes.merge_shown, page.items)))


class MergeUndoing(EnvelopeView):
    permission = "registre.supprimer"

    @operation("Annuler une fusion", answer=answers.MergeAnswer)
    def post(self, request: Any, identity: UUID) -> Response:
        record = merging.undo(merge_id=identity, user=self.caller)
        return self.ok(shapes.merge_shown(record), _("Fusion annulée."))


class Doubles(EnvelopeView):
    permission = "registre.lire"

    @operation("Doublons possibles d'un ménage", answer=answers.DoubleAnswer, many=True, paging="total")
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find(Household, id=identity)
        services.search_doubles(household_id=household.id, user=self.caller)
        found = list(self.visible(queries.pairs_of(household.id)))
        return self.page(Page(shapes.doubles(household.id, found), 1, len(found), len(found)))
