"""Render a resource as a page for people: its links, its tables, and a small map of its features."""

from typing import Any, Final

import orjson
from django.http import HttpResponse
from django.shortcuts import render

from config.content_policy import build_content_policy

HIDDEN: Final = frozenset({"self", "alternate"})
# Features that one page draws; the next link leads on.
MAX_DRAWN: Final = 1_000


def render_page(request: Any, document: dict[str, Any], title: str, headers: dict[str, str]) -> HttpResponse:
    """Return the page of a resource. Scripts and styles are the service's own; the shapes lie in the page as data."""
    features = list_features(document)
    shown = title or document.get("title") or document.get("id") or document["info"]["title"]
    context = {
        "title": shown,
        "description": document.get("description", ""),
        "crumbs": list_crumbs(request.path),
        "links": list_links(document),
        "collections": document.get("collections", []),
        "facts": list_facts(document),
        "columns": list(features[0]["properties"]) if features else [],
        "rows": [{"id": each["id"], "cells": list(each["properties"].values())} for each in features],
        "shapes": build_shapes(document, features),
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


def list_crumbs(path: str) -> list[dict[str, str]]:
    """Return the resources above this one, with their addresses."""
    steps = [step for step in path.split("/") if step]
    return [{"name": step, "href": "/" + "/".join(steps[: at + 1])} for at, step in enumerate(steps)]


def list_links(document: dict[str, Any]) -> list[dict[str, str]]:
    """Return the links that a person may follow, to their pages."""
    found = []
    for link in document.get("links", []):
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
        (name, ", ".join(map(str, value)) if isinstance(value, list) else value)
        for name, value in document.items()
        if name not in left and not isinstance(value, dict)
    ]


def build_shapes(document: dict[str, Any], features: list[dict[str, Any]]) -> str:
    """Return the GeoJSON that the map draws: the features, or the extent of a collection; empty without either.

    `<` is escaped, so that no value ends the script element in which it lies.
    """
    drawn: list[Any] = features[:MAX_DRAWN]
    if not drawn and "extent" in document:
        drawn = [build_box_feature(document["extent"]["spatial"]["bbox"][0])]
    if not drawn:
        return ""
    return orjson.dumps({"type": "FeatureCollection", "features": drawn}).decode().replace("<", "\\u003c")


def build_box_feature(box: list[float]) -> dict[str, Any]:
    west, south, east, north = box
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
