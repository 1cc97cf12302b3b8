"""Find the services to which somebody at a place can be referred. Nothing of the question is stored."""

from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from analysis.vbg.directory.api import TYPE_LABELS
from analysis.vbg.referrals.rules import estimate_walking_minutes, find_wind, is_open
from analysis.vbg.referrals.types import NearbyService, Referral
from config.caller import Caller
from config.sql import Queries
from geo.facilities.models import VbgService, Visibility
from geo.scope.api import compile_subquery

SQL: Final = Queries(__file__, "referrals.sql")
COLUMNS: Final = (
    "id",
    "nom",
    "type",
    "adresse",
    "telephone",
    "horaires",
    "region_id",
    "secteur_id",
    "localite_id",
    "geom",
    "geog",
)
# So many services of a kind are looked at for one that is open.
EACH: Final = 20


def find_referrals(
    user: Caller, lon: float, lat: float, moment: datetime, *, for_paper: bool = False
) -> list[Referral]:
    """Return the nearest service of each kind that is not closed at `moment`, nearest first.

    Where all of a kind are closed, the nearest of them comes after these, with `ouvert` false. Distances are geodesic. With `for_paper`,
    public services only: a card is read by whoever finds it.
    """
    rows = VbgService.objects.visible_to(user).filter(statut__in=("actif", "", "fonctionnel"), geom__isnull=False)
    if for_paper:
        rows = rows.filter(visibilite=Visibility.PUBLIC)
    places, params = compile_subquery(rows, "places", *COLUMNS)
    params |= {"point": f"SRID=4326;POINT({lon!r} {lat!r})", "each": EACH}
    local = timezone.localtime(moment)
    chosen: dict[str, tuple[bool, Referral]] = {}
    for service in SQL.fetch_objects(NearbyService, "nearby", params, places=places):
        is_closed = is_open(service.horaires, local) is False
        known = chosen.get(service.type)
        if known is None or (known[0] and not is_closed):
            chosen[service.type] = is_closed, _build_referral(service, local)
    found = sorted(chosen.values(), key=lambda one: (one[0], one[1].distance, str(one[1].id)))
    return [referral for _closed, referral in found]


def _build_referral(service: NearbyService, local: datetime) -> Referral:
    label: Any = TYPE_LABELS.get(service.type)
    return Referral(
        type_service=service.type,
        type_label=str(label) if label else service.type,
        id=service.id,
        nom=service.nom,
        ouvert=is_open(service.horaires, local),
        horaires=service.horaires,
        telephone=service.telephone,
        adresse=service.adresse,
        region=service.region,
        secteur=service.secteur,
        localite=service.localite,
        latitude=service.latitude,
        longitude=service.longitude,
        distance=round(service.distance, 1),
        direction=find_wind(service.azimut),
        minutes_a_pied=estimate_walking_minutes(service.distance),
    )
