"""Serve OGC API - Features: the layers of the map for QGIS, GDAL and other programs of cartographers."""

from collections.abc import Iterable
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.tokens.api import CHALLENGE, KeyAuthentication, TokenAuthentication
from config.api import ogc
from config.api.permissions import AUTHENTICATED, PUBLIC
from config.api.schema import declare_operation
from config.api.views import ApiView
from config.errors.problems import not_found
from geo.layers.api import map_layers
from geo.ogc import queries
from geo.ogc.descriptions import collections as collection_descriptions
from geo.ogc.descriptions import service
from geo.ogc.descriptions.links import Link, Links, format_link_header
from geo.ogc.pages.rendering import render_page
from geo.ogc.rules import GEOJSON, JSON, OPENAPI, SCHEMA_JSON, TILE_MATRIX_SET, TILES_PERMISSION, find_reference_system
from geo.ogc.serializers import (
    FormatParams,
    ItemCrsParams,
    ItemParams,
    read_feature_query,
    refuse_unknown_parameters,
)
from geo.ogc.types import Collection, FeaturePage, FeatureQuery

PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Authorization, Accept, Accept-Language"}


class OgcView(ApiView):
    """Serve one resource as JSON or, for people who follow a link, as a page."""

    style = ogc
    permission = AUTHENTICATED
    authentication_classes: list = [KeyAuthentication, TokenAuthentication]
    challenge = CHALLENGE
    media = JSON

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        operation = self.get_operation()
        if operation and operation.query:
            known = {*operation.query().get_fields(), *self.list_property_names(**kwargs)}
            refuse_unknown_parameters(known, request.query_params)
        self.links = Links(request.build_absolute_uri)
        self.header_links: list[Link] = []

    def list_known_parameters(self) -> Iterable[str]:
        """Return whatever was sent: `initial` refuses unknown parameters, as the standard asks."""
        return self.request.query_params.keys()

    def list_property_names(self, **kwargs: Any) -> list[str]:
        """Return the names of properties that are parameters too."""
        return []

    @property
    def is_page_wanted(self) -> bool:
        """Return whether the caller wants HTML: `f` decides before the header Accept."""
        wanted = self.query.get("f")
        if wanted:
            return bool(wanted == "html")
        accepted = self.request.headers.get("Accept", "")
        return "text/html" in accepted and "json" not in accepted

    def build_selves(self, path: str) -> list[Link]:
        query = {name: self.request.query_params[name] for name in self.request.query_params}
        self.header_links = self.links.build_selves(path, query, self.media, self.is_page_wanted)
        return self.header_links

    def find_collection(self, couche: str) -> Collection:
        return queries.find_collection(couche, self.caller)

    def respond(self, body: bytes | dict[str, Any], title: Any = "", **headers: str) -> HttpResponse:
        """Return a document as JSON, or as a page with a title."""
        sent = {**PRIVATE, "Link": format_link_header(self.header_links), **headers}
        if self.is_page_wanted:
            document = body if isinstance(body, dict) else orjson.loads(body)
            return render_page(self.request, document, str(title), sent)
        content = orjson.dumps(body) if isinstance(body, dict) else body
        return HttpResponse(content, content_type=self.media, headers=sent)


class LandingPage(OgcView):
    @declare_operation("OGC API : page d'accueil", query=FormatParams)
    def get(self, request: Any) -> HttpResponse:
        return self.respond(service.describe_service(self.links, self.build_selves("")))


class Conformance(OgcView):
    @declare_operation("OGC API : classes de conformité", query=FormatParams)
    def get(self, request: Any) -> HttpResponse:
        return self.respond(service.describe_conformance(self.build_selves("/conformance")), _("Conformité"))


class ApiDefinition(OgcView):
    """Serve the definition to everybody, as programs fetch it before they sign in: it holds no rows."""

    permission = PUBLIC
    media = OPENAPI

    @declare_operation("OGC API : définition", query=FormatParams)
    def get(self, request: Any) -> HttpResponse:
        return self.respond(
            service.describe_api(
                self.links, {name: list(layer.export_properties) for name, layer in map_layers.items()}
            )
        )


class CollectionList(OgcView):
    @declare_operation("OGC API : couches", query=FormatParams)
    def get(self, request: Any) -> HttpResponse:
        described = [
            collection_descriptions.describe_collection(
                each, self.links, self._link_one(each), self.caller.holds(TILES_PERMISSION)
            )
            for each in queries.list_collections(self.caller)
        ]
        return self.respond({"links": self.build_selves("/collections"), "collections": described}, _("Couches"))

    def _link_one(self, collection: Collection) -> list[Link]:
        return [self.links.build(f"/collections/{collection.layer.name}", "self", JSON)]


