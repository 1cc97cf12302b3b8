"""Define serializer fields for queries and bodies that DRF lacks."""

import math
from collections.abc import Iterable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.fields import empty

from config.text import keep_visible

MAX_PAGE = 1_000_000
Box = tuple[float, float, float, float]


class IdsField(serializers.ListField):
    """Accept the ids of a mass operation: 1 to BULK_MAX_IDS, counting repetitions.

    Only the first invalid id is reported, not all of ten thousand.
    """

    child = serializers.UUIDField()
    default_error_messages = {
        "many": _("Au plus {most} identifiants en une demande."),
        "uuid": _("« {value} » n'est pas un UUID."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_empty=kwargs.pop("allow_empty", False), **kwargs)

    def to_internal_value(self, data: Any) -> list[UUID]:
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        if not data and not self.allow_empty:
            self.fail("empty")
        if len(data) > settings.BULK_MAX_IDS:
            self.fail("many", most=settings.BULK_MAX_IDS)
        return [self._read(item) for item in data]

    def _read(self, item: Any) -> UUID:
        try:
            return UUID(item)
        except (ValueError, AttributeError, TypeError):
            return self.fail("uuid", value=str(item)[:60])


class BoxField(serializers.CharField):
    """Parse `west,south,east,north` in degrees; west > east crosses the antimeridian."""

    default_error_messages = {"box": _("Attendu : ouest,sud,est,nord en degrés (longitude d'abord).")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=kwargs.pop("required", False), **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        try:
            west, south, east, north = (float(item) for item in super().to_internal_value(data).split(","))
        except ValueError:
            self.fail("box")
        if not all(map(math.isfinite, (west, south, east, north))):
            self.fail("box")
        if not (-180 <= west <= 180 and -180 <= east <= 180 and -90 <= south <= north <= 90):
            self.fail("box")
        return west, south, east, north


class FiniteFloatField(serializers.FloatField):
    """Accept a finite float: no NaN, no infinity, no boolean."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool):
            self.fail("invalid")
        try:
            value = super().to_internal_value(data)
        except OverflowError:
            self.fail("invalid")
        if not math.isfinite(value):
            self.fail("invalid")
        return value


class CoordinateField(serializers.DecimalField):
    """Accept degrees as a decimal string or number, rounded to 6 decimals (about 0.1 m), as devices send 15."""

    def __init__(self, limit: int, **kwargs: Any) -> None:
        self.limit = limit
        super().__init__(max_digits=None, decimal_places=None, min_value=-limit, max_value=limit, **kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        value = super().to_internal_value(data)
        # Values far out of range are refused by the bounds; computing with them before, even `abs`, would overflow.
        return value.quantize(Decimal("0.000001")) if -self.limit <= value <= self.limit else value


class VisibleTextField(serializers.CharField):
    """Accept a line of text without what nobody sees: what looks the same is the same, and what looks empty is blank."""

    def run_validation(self, data: Any = empty) -> Any:
        return super().run_validation(keep_visible(data) if isinstance(data, str) else data)


class StrictIntegerField(serializers.IntegerField):
    """Accept an integer, but no boolean, and of texts only digits as everybody reads them: Python takes 1_000 and ١٢٣."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or (isinstance(data, str) and not is_plain_number(data)):
            self.fail("invalid")
        return super().to_internal_value(data)


def is_plain_number(text: str) -> bool:
    """Return whether a text has no other digits than 0 to 9, and no underscores."""
    return text.isascii() and "_" not in text


class IriField(serializers.CharField):
    """Parse `/api/<collection>/<uuid>` (or the bare UUID) into the UUID. A blank, where allowed, becomes null."""

    default_error_messages = {"iri": _("Attendu : un identifiant (UUID) ou l'adresse /api/{collection}/<id>.")}

    def __init__(self, collection: str, **kwargs: Any) -> None:
        self.collection = collection
        super().__init__(**kwargs)

    def run_validation(self, data: Any = empty) -> Any:
        # CharField returns an allowed empty string unchanged.
        value = super().run_validation(data)
        return None if value == "" else value

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        prefix = f"/api/{self.collection}/"
        try:
            return UUID(value.removeprefix(prefix))
        except ValueError:
            self.fail("iri", collection=self.collection)

    def to_representation(self, value: Any) -> str:
        return f"/api/{self.collection}/{value}"


def _list_polygon_fields(model: Any) -> list[str]:
    """Return the names of a model's polygon fields: they hold thousands of points that a reference does not need."""
    return [field.name for field in model._meta.concrete_fields if "POLYGON" in getattr(field, "geom_type", "")]


def _split_model_and_rows(model: Any) -> tuple[Any, Any]:
    """Return the model and the rows that may be referenced, from a model or a queryset."""
    return (model.model, model) if isinstance(model, QuerySet) else (model, model._default_manager)


class VisibleIriField(IriField):
    """Resolve an IRI (or UUID) to its row; a row that the caller may not see is reported as not found.

    Needs `request` in the serializer's context. `model` is a model or a queryset of the allowed rows.
    """

    default_error_messages = {"unknown": _("Introuvable.")}

    def __init__(self, collection: str, model: Any, **kwargs: Any) -> None:
        self.model, self.rows = _split_model_and_rows(model)
        if kwargs.get("allow_null"):
            kwargs.setdefault("allow_blank", True)
        super().__init__(collection, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        identity = super().to_internal_value(data)
        rows = self.rows.all().visible_to(self.context["request"].user)
        row = rows.defer(*_list_polygon_fields(self.model)).filter(pk=identity).first()
        if row is None:
            self.fail("unknown")
        return row


class PageParams(serializers.Serializer):
    """Validate the `page` and `limit` of a list."""

    page = serializers.IntegerField(min_value=1, max_value=MAX_PAGE, default=1)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)


def build_sort_field(names: Iterable[str]) -> serializers.ChoiceField:
    """Return the field of the name that a list is sorted by; `-` before it for the other direction."""
    return serializers.ChoiceField(choices=[sign + name for name in names for sign in ("", "-")], required=False)


def build_query_serializer(
    name: str, base: type[serializers.Serializer], **fields: Any
) -> type[serializers.Serializer]:
    """Build a query serializer with field names that Python cannot write, such as `scorePmt[gte]`.

    Pass the fields by `**{…}`.
    """
    return type(name, (base,), fields)
