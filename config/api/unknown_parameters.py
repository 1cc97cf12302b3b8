"""Tell callers of query parameters that an operation does not have: a misspelt filter filters nothing."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import islice
from typing import Any, Final
from urllib.parse import quote

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.exceptions import flatten_errors
from config.api.schema import Operation
from config.api.serializers import MAX_UNKNOWN, find_meant_name
from config.api.statuses import QueryProblem

# The parameter of every operation that has unknown ones refused.
STRICT: Final = "strict"
# Of a header: proxies limit the size of all of them together.
MAX_IN_HEADER: Final = 5
LONGEST_NAME: Final = 60


@cache
def list_parameter_names(operation: Operation) -> frozenset[str]:
    """Return the names of the declared parameters of an operation."""
    declared = operation.query().get_fields() if operation.query else ()
    return frozenset((*declared, *(operation.filters.base_filters if operation.filters else ())))


def find_unknown_parameters(sent: Mapping[str, Any], known: Iterable[str]) -> dict[str, str]:
    """Return the sent names that are not known, each with a sentence and, if possible, a suggestion.

    Raises VALIDATION_ERROR for them when the query has `strict`.
    """
    unknown = sent.keys() - {*known, STRICT}
    if not unknown and STRICT not in sent:
        return {}
    sentences = {name[:LONGEST_NAME]: _describe_unknown(name, known) for name in islice(sorted(unknown), MAX_UNKNOWN)}
    try:
        is_strict = serializers.BooleanField().run_validation(sent.get(STRICT, "false"))
    except serializers.ValidationError as error:
        raise QueryProblem("VALIDATION_ERROR", details=flatten_errors({STRICT: error.detail})) from error
    if sentences and is_strict:
        raise QueryProblem("VALIDATION_ERROR", details={name: [sentence] for name, sentence in sentences.items()})
    return sentences


def _describe_unknown(name: str, known: Iterable[str]) -> str:
    meant = find_meant_name(name, known)
    if meant is None:
        return _("Ce paramètre n'est pas connu.")
    if meant.is_sure:
        return _("Ce paramètre s'écrit « %(name)s ».") % {"name": meant.name}
    return _("Ce paramètre n'est pas connu. Peut-être « %(name)s » ?") % {"name": meant.name}


def format_warning_header(unknown: Mapping[str, str], known: Iterable[str]) -> str:
    """Return the value of a `Warning` header (299, RFC 7234): in ASCII, so that no client has to decode it."""
    lines = []
    for name in islice(unknown, MAX_IN_HEADER):
        meant = find_meant_name(name, known)
        hint = f"; did you mean {quote(meant.name, safe='[]')}?" if meant else ""
        lines.append(f'299 tabanca "unknown parameter {quote(name, safe="[]")}{hint}"')
    return ", ".join(lines)


def build_warnings(unknown: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the `avertissements` of a response body."""
    return [{"parametre": name, "message": sentence} for name, sentence in unknown.items()]
