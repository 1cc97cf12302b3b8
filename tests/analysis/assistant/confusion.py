"""How the questions are understood, as the page docs/reference/assistant.md tells it."""

from collections import Counter
from collections.abc import Sequence

from tests.analysis.assistant.questions import LANGUAGES, REFUSAL, ROOT, Question

# Each question with the short form of its plan, and right, refused or wrong.
Outcome = tuple[Question, frozenset[str], str]
PAGE = ROOT / "docs" / "reference" / "assistant.md"
KINDS = ("compter", "lister", "proche", "couverture", "densite", "classement", "comparaison", "evolution", REFUSAL)
NAMES = {"fr": "French", "pt": "Portuguese", "en": "English"}
HEAD = """# How the assistant understands questions

`TABANCA_PIN=1 ./dev test tests/analysis/assistant/test_recognise.py` writes this page, of the questions in
`tests/analysis/assistant`; without `TABANCA_PIN` the test compares it. Those that were kept apart were not looked at while the
grammar was written: they tell what to expect of a question that nobody has thought of. A question is right when the whole
plan is the expected one (kind, subject, filters, places, bounds), refused when the assistant says what it did not
understand, and wrong when it answers another question. `refus` as an expected plan is a question that must be refused.
"""
COUNTS = """
## All of them

| language | kept apart: right | refused | wrong | tuned to: right | refused | wrong |
|---|---|---|---|---|---|---|
"""
TABLE_HEAD = """
## Confusion of kinds: {name}, kept apart

Rows are the kinds of plan that were expected, columns those that were recognised; no question is a dot.

"""


def name_kind(words: frozenset[str]) -> str:
    return next(kind for kind in KINDS if kind in words)


def write_page(outcomes: Sequence[Outcome]) -> str:
    """The whole page: counts by language, then a table of confusion for each."""
    lines = "".join(_write_counts(outcomes, language) for language in LANGUAGES)
    tables = "".join(TABLE_HEAD.format(name=NAMES[each]) + write_confusion(outcomes, each) for each in LANGUAGES)
    return HEAD + COUNTS + lines + tables


def _write_counts(outcomes: Sequence[Outcome], language: str) -> str:
    counts = Counter((q.is_kept_apart, outcome) for q, _words, outcome in outcomes if q.language == language)
    cells = [str(counts[apart, each]) for apart in (True, False) for each in ("right", "refused", "wrong")]
    return f"| {' | '.join((NAMES[language], *cells))} |\n"


def write_confusion(outcomes: Sequence[Outcome], language: str) -> str:
    """A table of the kinds expected (rows) and recognised (columns) among the questions kept apart."""
    chosen = [(q, words) for q, words, _outcome in outcomes if q.language == language and q.is_kept_apart]
    pairs = Counter((name_kind(q.plan), name_kind(words)) for q, words in chosen)
    rows = [("expected", *KINDS), *(("---",) * (len(KINDS) + 1),)]
    rows += [(row, *(str(pairs[row, column] or "·") for column in KINDS)) for row in KINDS]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
