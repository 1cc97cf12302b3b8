"""Create, change and delete services for survivors and the people who work there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.contrib.gis.geos import Point
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from analysis.vbg.directory.hooks import open_case_counters
from analysis.vbg.directory.rules import ACTIVE, CODE_PREFIX
from config.caller import Caller
from config.deletion import delete_owned_rows, delete_unreferenced_row
from config.errors.problems import Problem, conflict, forbidden, invalid, not_found
from config.locks import Lock, lock_name, lock_row
from geo.areas.models import SRID, Region
from geo.facilities.api import save_facility
from geo.facilities.models import VbgAgent, VbgService

COORDINATES: Final = ("latitude", "longitude")
# As far outside a boundary a point may lie, in degrees; `geo_is_far` has the same.
NEAR: Final = 0.02


def generate_code() -> str:
    """Return a drawn code, `VBG-` and 12 digits of 16: numbers in a row would have gaps where the shelters are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT geo_draw_service_code(%s)", [f"{CODE_PREFIX}-"])
        return str(cursor.fetchone()[0])


@transaction.atomic
def create_service(*, values: dict[str, Any], user: Caller) -> VbgService:
    """Create a service with a generated code.

    Raises VALIDATION_ERROR, CONSTRAINT_VIOLATION when its areas contradict one another, and FORBIDDEN for one that the
    caller would not see: of another region, or a shelter without the right to see it.
    """
    service = VbgService(code=generate_code(), statut=values.get("statut") or ACTIVE)
    _set_values(service, values)
    _check_country(service)
    save_facility(service, creating=True)
    return _require_seen(service, user)


@transaction.atomic
def change_service(
    *, service: VbgService, values: dict[str, Any], user: Caller, require: Callable[[Any], None]
) -> VbgService:
    """Change the fields of a service that are in `values`; `require` checks the locked row.

    Raises the errors of `create_service`, and NOT_FOUND when it was deleted meanwhile.
    """
    current: VbgService = lock_row(Lock.VBG_SERVICES, VbgService.objects.visible_to(user).filter(id=service.id))
    require(current)
    place = (current.geom, current.region_id, current.secteur_id)
    _set_values(current, values)
    if place != (current.geom, current.region_id, current.secteur_id):
        _check_place(current)
    save_facility(current)
    return _require_seen(current, user)


@transaction.atomic
def delete_service(*, service: VbgService, user: Caller, require: Callable[[Any], None]) -> None:
    """Delete a service and its agents. Raises HAS_DEPENDENCIES while it has open cases; how many is not said.

    Its other cases lose it, which changes their sums; none is written or opened again meanwhile.
    """
    lock_name(Lock.VBG_CASES)
    rows = VbgService.objects.visible_to(user).filter(id=service.id)
    current: VbgService = lock_row(Lock.VBG_SERVICES, rows, no_key=False)
    require(current)
    if any(count(current.id) for count in open_case_counters.values()):
        raise Problem("HAS_DEPENDENCIES", _("Suppression impossible : ce service a des cas en cours."))
    delete_owned_rows(current)
    delete_unreferenced_row(current)


@transaction.atomic
def add_agent(*, service: VbgService, values: dict[str, Any], user: Caller) -> VbgAgent:
    """Add somebody who works in a service. Raises NOT_FOUND, and CONFLICT for a name that is there already."""
    agent = VbgAgent(service=_lock_service(service.id, user), **values)
    with _raise_known_agent():
        agent.save(force_insert=True)
    return agent


@transaction.atomic
def change_agent(*, agent: VbgAgent, values: dict[str, Any], user: Caller, require: Callable[[Any], None]) -> VbgAgent:
    """Change the fields of an agent that are in `values`; `require` checks the locked row. Raises as `add_agent` does."""
    current = _lock_agent(agent, user, require)
    for name, value in values.items():
        setattr(current, name, value)
    with _raise_known_agent():
        current.save()
    return current


@transaction.atomic
def delete_agent(*, agent: VbgAgent, user: Caller, require: Callable[[Any], None]) -> None:
    """Remove an agent from their service; the history keeps who it was. Raises NOT_FOUND."""
    _lock_agent(agent, user, require).delete()


