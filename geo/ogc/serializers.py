"""Validate the parameters of items: strictly, since a misspelt one would return all features."""

import math
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, DecimalField, Q, TextField, UUIDField, Value
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from rest_framework import serializers

from config.errors.problems import invalid
from geo.ogc.conditions.comparisons import compare_terms
from geo.ogc.conditions.compiler import ConditionCompiler
from geo.ogc.conditions.literals import read_day, read_instant
from geo.ogc.conditions.parsing import JSON_LANGUAGE, TEXT_LANGUAGE, build_depth_error, parse_condition
from geo.ogc.conditions.terms import DATE, FLAG, INSTANT, NUMBER, UUID_KIND, ConditionError, Term
from geo.ogc.queries import list_terms, transform_box
from geo.ogc.rules import CRS84, DEFAULT_LIMIT, MAX_LIMIT, MAX_OFFSET, find_reference_system
from geo.ogc.types import Box, Collection, FeatureQuery, SortKey

FORMATS = ("json", "html")
OPEN_END = ("", "..")


class FormatParams(serializers.Serializer):
    """Validate the parameter that every resource takes: `f`, json or html, before the header Accept."""

    f = serializers.ChoiceField(choices=FORMATS, required=False)


class ItemParams(FormatParams):
    """Validate what a page of features is asked for, besides values of its properties."""

    limit = serializers.IntegerField(default=DEFAULT_LIMIT, min_value=1)
    offset = serializers.IntegerField(default=0, min_value=0, max_value=MAX_OFFSET)
    apres = serializers.UUIDField(required=False, help_text=lazy("L'identifiant du dernier objet de la page d'avant."))
    bbox = serializers.CharField(required=False)
    crs = serializers.CharField(required=False)
    datetime = serializers.CharField(required=False)
    filter = serializers.CharField(required=False)
    sortby = serializers.CharField(required=False)

    def get_fields(self) -> dict[str, Any]:
        """Add the parameters whose names are no identifiers."""
        language = serializers.ChoiceField(choices=(TEXT_LANGUAGE, JSON_LANGUAGE), default=TEXT_LANGUAGE)
        fields: dict[str, Any] = super().get_fields()
        for name in ("bbox-crs", "filter-crs"):
            fields[name] = serializers.CharField(required=False)
        return {**fields, "filter-lang": language}

    def validate_limit(self, limit: int) -> int:
        """Cut a limit that is too large, as the standard has it."""
        return min(limit, MAX_LIMIT)


class ItemCrsParams(FormatParams):
    """Validate the parameters of one feature."""

    crs = serializers.CharField(required=False)


def read_feature_query(collection: Collection, values: Mapping[str, Any], sent: Mapping[str, str]) -> FeatureQuery:
    """Return the query of validated parameters; `sent` holds all of them as texts. Raises VALIDATION_ERROR."""
    conditions = [
        read_property_filter(collection, name, text) for name, text in sent.items() if name in collection.properties
    ]
    if "filter" in values:
        conditions.append(read_condition(collection, values))
    if "datetime" in values:
        conditions.append(read_moment(collection, values["datetime"]))
    return FeatureQuery(
        crs=find_reference_system("crs", values.get("crs")),
        limit=values["limit"],
        offset=values["offset"],
        after=values.get("apres"),
        box=read_box(values),
        condition=Q(*conditions) if conditions else None,
        order=read_order(collection, values.get("sortby")),
    )


def refuse_unknown_parameters(known: set[str], sent: Mapping[str, str]) -> None:
    """Raise VALIDATION_ERROR for a parameter that is not known: the standard asks for it."""
    unknown = sorted(set(sent) - known)
    if unknown:
        message = _("Paramètre inconnu. Paramètres possibles : %(known)s.") % {"known": ", ".join(sorted(known))}
        raise invalid({name[:80]: [message] for name in unknown[:10]})