class CollectionDetail(OgcView):
    @declare_operation("OGC API : une couche", query=FormatParams)
    def get(self, request: Any, couche: str) -> HttpResponse:
        selves = self.build_selves(f"/collections/{couche}")
        return self.respond(
            collection_descriptions.describe_collection(
                self.find_collection(couche), self.links, selves, self.caller.holds(TILES_PERMISSION)
            )
        )


class Queryables(OgcView):
    media = SCHEMA_JSON

    @declare_operation("OGC API : champs à filtrer", query=FormatParams)
    def get(self, request: Any, couche: str) -> HttpResponse:
        return self.respond(collection_descriptions.describe_queryables(self.find_collection(couche), self.links))


class ItemList(OgcView):
    media = GEOJSON

    def list_property_names(self, **kwargs: Any) -> list[str]:
        self.collection = self.find_collection(kwargs["couche"])
        return list(self.collection.properties)

    @declare_operation("OGC API : objets d'une couche", query=ItemParams)
    def get(self, request: Any, couche: str) -> HttpResponse:
        sent = {name: request.query_params[name] for name in request.query_params}
        query = read_feature_query(self.collection, self.query, sent)
        page = queries.read_page(self.collection, self.caller, query)
        head = {
            "type": "FeatureCollection",
            "timeStamp": timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
            "links": self._build_links(couche, query, page),
        }
        counts = {"numberReturned": page.count} | ({} if page.matched is None else {"numberMatched": page.matched})
        body = orjson.dumps({**head, **counts, "features": orjson.Fragment(page.json)})
        return self.respond(body, self.collection.layer.title, **{"Content-Crs": f"<{query.crs.uri}>"})

    def _build_links(self, couche: str, query: FeatureQuery, page: FeaturePage) -> list[Link]:
        path = f"/collections/{couche}/items"
        links = [
            *self.build_selves(path),
            self.links.build(f"/collections/{couche}", "collection", JSON, _("La couche")),
            self.links.build_queryables(couche),
        ]
        # Part 3 has programs find what may be filtered in the header, before they read rows.
        self.header_links = links
        if not page.has_more:
            return links
        following = {name: self.request.query_params[name] for name in self.request.query_params}
        following.pop("offset", None)
        # By id a page begins where the one before ended, however many lie before it; in another order rows are skipped.
        if query.order:
            following["offset"] = str(query.offset + query.limit)
        else:
            following["apres"] = str(page.last)
        self.header_links = [*links, self.links.build(path, "next", GEOJSON, _("Page suivante"), **following)]
        return self.header_links


class ItemDetail(OgcView):
    media = GEOJSON

    @declare_operation("OGC API : un objet", query=ItemCrsParams)
    def get(self, request: Any, couche: str, objet: str) -> HttpResponse:
        crs = find_reference_system("crs", self.query.get("crs"))
        collection = self.find_collection(couche)
        feature = orjson.loads(queries.read_feature(collection, self.caller, objet, crs))
        selves = self.build_selves(f"/collections/{couche}/items/{objet}")
        feature["links"] = [*selves, self.links.build(f"/collections/{couche}", "collection", JSON, _("La couche"))]
        return self.respond(feature, collection.layer.title, **{"Content-Crs": f"<{crs.uri}>"})


class TilesetList(OgcView):
    permission = TILES_PERMISSION

    @declare_operation("OGC API : jeux de tuiles d'une couche", query=FormatParams)
    def get(self, request: Any, couche: str) -> HttpResponse:
        selves = self.build_selves(f"/collections/{couche}/tiles")
        return self.respond(collection_descriptions.describe_tilesets(self.find_collection(couche), self.links, selves))


class TilesetDetail(OgcView):
    permission = TILES_PERMISSION

    @declare_operation("OGC API : un jeu de tuiles", query=FormatParams)
    def get(self, request: Any, couche: str, grille: str) -> HttpResponse:
        if grille != TILE_MATRIX_SET:
            raise not_found()
        selves = self.build_selves(f"/collections/{couche}/tiles/{grille}")
        return self.respond(collection_descriptions.describe_tileset(self.find_collection(couche), self.links, selves))


class TileMatrixSetList(OgcView):
    @declare_operation("OGC API : grilles de tuiles", query=FormatParams)
    def get(self, request: Any) -> HttpResponse:
        described = collection_descriptions.describe_tile_matrix_set()
        link = self.links.build(f"/tileMatrixSets/{TILE_MATRIX_SET}", "self", JSON)
        entry = {name: described[name] for name in ("id", "title", "uri", "crs")} | {"links": [link]}
        return self.respond(
            {"tileMatrixSets": [entry], "links": self.build_selves("/tileMatrixSets")}, _("Grilles de tuiles")
        )


class TileMatrixSetDetail(OgcView):
    @declare_operation("OGC API : une grille de tuiles", query=FormatParams)
    def get(self, request: Any, grille: str) -> HttpResponse:
        if grille != TILE_MATRIX_SET:
            raise not_found()
        return self.respond(collection_descriptions.describe_tile_matrix_set())
