"""Read the answers of a submission in XML: {path: answer}, with groups as `group/question`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

INSTANCE: Final = "meta/instanceID"
MAX_DEPTH: Final = 8


class UnreadableAnswers(Exception):
    """Signal a document that is not a filled form."""


@dataclass(frozen=True)
class FilledForm:
    """Hold what a filled form says of itself, and its answers; a question without an answer is one of no text."""

    form: str
    version: str | None
    instance_id: str
    answers: dict[str, str]


def parse_answers(content: bytes) -> FilledForm:
    """Parse a filled form. Raises UnreadableAnswers, also for a question that is there twice, or an unknown encoding."""
    try:
        root = fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException, LookupError, ValueError) as error:
        raise UnreadableAnswers from error
    answers: dict[str, str] = {}
    for path, text in _iterate_leaves(root, "", MAX_DEPTH):
        if path in answers:
            raise UnreadableAnswers
        answers[path] = text
    return FilledForm(root.get("id") or "", root.get("version"), answers.get(INSTANCE, ""), answers)


def _iterate_leaves(parent: Element, path: str, depth: int) -> Iterator[tuple[str, str]]:
    if not depth:
        raise UnreadableAnswers
    for child in parent:
        name = path + child.tag.rpartition("}")[2]
        if len(child):
            yield from _iterate_leaves(child, f"{name}/", depth - 1)
        else:
            yield name, (child.text or "").strip()
