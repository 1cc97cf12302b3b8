"""How many questions get the right plan, in each language.

`TABANCA_PIN=1 ./dev test tests/analysis/assistant/test_recognise.py` writes the page with the confusion tables anew.
"""

import os
from collections import Counter

import pytest

from analysis.assistant.language.recognition import recognise_question
from analysis.assistant.types import Plan
from tests.analysis.assistant.confusion import PAGE, Outcome, write_confusion, write_page
from tests.analysis.assistant.questions import (
    LANGUAGES,
    REFUSAL,
    TODAY,
    build_gazetteer,
    list_questions,
    list_remembered,
    shorten_plan,
)

LEAST_RIGHT = 0.95
MOST_WRONG = 0.01


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    """Each question with the short form of its plan, and right, refused or wrong."""
    gazetteer = build_gazetteer()
    found = []
    for question in list_questions():
        plan = recognise_question(question.text, gazetteer, TODAY, question.language).plan
        words = shorten_plan(plan)
        outcome = "right" if words == question.plan else "refused" if REFUSAL in words else "wrong"
        found.append((question, words, outcome))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_questions(language: str) -> None:
    questions = [question for question in list_questions() if question.language == language]
    assert len(questions) >= 200
    assert len({question.text for question in questions}) == len(questions)
    assert sum(question.is_kept_apart for question in questions) >= len(questions) // 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_kept_apart", [False, True])
def test_questions_get_the_right_plan(outcomes: list[Outcome], language: str, is_kept_apart: bool) -> None:
    chosen = [o for q, _, o in outcomes if q.language == language and q.is_kept_apart == is_kept_apart]
    counts = Counter(chosen)
    print(f"\n{language}, {'kept apart' if is_kept_apart else 'tuned to'}: {dict(counts)}")
    if is_kept_apart:
        print(write_confusion(outcomes, language))
    assert counts["right"] >= LEAST_RIGHT * len(chosen)


def test_wrong_plans_are_rare(outcomes: list[Outcome]) -> None:
    """A wrong answer that looks right is worse than none."""
    kept = [(question.text, outcome) for question, _, outcome in outcomes if question.is_kept_apart]
    wrong = [text for text, outcome in kept if outcome == "wrong"]
    assert len(wrong) <= MOST_WRONG * len(kept), wrong


def test_the_page_tells_how_they_are_understood(outcomes: list[Outcome]) -> None:
    page = write_page(outcomes)
    if os.environ.get("TABANCA_PIN"):
        PAGE.write_text(page, encoding="utf-8")
    kept = PAGE.read_text(encoding="utf-8")
    assert kept == page, "TABANCA_PIN=1 ./dev test tests/analysis/assistant/test_recognise.py writes the page anew"


@pytest.mark.parametrize(
    "question",
    [
        "Combien de ménages avec une femme enceinte et une personne handicapée à Gabú ?",
        "Combien de tabancas ont plus de 50 ménages ?",
        "Ménages pauvres sauf à Gabú",
        "Combien de ménages dans la région de Farim ?",
        "Combien de plaintes en 2030 ?",
        "Compare l'évolution des plaintes à Oio et Gabú",
        "Combien d'écoles éligibles ?",
        "Quel est le plus proche ?",
        "Combien de ménages pauvres parmi les ménages ruraux ?",
        "Les ménages et les écoles de Gabú",
        "a" * 500,
        "?",
    ],
)
def test_what_is_not_certain_is_refused(question: str) -> None:
    found = recognise_question(question, build_gazetteer(), TODAY)
    assert found.plan is None, shorten_plan(found.plan)
    assert found.fault is not None


@pytest.mark.parametrize("name", ["pitfalls", "ordinary"])
def test_no_remembered_question_is_answered_wrongly_again(name: str) -> None:
    gazetteer = build_gazetteer()
    wrong = []
    for question in list_remembered(name):
        found = recognise_question(question.text, gazetteer, TODAY, question.language)
        if (words := shorten_plan(found.plan)) != question.plan:
            wrong.append(f"{question.text}: {' '.join(sorted(words))}, {found.fault}")
    assert not wrong, "\n".join(wrong)


def test_a_place_is_found_by_misspelt_names_and_says_so() -> None:
    found = recognise_question("Combien d'écoles à Bambadnica ?", build_gazetteer(), TODAY)
    assert isinstance(found.plan, Plan)
    assert [zone.nom for zone in found.plan.zones] == ["Bambadinca"]
    assert found.corrections == (("bambadnica", "bambadinca"),)


def test_the_language_of_the_question_need_not_be_that_of_the_answer() -> None:
    found = recognise_question("Quantas escolas em Gabú?", build_gazetteer(), TODAY, "fr")
    assert (shorten_plan(found.plan), found.language) == ({"compter", "ecoles", "z=r:Gabú"}, "pt")
