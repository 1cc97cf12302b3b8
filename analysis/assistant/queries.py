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
    return _build_gazetteer(_find_version(), user.region_ids)


def _find_version() -> tuple[Any, ...]:
    version = tuple(find_layer_version(map_layers[name]) for name in LAYERS)
    newest = tuple(model.objects.order_by("-id").values_list("id", flat=True).first() for model in (Region, Locality))
    return (*version, *newest)


def list_areas_outside(question: str, user: Caller) -> list[str]:
    """Return the names of the regions and secteurs of a question that lie outside the caller's regions.

    What the country is divided into is on every map of it; the names of its villages are not given away.
    """
    if user.region_ids is None:
        return []
    whole, own = _build_gazetteer(_find_version(), None), load_gazetteer(user)
    return [
        places[0].nom
        for phrase, places in whole.list_phrases(split_text(question))
        if phrase not in own.places and any(place.niveau != "localite" for place in places)
    ]


@lru_cache(maxsize=SCOPES_KEPT)
def _build_gazetteer(version: tuple[Any, ...], regions: tuple[UUID, ...] | None) -> Gazetteer:
    """Return the gazetteer of a scope; `version` makes the cache forget what is no longer so."""
    return Gazetteer(_list_places(RegionScope(regions)))


def _list_places(user: Scope) -> Iterable[Place]:
    for key, name in Region.objects.visible_to(user).values_list("id", "nom"):
        yield Place("region", key, name)
    for key, name, region in Sector.objects.visible_to(user).values_list("id", "nom", "region_id"):
        yield Place("secteur", key, name, (region,))
    localities = Locality.objects.visible_to(user).order_by()
    for key, name, sector, region in localities.values_list("id", "nom", "secteur_id", "secteur__region_id"):
        yield Place("localite", key, name, (region, sector))


def is_circle_visible(plan: Plan, user: Caller) -> bool:
    """Return whether the place around which a plan looks, if any, is visible."""
    return plan.autour is None or find_place(plan.autour.place.niveau, plan.autour.place.id, user) is not None


def find_place(level: str, identity: UUID, user: Caller) -> Place | None:
    """Return a visible place by its id, or None."""
    model = {"region": Region, "secteur": Sector, "localite": Locality}[level]
    name = model.objects.visible_to(user).filter(id=identity).values_list("nom", flat=True).first()  # type: ignore[attr-defined]
    return None if name is None else Place(level, identity, name)
