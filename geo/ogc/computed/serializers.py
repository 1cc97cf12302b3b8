"""Read what a computed collection is asked for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.api.parameters import read_parameters
from config.errors.problems import invalid
from geo.ogc.computed.hooks import ComputedCollection
from geo.ogc.computed.types import ComputedFeatures
from geo.ogc.rules import CRS84

# What items of a layer take and those that are computed do not: they have no key to begin after, and no condition.
REFUSED = ("apres", "filter", "filter-lang", "filter-crs", "sortby")
SYSTEMS = ("crs", "bbox-crs")


def compute_features(collection: ComputedCollection, request: Any, sent: Mapping[str, str]) -> ComputedFeatures:
    """Return the features that the parameters ask for. Raises VALIDATION_ERROR."""
    fault = _("Paramètre sans effet sur une couche calculée.")
    if refused := [name for name in REFUSED if name in sent]:
        raise invalid({name: [fault] for name in refused})
    for name in SYSTEMS:
        if sent.get(name, CRS84.uri).strip("[]<>") != CRS84.uri:
            raise invalid({name: [_("Une couche calculée n'a que ce système : %(uri)s.") % {"uri": CRS84.uri}]})
    values = read_parameters(sent, collection.parameters, collection.filters, request)
    return collection.compute(request.user, values)
