"""Describe the service: landing page, conformance, and the definition of its API."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from geo.ogc.descriptions.links import Links
from geo.ogc.rules import (
    CONFORMANCE,
    GEOJSON,
    HTML,
    JSON,
    MAPBOX_STYLE,
    MVT,
    OPENAPI,
    SCHEMA_JSON,
    STYLE,
    TILE_MATRIX_SET,
)


def describe_service(links: Links, selves: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the landing page."""
    return {
        "title": "Tabanca",
        "description": _("Les couches du registre social, dans la portée de votre compte."),
        "links": [
            *selves,
            links.build("/api", "service-desc", OPENAPI, _("La définition de l'API")),
            links.build("/api", "service-doc", HTML, _("La documentation de l'API"), f="html"),
            links.build("/conformance", "conformance", JSON, _("Les classes de conformité")),
            links.build("/collections", "data", JSON, _("Les couches")),
            links.build(
                "/tileMatrixSets",
                "http://www.opengis.net/def/rel/ogc/1.0/tiling-schemes",
                JSON,
                _("Les grilles de tuiles"),
            ),
        ],
    }


def describe_conformance(selves: list[dict[str, Any]]) -> dict[str, Any]:
    return {"links": selves, "conformsTo": list(CONFORMANCE)}


def describe_api(
    links: Links, properties: Mapping[str, list[str]], computed: Mapping[str, list[str]]
) -> dict[str, Any]:
    """Return the OpenAPI 3.0 document of the service: its resources, those of each collection, and their parameters.

    `properties` are the names of the properties of each collection, which are parameters too; `computed` those of the
    parameters of each collection that is computed.
    """
    identity = build_place("objet", {"type": "string", "format": "uuid"})
    crs = build_parameter("crs", {"type": "string", "format": "uri"})
    numbers = [build_place(name, {"type": "integer", "minimum": 0}) for name in ("tileMatrix", "tileRow", "tileCol")]
    paths = {
        "/": build_path(_("La page d'accueil"), JSON),
        "/conformance": build_path(_("Les classes de conformité"), JSON),
        "/collections": build_path(_("Les couches"), JSON),
        "/tileMatrixSets": build_path(_("Les grilles de tuiles"), JSON),
        f"/tileMatrixSets/{TILE_MATRIX_SET}": build_path(_("Une grille de tuiles"), JSON),
    }
    for name, own in properties.items():
        single = f"/collections/{name}"
        paths |= {
            single: build_path(_("Une couche"), JSON),
            f"{single}/queryables": build_path(_("Les champs que l'on peut filtrer"), SCHEMA_JSON),
            f"{single}/items": build_path(_("Les objets d'une couche"), GEOJSON, *list_item_parameters(own)),
            f"{single}/items/{{objet}}": build_path(_("Un objet"), GEOJSON, identity, crs),
            f"{single}/tiles": build_path(_("Les jeux de tuiles d'une couche"), JSON),
            f"{single}/tiles/{TILE_MATRIX_SET}": build_path(_("Un jeu de tuiles"), JSON),
            f"{single}/tiles/{TILE_MATRIX_SET}/{{tileMatrix}}/{{tileRow}}/{{tileCol}}": build_path(
                _("Une tuile"), MVT, *numbers
            ),
            f"{single}/styles": build_path(_("Les styles des tuiles"), JSON),
            f"{single}/styles/{STYLE}": build_path(_("Un style"), MAPBOX_STYLE),
        }
    for name, own in computed.items():
        paths |= describe_computed_paths(name, own)
    schemes = {"jeton": {"type": "http", "scheme": "bearer"}, "cle": {"type": "http", "scheme": "basic"}}
    return {
        "openapi": "3.0.3",
        "info": {"title": "Tabanca, OGC API", "version": "1.0.0"},
        "servers": [{"url": links.base}],
        "paths": paths,
        "components": {"securitySchemes": schemes},
        "security": [{"jeton": []}, {"cle": []}],
    }


def describe_computed_paths(name: str, parameters: list[str]) -> dict[str, Any]:
    """Return the resources of a collection that is computed: itself and its items."""
    common = ("limit", "offset", "bbox", "datetime", "f")
    asked = [each for each in list_item_parameters(parameters) if each["name"] in (*common, *parameters)]
    own = [each for each in asked if each["name"] in parameters]
    identity = build_place("objet", {"type": "string"})
    return {
        f"/collections/{name}": build_path(_("Une couche calculée"), JSON),
        f"/collections/{name}/items": build_path(_("Les objets d'une couche"), GEOJSON, *asked),
        f"/collections/{name}/items/{{objet}}": build_path(_("Un objet"), GEOJSON, identity, *own),
    }


def build_path(summary: str, media: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {media: {"schema": {"type": "object"}}, HTML: {"schema": {"type": "string"}}}
    if media == MVT:
        content = {MVT: {"schema": {"type": "string", "format": "binary"}}}
    responses = {
        "200": {"description": summary, "content": content},
        "400": {"description": _("Paramètre inconnu ou faux")},
    }
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": responses}}


def build_place(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter of a path."""
    return {"name": name, "in": "path", "required": True, "schema": schema}


def build_parameter(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter of a query."""
    return {"name": name, "in": "query", "required": False, "schema": schema, "style": "form", "explode": False}


def list_item_parameters(properties: list[str]) -> list[dict[str, Any]]:
    """Return the parameters of items as OpenAPI describes them; a property's own is a value that it has."""
    text: dict[str, Any] = {"type": "string"}
    schemas: dict[str, dict[str, Any]] = {
        "limit": {"type": "integer", "minimum": 1, "maximum": 10_000, "default": 100},
        "offset": {"type": "integer", "minimum": 0, "default": 0},
        "apres": {"type": "string", "format": "uuid"},
        "bbox": {"type": "array", "minItems": 4, "maxItems": 6, "items": {"type": "number"}},
        "bbox-crs": {"type": "string", "format": "uri"},
        "crs": {"type": "string", "format": "uri"},
        "datetime": text,
        "filter": text,
        "filter-lang": {"type": "string", "enum": ["cql2-text", "cql2-json"], "default": "cql2-text"},
        "filter-crs": {"type": "string", "format": "uri"},
        "sortby": text,
        "f": {"type": "string", "enum": ["json", "html"]},
    }
    return [build_parameter(name, schema) for name, schema in (dict.fromkeys(properties, text) | schemas).items()]
