"""Recognise the plan of a question."""

from datetime import date

from analysis.assistant.language.assembly import RefusedError, assemble_plan
from analysis.assistant.language.gazetteer import Gazetteer
from analysis.assistant.language.implied import write_implied
from analysis.assistant.language.joints import settle_joints
from analysis.assistant.language.lexicon import LANGUAGES, load_lexicon
from analysis.assistant.language.numbers import settle_numbers
from analysis.assistant.language.parts import parse_items
from analysis.assistant.language.reading import NORM_SIGN, read_question
from analysis.assistant.language.senses import find_other_senses
from analysis.assistant.language.shares import settle_share
from analysis.assistant.types import Context, Misunderstanding, Plan, Understanding


def recognise_question(
    question: str, gazetteer: Gazetteer, today: date, language: str = "fr", context: Context | None = None
) -> Understanding:
    """Return the plan of a question in any of the languages, `language` first, or why it has none.

    People ask in a language that need not be that of the answer. Of several refusals the one with the fewest words that
    were not understood is returned.
    """
    tried: list[Understanding] = []
    for name in dict.fromkeys((language, *LANGUAGES)):
        tried.append(_recognise_in(question, gazetteer, today, name, context or Context()))
        if tried[-1].plan and not tried[-1].corrections:
            return tried[-1]
    return min(tried, key=_rank)


def _rank(found: Understanding) -> tuple[bool, int, int]:
    """Return how badly a question was understood."""
    is_unknown = found.fault is not None and found.fault.reason == "unknown"
    return found.plan is None, len(found.fault.words) if found.fault and is_unknown else 0, len(found.corrections)


def _recognise_in(question: str, gazetteer: Gazetteer, today: date, language: str, context: Context) -> Understanding:
    reading = read_question(question, load_lexicon(language), gazetteer)
    corrections = tuple(reading.corrections)
    if reading.unknown:
        fault = Misunderstanding("unknown", tuple(reading.unknown))
        return Understanding(None, language, fault, corrections)
    items, words = settle_joints(reading.items)
    if words:
        return Understanding(None, language, Misunderstanding("joint", words), corrections)
    if words := find_other_senses(items):
        return Understanding(None, language, Misunderstanding("sense", words), corrections)
    settled = settle_share(settle_numbers(write_implied(items)))
    if settled is None:
        return Understanding(None, language, Misunderstanding("whole"), corrections)
    parts, words = parse_items(settled)
    if parts is None:
        return Understanding(None, language, Misunderstanding("unreadable", words), corrections)
    try:
        plan = assemble_plan(parts, context, today)
    except RefusedError as error:
        return Understanding(None, language, error.fault, corrections)
    return Understanding(plan, language, None, tuple(one for one in corrections if _is_heeded(one, plan)))


def _is_heeded(correction: tuple[str, str], plan: Plan) -> bool:
    """Return whether a plan has what a word was read as: a norm gives way to a distance that the question says."""
    norm = correction[1].removeprefix(NORM_SIGN)
    if norm == correction[1]:
        return True
    return any(f"{distance.metres / 1000:g} km" == norm for distance in plan.distances)
