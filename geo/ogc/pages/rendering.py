"""Render a resource as a page for people: its links, its tables, and a small map of its features."""

from typing import Any, Final

import orjson
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from config.content_policy import build_content_policy
from geo.ogc.conditions.literals import turn_axes
from geo.ogc.types import ReferenceSystem

HIDDEN: Final = frozenset({"self", "alternate"})
# Where most people go next: such links come first.
FIRST: Final = ("next", "data", "items")
# What is said of a page, in words.
FACTS: Final = {
    "timeStamp": lazy("Heure"),
    "numberReturned": lazy("Objets sur cette page"),
    "numberMatched": lazy("Objets en tout"),
    "conformsTo": lazy("Classes"),
}
IDENTITY: Final = "id"
# Features that one page draws; the next link leads on.
MAX_DRAWN: Final = 1_000


def render_page(
    request: Any,
    document: dict[str, Any],
    title: str,
    headers: dict[str, str],
    system: ReferenceSystem,
    item_query: dict[str, str],
) -> HttpResponse:
    """Return the page of a resource. Scripts and styles are the service's own; the shapes lie in the page as data.

    Shapes are in `system`; with the parameters `item_query` each row finds itself again.
    """
    features = list_features(document)
    is_one = document.get("type") == "Feature"
    columns = list_columns(features)
    shown = title or document.get("title") or document.get("id") or document["info"]["title"]
    context = {
        "title": f"{name_feature(document, columns)} · {shown}" if is_one else shown,
        "description": document.get("description", ""),
        "crumbs": list_crumbs(request.path),
        "links": list_links(document),
        "collections": document.get("collections", []),
        "facts": list_properties(document, columns) if is_one else list_facts(document),
        "columns": columns,
        "rows": [] if is_one else [build_row(each, columns, request.path, item_query) for each in features],
        "shapes": build_shapes(document, features, system),
    }
    response = render(request, "ogc/page.html", context)
    for name, value in headers.items():
        response[name] = value
    # The map library draws symbols and patterns from blobs.
    policy = build_content_policy(
        img_src="'self' data: blob:", worker_src="'self' blob:", style_src="'self' 'unsafe-inline'"
    )
    response["Content-Security-Policy"] = policy
    return response


def list_features(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the features of a document: those of a page, or the one that it is."""
    found: list[dict[str, Any]] = document.get("features", [])
    return [document] if document.get("type") == "Feature" else found


def list_columns(features: list[dict[str, Any]]) -> list[str]:
    """Return the names of the properties; the id, which tells people the least, is the last."""
    names = list(features[0]["properties"]) if features else []
    return [name for name in names if name != IDENTITY] + [name for name in names if name == IDENTITY]


def name_feature(feature: dict[str, Any], columns: list[str]) -> str:
    """Return what a feature is called: its first property with a value, else its id."""
    values = (feature["properties"].get(name) for name in columns)
    return next((str(value) for value in values if value not in (None, "")), str(feature["id"]))


def build_row(feature: dict[str, Any], columns: list[str], path: str, query: dict[str, str]) -> dict[str, Any]:
    """Return a row of the table: its name, the address of its own page, and its other values."""
    values = [write_value(feature["properties"].get(name)) for name in columns]
    address = f"{path.rstrip('/')}/{feature['id']}?{urlencode(query | {'f': 'html'})}"
    return {"href": address, "name": values[0] or feature["id"], "cells": values[1:]}


def list_properties(feature: dict[str, Any], columns: list[str]) -> list[tuple[str, Any]]:
    return [(name, write_value(feature["properties"].get(name))) for name in columns]


def write_value(value: Any) -> Any:
    """Return a value as people read it."""
    if value is None:
        return ""
    return (_("oui") if value else _("non")) if isinstance(value, bool) else value


def list_crumbs(path: str) -> list[dict[str, str]]:
    """Return the resources above this one, with their addresses."""
    steps = [step for step in path.split("/") if step]
    return [{"name": step, "href": "/" + "/".join(steps[: at + 1])} for at, step in enumerate(steps)]


def list_links(document: dict[str, Any]) -> list[dict[str, str]]:
    """Return the links that a person may follow, to their pages."""
    found = []
    for link in sorted(document.get("links", []), key=lambda link: link["rel"] not in FIRST):
        if link["rel"] in HIDDEN or link.get("templated"):
            continue
        joint = "&" if "?" in link["href"] else "?"
        href = link["href"] if "f=html" in link["href"] else f"{link['href']}{joint}f=html"
        found.append({"href": href, "title": link.get("title") or link["rel"].rpartition("/")[2]})
    return found


def list_facts(document: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return what is neither a link, nor a table, nor a shape: names with plain values or lists of them."""
    left = {
        "links",
        "features",
        "collections",
        "title",
        "description",
        "type",
        "geometry",
        "properties",
        "tileMatrices",
    }
    return [
        (str(FACTS.get(name, name)), ", ".join(map(str, value)) if isinstance(value, list) else value)
        for name, value in document.items()
        if name not in left and not isinstance(value, dict)
    ]


def build_shapes(document: dict[str, Any], features: list[dict[str, Any]], system: ReferenceSystem) -> str:
    """Return the GeoJSON that the map draws: the features, or the extent of a collection; empty without either.

    The map has the longitude first.

    `<` is escaped, so that no value ends the script element in which it lies.
    """
    drawn: list[Any] = features[:MAX_DRAWN]
    if system.is_latitude_first:
        drawn = [each | {"geometry": each["geometry"] and turn_axes(each["geometry"])} for each in drawn]
    if not drawn and "extent" in document:
        drawn = [build_box_feature(document["extent"]["spatial"]["bbox"][0])]
    if not drawn:
        return ""
    return orjson.dumps({"type": "FeatureCollection", "features": drawn}).decode().replace("<", "\\u003c")


def build_box_feature(box: list[float]) -> dict[str, Any]:
    west, south, east, north = box
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
