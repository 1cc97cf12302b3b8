"""Two who change neighbours at once: the border that both share is that of both changes."""

import threading

import pytest
from django.contrib.gis.geos import MultiPolygon, Polygon
from django.db import connection, transaction

from geo.areas.models import Sector
from geo.areas.services import change_area
from tests.threads import in_thread, somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)
BEND = [(-15.5 + (0.0015 if step % 2 else 0), 12 + step / 40) for step in range(41)]


def drawn(border: list[tuple[float, float]], far: float) -> MultiPolygon:
    """A unit between the meridian `far` and a border, which runs to the north."""
    return MultiPolygon(Polygon([*border, (far, 13.0), (far, 12.0), border[0]]))


def pulled(by: float) -> list[tuple[float, float]]:
    """The border with its upper half leaning to the east, by so much at its end."""
    return [(lon + 2 * by * max(lat - 12.5, 0), lat) for lon, lat in BEND]


@pytest.fixture
def neighbours(country):
    west, east = country.north, country.south
    for unit, far in ((west, -16.0), (east, -15.0)):
        change_area(area=unit, values={"geom": drawn(BEND, far)}, require=lambda _area: None)
    return west, east


def change(area, **values):
    change_area(area=area, values=values, require=lambda _area: None)


def run_beside(first, second):
    """Run `second` while the transaction of `first` is open, until it waits or is done."""

    def hold(ready, over):
        with transaction.atomic():
            first()
            ready.set()
            over.wait(60)

    def other():
        try:
            second()
        finally:
            connection.close()

    thread = threading.Thread(target=other)
    with in_thread(hold):
        thread.start()
        while thread.is_alive() and not somebody_waits():
            thread.join(0.02)
    thread.join(60)
    assert not thread.is_alive()


def contours():
    return {unit.code: unit.contour.wkt for unit in Sector.objects.all()}


def require_fresh():
    """The contours are what simplifying the level again makes of it."""
    kept = contours()
    with connection.cursor() as cursor:
        cursor.execute("SELECT geo_share_contours('geo_secteur')")
    assert contours() == kept


def test_two_neighbours_that_change_at_once_share_their_new_border(neighbours):
    """It leans so little that it is one straight line; where it left the old one, each had kept a corner of its own."""
    west, east = neighbours
    border, changed, over = pulled(0.002), threading.Event(), threading.Event()

    def other():
        try:
            with transaction.atomic():
                change(west, geom=drawn(border, -16.0))
                changed.set()
                over.wait(60)
        finally:
            connection.close()

    thread = threading.Thread(target=other)

    def meet(_area):
        """Under the lock of the row, before it is written: let the other change his, or wait for this one."""
        thread.start()
        while not changed.wait(0.02) and not somebody_waits():
            continue

    change_area(area=east, values={"geom": drawn(border, -15.0)}, require=meet)
    over.set()
    thread.join(60)
    require_fresh()


def test_a_neighbour_whose_name_is_being_changed_gets_the_new_border_too(neighbours):
    west, east = neighbours
    border = pulled(-0.2)
    run_beside(lambda: change(east, nom="Nhacra B"), lambda: change(west, geom=drawn(border, -16.0)))
    require_fresh()


def test_a_unit_that_is_added_beside_a_change_gets_the_new_border_too(neighbours, country):
    west, east = neighbours
    border = pulled(0.2)

    def add():
        Sector.objects.create(nom="Novo", code="OI03", region=country.west, geom=drawn(BEND, -15.2))

    run_beside(lambda: change(west, geom=drawn(border, -16.0)), add)
    require_fresh()
