"""Reading vector tiles: what the tests need of the format, in protobuf's wire encoding."""

import struct
from collections.abc import Iterator
from typing import Any


def varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def parts(data: bytes) -> Iterator[tuple[int, Any]]:
    """(field number, value) of a message; length-delimited values as bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
        else:
            size = 8 if key & 7 == 1 else 4
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def numbers(data: bytes) -> list[int]:
    found, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        found.append(value)
    return found


def zigzag(value: int) -> int:
    return (value >> 1) ^ -(value & 1)


def value_of(data: bytes) -> Any:
    kind, value = next(iter(parts(data)))
    if kind == 1:
        return value.decode()
    if kind in (2, 3):
        return struct.unpack("<f" if kind == 2 else "<d", value)[0]
    return bool(value) if kind == 7 else zigzag(value) if kind == 6 else value


def feature(data: bytes, keys: list[str], values: list[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field, value in parts(data):
        if field == 1:
            found["id"] = value
        elif field == 2:
            tags = numbers(value)
            found["properties"] = {keys[key]: values[at] for key, at in zip(tags[::2], tags[1::2], strict=True)}
        elif field == 4:
            found["geometry"] = numbers(value)
    command = found["geometry"]
    # MoveTo: x and y of a point in 0 to 4096 of the tile.
    found["at"] = (zigzag(command[1]), zigzag(command[2]))
    return found


def layers(data: bytes) -> dict[str, list[dict[str, Any]]]:
    """The features of each layer of a tile: id, properties, at."""
    found = {}
    for _number, layer in parts(data):
        fields = list(parts(layer))
        name = next(value for field, value in fields if field == 1).decode()
        keys = [value.decode() for field, value in fields if field == 3]
        values = [value_of(value) for field, value in fields if field == 4]
        found[name] = [feature(value, keys, values) for field, value in fields if field == 2]
    return found