def _lock_service(identity: UUID, user: Caller) -> VbgService:
    """Return a service that the caller sees, locked: it is neither deleted nor hidden meanwhile. Raises NOT_FOUND."""
    service: VbgService = lock_row(Lock.VBG_SERVICES, VbgService.objects.visible_to(user).filter(id=identity))
    return service


def _lock_agent(agent: VbgAgent, user: Caller, require: Callable[[Any], None]) -> VbgAgent:
    """Return an agent of a locked service: whoever changes or removes one locks the service first. Raises NOT_FOUND."""
    service = _lock_service(agent.service_id, user)
    current = VbgAgent.objects.filter(id=agent.id, service=service).first()
    if current is None:
        raise not_found()
    require(current)
    return current


@contextmanager
def _raise_known_agent() -> Iterator[None]:
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if "agent_vbg_once" not in str(error):
            raise
        raise conflict(_("Ce service a déjà un agent de ce nom.")) from error


def _set_values(service: VbgService, values: dict[str, Any]) -> None:
    """Set the fields in `values`; the areas above follow from the one below when they were not sent."""
    sent: dict[str, Any] = {name: value for name, value in values.items() if name in COORDINATES}
    for name in values.keys() - sent.keys():
        setattr(service, name, values[name])
    if service.localite and "localite" in values and "secteur" not in values:
        service.secteur = service.localite.secteur
    if service.secteur and {"secteur", "localite"} & values.keys() and "region" not in values:
        service.region_id = service.secteur.region_id
    if sent:
        _set_position(service, sent)
    _check_areas(service)


def _set_position(service: VbgService, sent: dict[str, Any]) -> None:
    """Set the point from `latitude` and `longitude`; one that was not sent keeps its value. Raises VALIDATION_ERROR."""
    old = service.geom
    latitude = sent.get("latitude", old.y if old else None)
    longitude = sent.get("longitude", old.x if old else None)
    if (latitude is None) != (longitude is None):
        missing = "latitude" if latitude is None else "longitude"
        raise invalid({missing: [_("Latitude et longitude vont ensemble.")]})
    service.geom = (
        None if latitude is None or longitude is None else Point(float(longitude), float(latitude), srid=SRID)
    )


def _check_areas(service: VbgService) -> None:
    """Raise CONSTRAINT_VIOLATION when the areas of a service contradict one another."""
    details = {}
    if service.secteur and service.region_id and service.secteur.region_id != service.region_id:
        details["secteurId"] = [_("Le secteur n'est pas dans cette région.")]
    if service.localite and service.secteur_id and service.localite.secteur_id != service.secteur_id:
        details["localiteId"] = [_("La localité n'est pas dans ce secteur.")]
    if details:
        raise Problem("CONSTRAINT_VIOLATION", details=details)


def _check_country(service: VbgService) -> None:
    """Raise CONSTRAINT_VIOLATION when a new service lies in no region, nor near one."""
    if service.geom is None:
        return
    near = Q(geom__isnull=True) | Q(geom__dwithin=(service.geom, NEAR))
    if not Region.objects.filter(near).exists():
        raise Problem("CONSTRAINT_VIOLATION", details={"latitude": [_("La position du service est hors du pays.")]})


def _check_place(service: VbgService) -> None:
    """Raise CONSTRAINT_VIOLATION when a service is moved far from its region or sector: it would be looked for there."""
    if service.geom is None:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT geo_is_far(ST_GeomFromEWKT(%s), %s, %s)",
            [service.geom.ewkt, service.region_id, service.secteur_id],
        )
        if cursor.fetchone()[0]:
            message = _("La position du service est à plus de 2 km de cette région ou de ce secteur.")
            raise Problem("CONSTRAINT_VIOLATION", details={"latitude": [message]})


def _require_seen(service: VbgService, user: Caller) -> VbgService:
    """Return the service as stored. Raises FORBIDDEN when the caller may not see what was written."""
    stored = VbgService.objects.visible_to(user).filter(id=service.id).first()
    if stored is None:
        raise forbidden(
            _("Vous ne verriez pas ce service : il est restreint, ou dans une région qui n'est pas la vôtre.")
        )
    return stored
