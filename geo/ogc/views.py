"""Serve OGC API - Features: the layers of the map for QGIS, GDAL and other programs of cartographers."""

from collections.abc import Iterable
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.tokens.api import CHALLENGE, KeyAuthentication, TokenAuthentication
from config.api import ogc
from config.api.limits import ANALYSIS
from config.api.permissions import AUTHENTICATED, PUBLIC
from config.api.rendering import render_json
from config.api.schema import declare_operation
from config.api.views import ApiView
from config.errors.problems import not_found
from geo.layers.api import compute_extent, map_layers
from geo.ogc import queries
from geo.ogc.computed.hooks import ComputedCollection, computed_collections
from geo.ogc.computed.queries import find_computed_collection, is_within, list_computed_collections
from geo.ogc.computed.serializers import compute_features
from geo.ogc.descriptions import collections as collection_descriptions
from geo.ogc.descriptions import service, styles
from geo.ogc.descriptions.links import Link, Links, format_link_header
from geo.ogc.pages.rendering import render_page
from geo.ogc.rules import (
    CRS84,
    GEOJSON,
    JSON,
    MAPBOX_STYLE,
    OPENAPI,
    SCHEMA_JSON,
    STYLE,
    TILE_MATRIX_SET,
    TILES_PERMISSION,
    find_reference_system,
)
from geo.ogc.serializers import (
    FormatParams,
    ItemCrsParams,
    ItemParams,
    read_box,
    read_feature_query,
    refuse_unknown_parameters,
)
from geo.ogc.types import Collection, FeaturePage, FeatureQuery, ReferenceSystem

PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Authorization, Accept, Accept-Language"}


class OgcView(ApiView):
    """Serve one resource as JSON or, for people who follow a link, as a page."""

    style = ogc
    permission = AUTHENTICATED
    authentication_classes: list = [KeyAuthentication, TokenAuthentication]
    challenge = CHALLENGE
    media = JSON
    # What a page needs besides its document: the system of its shapes, and the parameters of the pages of its rows.
    system: ReferenceSystem = CRS84
    item_query: dict[str, str] = {}

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
            return render_page(self.request, document, str(title), sent, self.system, self.item_query)
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
                self.links,
                {name: list(layer.export_properties) for name, layer in map_layers.items()},
                {name: each.list_parameters() for name, each in computed_collections.items()},
            )
        )


class CollectionList(OgcView):
    @declare_operation("OGC API : couches", query=FormatParams)
    def get(self, request: Any) -> HttpResponse:
        extent = compute_extent(self.caller)
        described = [
            collection_descriptions.describe_collection(
                each, self.links, self._link_one(each), self.caller.holds(TILES_PERMISSION)
            )
            for each in queries.list_collections(self.caller, extent)
        ]
        described += [
            collection_descriptions.describe_computed(
                name, each, extent, self.links, [self.links.build(f"/collections/{name}", "self", JSON)]
            )
            for name, each in list_computed_collections(self.caller)
        ]
        return self.respond({"links": self.build_selves("/collections"), "collections": described}, _("Couches"))

    def _link_one(self, collection: Collection) -> list[Link]:
        return [self.links.build(f"/collections/{collection.layer.name}", "self", JSON)]


class CollectionDetail(OgcView):
    @declare_operation("OGC API : une couche", query=FormatParams)
    def get(self, request: Any, couche: str) -> HttpResponse:
        selves = self.build_selves(f"/collections/{couche}")
        if computed := find_computed_collection(couche, self.caller):
            extent = compute_extent(self.caller)
            return self.respond(collection_descriptions.describe_computed(couche, computed, extent, self.links, selves))
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


class ItemView(OgcView):
    """Serve features of a layer, or of a collection that is computed."""

    media = GEOJSON
    # A computed collection is an analysis.
    allowance = ANALYSIS

    def list_property_names(self, **kwargs: Any) -> list[str]:
        self.computed = find_computed_collection(kwargs["couche"], self.caller)
        if self.computed:
            return self.computed.list_parameters()
        self.collection = self.find_collection(kwargs["couche"])
        return list(self.collection.properties)

    def list_sent(self) -> dict[str, str]:
        return {name: self.request.query_params[name] for name in self.request.query_params}


