"""Serve answers to questions about the map."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import get_language, override
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response

from analysis.assistant import rules
from analysis.assistant import serializers as forms
from analysis.assistant.figures.queries import find_answer
from analysis.assistant.language.gazetteer import LARGEST_FIRST, Gazetteer, choose_places
from analysis.assistant.language.lexicon import LANGUAGES, split_text
from analysis.assistant.language.recognition import recognise_question
from analysis.assistant.language.scope import read_scope
from analysis.assistant.queries import find_place, is_circle_visible, list_areas_outside, load_gazetteer
from analysis.assistant.services import ask_model, is_model_configured
from analysis.assistant.types import Context, Misunderstanding, Place, Plan, Understanding
from analysis.assistant.wording.addresses import build_address
from analysis.assistant.wording.answers import write_answer
from analysis.assistant.wording.elsewhere import find_page, narrow_page, write_narrowing
from analysis.assistant.wording.phrases import write_subject
from analysis.assistant.wording.refusals import leave_out_words, list_suggestions, write_refusal
from analysis.assistant.wording.understood import list_understood, list_variants
from config.api.limits import ANALYSIS
from config.api.permissions import AUTHENTICATED
from config.api.schema import declare_operation
from config.api.views import EnvelopeView
from config.caller import Caller
from config.errors.problems import forbidden, invalid


def choose_language(asked: str | None) -> str:
    """Return the language of the answer: that of the body, else of the request, else French; Creole gets Portuguese."""
    for name in (asked, get_language()):
        short = (name or "").lower()[:2]
        if short in LANGUAGES:
            return short
        if (name or "").lower() in ("gcr", "kea", "pov", "crioulo", "kriol"):
            return "pt"
    return "fr"


def check_household_plan(plan: Plan, caller: Caller) -> None:
    """Refuse a filter by a plan that the caller may not run."""
    if not all(caller.holds(key) for key in rules.list_permissions(plan)) or not is_circle_visible(plan, caller):
        raise forbidden()


def _describe_households(plan: Plan) -> dict[str, str]:
    """Return what filters lists and maps to the households that an answer is about, with its words."""
    if not (chosen := rules.choose_households(plan)):
        return {}
    return {"intitule": write_subject(chosen), "filtre": forms.write_household_filter(chosen)}


def _count_households(plan: Plan, caller: Caller) -> int | None:
    """Return in how many households the persons of an answer live; None where it counts no persons."""
    if rules.is_household_count(plan) or not (chosen := rules.choose_households(plan)):
        return None
    return find_answer(replace(chosen, genre=rules.COUNT), caller).total


class Assistant(EnvelopeView):
    """Answer a question in words, or a plan: each with the permission that the rows and figures need elsewhere."""

    permission = AUTHENTICATED
    allowance = ANALYSIS
    # It reads only, and may ask a language model.
    is_one_transaction = False

    @declare_operation("Question en langage courant", body=forms.AssistantInput, response=forms.AssistantResponse)
    def post(self, request: Any) -> Response:
        body = self.validate_body().validated_data
        language = choose_language(body.get("language"))
        with override(language):
            if "plan" in body:
                return self._answer_sent_plan(body["plan"], language)
            return self._answer_question(body["question"], body.get("context") or {}, language)

    def _answer_sent_plan(self, values: dict[str, Any], language: str) -> Response:
        plan = forms.build_plan(values, self._find_place)
        if fault := rules.find_plan_fault(plan):
            raise invalid({"plan": [write_refusal(Misunderstanding(fault))]})
        return self._answer_plan(plan, "utilisateur", Understanding(plan, language))

    def _answer_question(self, question: str, sent: dict[str, Any], language: str) -> Response:
        gazetteer = load_gazetteer(self.caller)
        region = find_place("region", sent["region"], self.caller) if sent.get("region") else None
        context = Context(region, tuple(sent.get("layers") or ()))
        today = timezone.localdate()
        found = recognise_question(question, gazetteer, today, language, context)
        if found.plan:
            return self._answer_plan(found.plan, "grammaire", found, gazetteer.find_namesakes(found.plan.zones))
        if is_model_configured() and (plan := self._read_model_plan(ask_model(question, today.isoformat()), gazetteer)):
            return self._answer_plan(plan, "modele", found)
        if outside := list_areas_outside(question, self.caller, gazetteer):
            found = replace(found, fault=Misunderstanding("outside", tuple(outside)))
        page, sentence = find_page(question, self.caller) or (None, "")
        narrowed, narrowing = None, ""
        if page:
            scope = read_scope(question, found.language, gazetteer, today)
            narrowed = narrow_page(page, question, scope)
            narrowing = write_narrowing(narrowed, scope)
        return self.ok(
            self._build_body(
                answer=sentence + narrowing or (write_refusal(found.fault) if found.fault else ""),
                ailleurs=page,
                ailleursFiltres=narrowed,
                suggestions=[] if page else self._list_suggestions(question, found, gazetteer, context),
                incompris=list(found.fault.words) if found.fault else [],
            )
        )

    def _list_suggestions(
        self, question: str, found: Understanding, gazetteer: Gazetteer, context: Context
    ) -> list[str]:
        """Return questions that are understood: first the one that was sent, without the words that were not."""
        examples = list_suggestions(question, found.language, gazetteer)
        rest = leave_out_words(question, found.fault.words if found.fault else (), found.language)
        if not rest or not recognise_question(rest, gazetteer, timezone.localdate(), found.language, context).plan:
            return examples
        return [rest, *examples][: len(examples)]

    def _find_place(self, values: dict[str, Any], gazetteer: Gazetteer | None = None) -> Place | None:
        """Return the visible place of an id, or the only one of its level with a name."""
        if "id" in values:
            return find_place(values["niveau"], values["id"], self.caller)
        named = (gazetteer or load_gazetteer(self.caller)).places.get(tuple(split_text(values["nom"])), ())
        places = tuple(place for place in named if place.niveau == values["niveau"])
        chosen = choose_places([places], LARGEST_FIRST) if places else None
        return chosen[0] if chosen else None

    def _read_model_plan(self, proposed: dict[str, Any] | None, gazetteer: Gazetteer) -> Plan | None:
        """Return the plan of a language model if it is valid as one that a person sends, else None."""
        if proposed is None:
            return None
        form = forms.PlanBody(data=proposed)
        if not form.is_valid():
            return None
        try:
            plan = forms.build_plan(form.validated_data, lambda values: self._find_place(values, gazetteer))
        except ValidationError:
            return None
        return None if rules.find_plan_fault(plan) else plan

    def _answer_plan(
        self, plan: Plan, source: str, found: Understanding, namesakes: Mapping[UUID, Place] | None = None
    ) -> Response:
        self._require_permissions(plan)
        findings = find_answer(plan, self.caller)
        shown = forms.serialize_plan(plan)
        return self.ok(
            self._build_body(
                answer=write_answer(plan, findings, _count_households(plan, self.caller)),
                data=findings.rows,
                total=findings.total,
                valeur=findings.figure,
                plan=shown,
                corrections=[{"mot": word, "lu": read} for word, read in found.corrections],
                source=source,
                couche={"type": "FeatureCollection", "features": findings.features},
                adresse=build_address(plan, shown),
                compris=[forms.serialize_words(words, one) for words, one in list_understood(plan)],
                variantes=[forms.serialize_words(words, one) for words, one in list_variants(plan, namesakes or {})],
                **_describe_households(plan),
            )
        )

    def _require_permissions(self, plan: Plan) -> None:
        if not all(self.caller.holds(key) for key in rules.list_permissions(plan)):
            raise forbidden()

    @staticmethod
    def _build_body(**given: Any) -> dict[str, Any]:
        lists: dict[str, Any] = {name: [] for name in ("data", "suggestions", "incompris", "corrections")}
        empty = lists | {"total": 0, "compris": [], "variantes": []}
        nothing = dict.fromkeys(
            ("valeur", "plan", "source", "couche", "adresse", "intitule", "filtre", "ailleurs", "ailleursFiltres")
        )
        return {"answer": "", **empty, **nothing, **given}
