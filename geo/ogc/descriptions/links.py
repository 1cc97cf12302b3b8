"""Build the links between the resources of the service."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from geo.ogc.rules import GEOJSON, HTML, JSON, SCHEMA_JSON

ROOT = "/ogc"
QUERYABLES = "http://www.opengis.net/def/rel/ogc/1.0/queryables"
Link = dict[str, Any]


class Links:
    """Build absolute links from the address at which the service was called."""

    def __init__(self, build_absolute_uri: Any) -> None:
        self.base = build_absolute_uri(ROOT)

    def build(self, path: str, rel: str, media: str, title: str = "", **query: Any) -> Link:
        """Return a link to a path below the landing page."""
        address = self.base + path + (f"?{urlencode(query)}" if query else "")
        return {"href": address, "rel": rel, "type": media} | ({"title": title} if title else {})

    def build_selves(self, path: str, query: Mapping[str, str], media: str = JSON, is_html: bool = False) -> list[Link]:
        """Return the links of a resource to itself and to its other representation."""
        rest = {name: value for name, value in query.items() if name != "f"}
        own = self.build(path, "alternate" if is_html else "self", media, "JSON", **rest, f="json")
        page = self.build(path, "self" if is_html else "alternate", HTML, "HTML", **rest, f="html")
        return [page, own] if is_html else [own, page]

    def build_queryables(self, name: str) -> Link:
        return self.build(f"/collections/{name}/queryables", QUERYABLES, SCHEMA_JSON, _("Les champs à filtrer"))

    def build_items(self, name: str, rel: str = "items") -> Link:
        return self.build(f"/collections/{name}/items", rel, GEOJSON, _("Les objets"))


def format_link_header(links: list[Link]) -> str:
    """Return links as the value of the header Link (RFC 8288), for programs that read no body."""
    return ", ".join(f'<{link["href"]}>; rel="{link["rel"]}"; type="{link["type"]}"' for link in links)
