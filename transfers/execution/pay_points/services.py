"""Create, change and delete pay-points."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from config.caller import Caller, require_reach
from config.deletion import delete_unreferenced_row
from config.errors.problems import conflict, invalid
from config.locks import Lock, lock_row
from geo.areas.models import Region
from registry.projects.api import require_writable
from transfers.execution.pay_points.models import PayPoint
from transfers.programmes.models import Programme

Require = Callable[[PayPoint], None]


@transaction.atomic
def create_pay_point(*, programme: Programme, values: dict[str, Any], user: Caller) -> PayPoint:
    """Create a pay-point in the region in which it lies.

    Raises READ_ONLY_PROJECT, VALIDATION_ERROR outside all regions, FORBIDDEN in one that the caller does not see,
    CONFLICT when another one of the region has its name.
    """
    require_writable(programme.projet)
    return _save_point(PayPoint(programme=programme, **values), user, is_new=True)


@transaction.atomic
def change_pay_point(*, point: PayPoint, values: dict[str, Any], user: Caller, require: Require) -> PayPoint:
    """Change the fields that were sent; sheets that were issued keep their number and people.

    `require` checks the row under its lock (If-Match). Raises NOT_FOUND, and as `create_pay_point` does.
    """
    current = _lock_point(point, user, require)
    for name, value in values.items():
        setattr(current, name, value)
    return _save_point(current, user, is_new=False)


@transaction.atomic
def delete_pay_point(*, point: PayPoint, user: Caller, require: Require) -> None:
    """Delete a pay-point of which no sheet was issued. Raises NOT_FOUND, READ_ONLY_PROJECT, HAS_DEPENDENCIES."""
    delete_unreferenced_row(_lock_point(point, user, require))


def _lock_point(point: PayPoint, user: Caller, require: Require) -> PayPoint:
    rows = PayPoint.objects.visible_to(user).filter(id=point.id).select_related("programme__projet")
    current = lock_row(Lock.PAY_POINTS, rows)
    require(current)
    require_writable(current.programme.projet)
    return current


def _save_point(point: PayPoint, user: Caller, *, is_new: bool) -> PayPoint:
    region = Region.objects.filter(geom__covers=point.geom).order_by("id").values_list("id", flat=True).first()
    if region is None:
        raise invalid({"longitude": [_("Ce point n'est dans aucune région.")]})
    require_reach(user, [region])
    point.region_id = region
    with _refuse_same_name():
        point.save(force_insert=is_new)
    return point


@contextmanager
def _refuse_same_name() -> Iterator[None]:
    """Run a block in a savepoint; raise CONFLICT when another pay-point has the name."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if "point_paiement_once" not in str(error):
            raise
        raise conflict(_("Un point de paiement de cette région porte déjà ce nom.")) from error