def read_box(values: Mapping[str, Any]) -> Box | None:
    """Return the bounding box in degrees; of six numbers the heights are not looked at. Raises VALIDATION_ERROR."""
    text = values.get("bbox")
    system = find_reference_system("bbox-crs", values.get("bbox-crs"))
    if text is None:
        return None
    try:
        numbers = [float(number) for number in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (4, 6) or not all(map(math.isfinite, numbers)):
        raise invalid({"bbox": [_("Attendu : quatre nombres, ouest,sud,est,nord (ou six, avec les hauteurs).")]})
    box = (numbers[0], numbers[1], numbers[3], numbers[4]) if len(numbers) == 6 else tuple(numbers)
    return transform_box((box[0], box[1], box[2], box[3]), system)


def read_condition(collection: Collection, values: Mapping[str, Any]) -> Q:
    """Return the condition of a CQL2 filter. Raises VALIDATION_ERROR."""
    system = find_reference_system("filter-crs", values.get("filter-crs"))
    compiler = ConditionCompiler(list_terms(collection), system)
    try:
        return compiler.compile_condition(parse_condition(values["filter"], values["filter-lang"]))
    except RecursionError as error:
        raise invalid({"filter": [str(build_depth_error())]}) from error
    except ConditionError as error:
        raise invalid({"filter": [str(error)]}) from error


def read_property_filter(collection: Collection, name: str, text: str) -> Q:
    """Return the condition that a property has a value. Raises VALIDATION_ERROR."""
    found = collection.properties[name]
    try:
        return compare_terms("=", Term(found.expression, found.kind), read_text(text, found.kind))
    except (ConditionError, ValueError, KeyError, InvalidOperation) as error:
        raise invalid({name: [_("« %(value)s » n'est pas une valeur de ce champ.") % {"value": text[:60]}]}) from error


def read_text(text: str, kind: str) -> Term:
    """Return the term of a parameter's text as a value of a kind. Raises ValueError, ConditionError."""
    if kind == NUMBER:
        number = Decimal(text)
        if not number.is_finite() or abs(number) >= 2**63:
            raise ValueError(text)
        return Term(Value(number, DecimalField()), NUMBER, is_literal=True)
    if kind == FLAG:
        return Term(Value({"true": True, "false": False}[text.lower()], BooleanField()), FLAG, is_literal=True)
    if kind == UUID_KIND:
        return Term(Value(UUID(text), UUIDField()), UUID_KIND, is_literal=True)
    if kind == DATE:
        return Term(Value(read_day(text)), DATE, is_literal=True)
    if kind == INSTANT:
        return Term(Value(read_instant(text)), INSTANT, is_literal=True)
    return Term(Value(text, TextField()), kind, is_literal=True)


def read_order(collection: Collection, text: str | None) -> tuple[SortKey, ...]:
    """Return the keys of `sortby`: names with `-` before one that descends. Raises VALIDATION_ERROR."""
    keys = []
    for part in (text or "").split(","):
        # A plus sign in an address is a blank.
        name = part.strip().lstrip("+-").strip()
        if not name and text is None:
            continue
        if name not in collection.properties:
            known = ", ".join(collection.properties)
            raise invalid({"sortby": [_("Champ inconnu. Champs possibles : %(known)s.") % {"known": known}]})
        keys.append(SortKey(name, part.strip().startswith("-")))
    return tuple(keys)


def read_moment(collection: Collection, text: str) -> Q:
    """Return the condition of `datetime`: an instant, or an interval with `..` for an open end. Raises VALIDATION_ERROR.

    Features of a layer without a date are not limited by it, as the standard has it.
    """
    ends = text.split("/")
    if len(ends) > 2 or (len(ends) == 2 and all(end in OPEN_END for end in ends)):
        raise invalid({"datetime": [_("Attendu : un instant, ou deux séparés par /.")]})
    first, last = (read_end(ends[0], is_last=False), read_end(ends[-1], is_last=True))
    if first and last and first > last:
        raise invalid({"datetime": [_("Le début est après la fin.")]})
    moment = collection.layer.moment
    if moment is None:
        return Q()
    condition = Q(**{f"{moment}__gte": first}) if first else Q()
    return condition & Q(**{f"{moment}__lte": last}) if last else condition


def read_end(text: str, is_last: bool) -> Any:
    """Return the first or last instant that a text names, None for an open end. Raises VALIDATION_ERROR."""
    if text in OPEN_END:
        return None
    try:
        if "T" in text.upper():
            return read_instant(text.upper().replace("Z", "+00:00"))
        clock = "T23:59:59.999999+00:00" if is_last else "T00:00:00+00:00"
        return parse_datetime(f"{read_day(text)}{clock}")
    except ConditionError as error:
        raise invalid({"datetime": [str(error)]}) from error


def find_item_crs(values: Mapping[str, Any]) -> Any:
    return find_reference_system("crs", values.get("crs") or CRS84.uri)
