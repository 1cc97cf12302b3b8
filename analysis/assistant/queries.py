"""Find the places that a caller can name."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from analysis.assistant.language.gazetteer import Gazetteer
from analysis.assistant.language.lexicon import split_text
from analysis.assistant.types import Place, Plan
from config.caller import Caller, RegionScope, Scope
from geo.areas.models import Locality, Region, Sector
from geo.layers.api import find_layer_version, map_layers

LAYERS: Final = ("regions", "secteurs", "localites")
# The names of the whole country take a few megabytes.
SCOPES_KEPT: Final = 16


def load_gazetteer(user: Caller) -> Gazetteer:
    """Return the visible places by their names. Five queries; the names are read again only after a change of areas."""
    version = tuple(find_layer_version(map_layers[name]) for name in LAYERS)
    newest = tuple(model.objects.order_by("-id").values_list("id", flat=True).first() for model in (Region, Locality))
    return _build_gazetteer((*version, *newest), user.region_ids)


def list_areas_outside(question: str, user: Caller, own: Gazetteer) -> list[str]:
    """Return the names of the regions and secteurs of a question that lie outside the caller's regions.

    What the country is divided into is on every map of it; the names of its villages are not given away. Two queries.
    """
    if user.region_ids is None:
        return []
    areas = _build_areas_gazetteer(tuple(find_layer_version(map_layers[name]) for name in LAYERS[:2]))
    found = areas.list_phrases(split_text(question))
    return [places[0].nom for phrase, places in found if phrase not in own.places]


@lru_cache(maxsize=1)
def _build_areas_gazetteer(version: tuple[Any, ...]) -> Gazetteer:
    """Return the gazetteer of all regions and secteurs; `version` makes the cache forget what is no longer so."""
    return Gazetteer(_list_areas(RegionScope(None)))


@lru_cache(maxsize=SCOPES_KEPT)
def _build_gazetteer(version: tuple[Any, ...], regions: tuple[UUID, ...] | None) -> Gazetteer:
    """Return the gazetteer of a scope; `version` makes the cache forget what is no longer so."""
    return Gazetteer(_list_places(RegionScope(regions)))


def _list_places(user: Scope) -> Iterable[Place]:
    yield from _list_areas(user)
    localities = Locality.objects.visible_to(user).order_by()
    for key, name, sector, region in localities.values_list("id", "nom", "secteur_id", "secteur__region_id"):
        yield Place("localite", key, name, (region, sector))


def _list_areas(user: Scope) -> Iterable[Place]:
    for key, name in Region.objects.visible_to(user).values_list("id", "nom"):
        yield Place("region", key, name)
    for key, name, region in Sector.objects.visible_to(user).values_list("id", "nom", "region_id"):
        yield Place("secteur", key, name, (region,))


def is_circle_visible(plan: Plan, user: Caller) -> bool:
    """Return whether the place around which a plan looks, if any, is visible."""
    return plan.autour is None or find_place(plan.autour.place.niveau, plan.autour.place.id, user) is not None


def find_place(level: str, identity: UUID, user: Caller) -> Place | None:
    """Return a visible place by its id, or None."""
    model = {"region": Region, "secteur": Sector, "localite": Locality}[level]
    name = model.objects.visible_to(user).filter(id=identity).values_list("nom", flat=True).first()  # type: ignore[attr-defined]
    return None if name is None else Place(level, identity, name)
