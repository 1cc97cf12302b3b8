"""Describe a form for phones as the XLSForm standard has it: questions, choices and settings."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """Describe a choice in French and Portuguese; `parent` is the choice above it, for lists that depend on another."""

    name: str
    french: str
    portuguese: str
    parent: str = ""


@dataclass(frozen=True)
class Question:
    """Describe a row of the sheet `survey`.

    `name` is the field of the import that it fills, except of rows that hold others (`begin_repeat`, `end_repeat`).
    """

    type: str
    name: str
    french: str = ""
    portuguese: str = ""
    required: bool = False
    hint_french: str = ""
    hint_portuguese: str = ""
    constraint: str = ""
    relevant: str = ""
    choice_filter: str = ""
    calculation: str = ""
    appearance: str = ""


@dataclass(frozen=True)
class SurveyForm:
    """Describe a form; `mapping` maps each field of the import to the path of its question.

    With a `public_key` telephones encrypt what they send, and forget it once it is sent.
    """

    form_id: str
    title: str
    questions: tuple[Question, ...]
    choices: dict[str, tuple[Choice, ...]]
    mapping: dict[str, str]
    version: str
    public_key: str = ""