class ItemList(ItemView):
    @declare_operation("OGC API : objets d'une couche", query=ItemParams)
    def get(self, request: Any, couche: str) -> HttpResponse:
        if self.computed:
            return self._respond_computed(couche, self.computed)
        query = read_feature_query(self.collection, self.query, self.list_sent())
        self.system = query.crs
        self.item_query = {} if query.crs == CRS84 else {"crs": query.crs.uri}
        page = queries.read_page(self.collection, self.caller, query)
        head = {
            "type": "FeatureCollection",
            "timeStamp": timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
            "links": self._build_links(couche, query, page),
        }
        counts = {"numberReturned": page.count} | ({} if page.matched is None else {"numberMatched": page.matched})
        body = orjson.dumps({**head, **counts, "features": orjson.Fragment(page.json)})
        return self.respond(body, self.collection.layer.title, **{"Content-Crs": f"<{query.crs.uri}>"})

    def _respond_computed(self, couche: str, computed: ComputedCollection) -> HttpResponse:
        """Compute the features, and answer those of the box and the page."""
        path, sent, box = f"/collections/{couche}/items", self.list_sent(), read_box(self.query)
        found = compute_features(computed, self.request, sent)
        self.item_query = {name: value for name, value in sent.items() if name in computed.list_parameters()}
        within = found.features if box is None else [each for each in found.features if is_within(each, box)]
        first, last = self.query["offset"], self.query["offset"] + self.query["limit"]
        links = [
            *self.build_selves(path),
            self.links.build(f"/collections/{couche}", "collection", JSON, _("La couche")),
        ]
        if last < len(within):
            following = sent | {"offset": str(last)}
            links.append(self.links.build(path, "next", GEOJSON, _("Page suivante"), **following))
        self.header_links = links
        body = {
            "type": "FeatureCollection",
            "timeStamp": timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
            "links": links,
            "numberReturned": len(within[first:last]),
            "numberMatched": found.total if box is None else len(within),
            "features": within[first:last],
        }
        return self.respond(render_json(body), computed.title, **{"Content-Crs": f"<{CRS84.uri}>"})

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


class ItemDetail(ItemView):
    def list_property_names(self, **kwargs: Any) -> list[str]:
        """Return the parameters of a computed collection: the same ones find the same features."""
        names = super().list_property_names(**kwargs)
        return names if self.computed else []

    @declare_operation("OGC API : un objet", query=ItemCrsParams)
    def get(self, request: Any, couche: str, objet: str) -> HttpResponse:
        crs = self.system = find_reference_system("crs", self.query.get("crs"))
        feature = self._read_computed(objet) if self.computed else self._read(objet, crs)
        title = self.computed.title if self.computed else self.collection.layer.title
        selves = self.build_selves(f"/collections/{couche}/items/{objet}")
        feature["links"] = [*selves, self.links.build(f"/collections/{couche}", "collection", JSON, _("La couche"))]
        return self.respond(feature, title, **{"Content-Crs": f"<{crs.uri}>"})

    def _read(self, objet: str, crs: ReferenceSystem) -> dict[str, Any]:
        found: dict[str, Any] = orjson.loads(queries.read_feature(self.collection, self.caller, objet, crs))
        return found

    def _read_computed(self, objet: str) -> dict[str, Any]:
        computed: Any = self.computed
        for each in compute_features(computed, self.request, self.list_sent()).features:
            if str(each["id"]) == objet:
                found: dict[str, Any] = orjson.loads(render_json(each))
                return found
        raise not_found()


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


class StyleList(OgcView):
    permission = TILES_PERMISSION

    @declare_operation("OGC API : styles des tuiles d'une couche", query=FormatParams)
    def get(self, request: Any, couche: str) -> HttpResponse:
        selves = self.build_selves(f"/collections/{couche}/styles")
        layer = self.find_collection(couche).layer
        return self.respond(styles.describe_styles(layer, self.links, selves), layer.title)


class StyleDetail(OgcView):
    permission = TILES_PERMISSION
    media = MAPBOX_STYLE

    @declare_operation("OGC API : un style", query=FormatParams)
    def get(self, request: Any, couche: str, style: str) -> HttpResponse:
        layer = self.find_collection(couche).layer
        if style != STYLE:
            raise not_found()
        return self.respond(styles.write_stylesheet(layer, self.links), layer.title)


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
