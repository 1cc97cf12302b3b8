"""Read and describe the parameters of a request: those that filter rows, and the others."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from config.filters import FilterSet

SerializerClass = type[serializers.Serializer]


def build_parameters_serializer(query: SerializerClass | None, filters: type[FilterSet]) -> SerializerClass:
    """Build the serializer that describes the parameters of `query` and of `filters`, with the docstring of the first.

    A body that holds filters is validated by it, too.
    """
    fields = {name: one.parameter for name, one in filters.base_filters.items()} | {
        "__doc__": (query or filters).__doc__
    }
    name = filters.__name__.removesuffix("Filters") + "Params"
    return type(name, (query or serializers.Serializer,), fields)


def read_parameters(
    sent: Mapping[str, Any], query: SerializerClass | None, filters: type[FilterSet] | None, request: Any
) -> dict[str, Any]:
    """Return the valid parameters of `query` and of `filters` that were sent or have a default, without those of null.

    Others are ignored. Raises ValidationError with the sentences by parameter.
    """
    values: dict[str, Any] = {}
    errors: dict[str, Any] = {}
    if query:
        serializer = query(data=sent, context={"request": request})
        if serializer.is_valid():
            values |= {name: value for name, value in serializer.validated_data.items() if value is not None}
        errors |= serializer.errors
    if filters:
        read = filters(sent, caller=request.user)
        errors |= read.list_errors()
        values |= {} if errors else read.values
    if errors:
        raise serializers.ValidationError(errors)
    return values
