"""Notify users of complaints.

A notification about a complaint of violence names nothing of it, not even its reference: who else reads the screen or the
mail must not learn that there is a case. One about several complaints tells how many.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import notify
from accounts.users.api import list_user_ids_with_permission, list_user_ids_with_reach
from transfers.complaints.models import CASE_PERMISSION, Complaint
from transfers.complaints.teams.models import Category

CATEGORY: Final = "plainte"
LINK: Final = "/plaintes"
READ: Final = "plaintes.lire"


def list_readers(permission: str, complaint: Complaint) -> set[UUID]:
    """Return the users who hold a permission and may read a complaint: they see its region, and cases of violence."""
    found = _list_holders(permission, complaint) & _list_holders(READ, complaint)
    return found & _list_holders(CASE_PERMISSION, complaint) if complaint.categorie == Category.VBG else found


def _list_holders(permission: str, complaint: Complaint) -> set[UUID]:
    if complaint.region_id is None:
        return set(list_user_ids_with_reach(permission, []))
    return set(list_user_ids_with_permission(permission, [complaint.region_id]))


def notify_assignment(*, complaints: Sequence[Complaint], by: UUID) -> None:
    """Notify members of the complaints that they were given and may read, each once; not who gave them to themselves."""
    given: dict[UUID, list[Complaint]] = {}
    readers: dict[tuple[UUID | None, bool], set[UUID]] = {}
    for complaint in complaints:
        key = (complaint.region_id, complaint.categorie == Category.VBG)
        if key not in readers:
            readers[key] = list_readers(READ, complaint)
        if complaint.membre and complaint.membre.user_id in readers[key] - {by}:
            given.setdefault(complaint.membre.user_id, []).append(complaint)
    for user_id, rows in given.items():
        _notify_of(rows, [user_id], lazy("Des plaintes vous sont assignées"), lazy("Plainte %(reference)s."))


def notify_escalation(*, complaints: Sequence[Complaint], to: UUID) -> None:
    """Notify one user of all the complaints whose deadline has passed."""
    text = lazy("La plainte %(reference)s a dépassé son délai.")
    _notify_of(complaints, [to], lazy("Des plaintes ont dépassé leur délai"), text, kind="warning")


def notify_appeal(*, complaint: Complaint, to: UUID) -> None:
    """Notify who is to decide an appeal."""
    text = lazy("L'appel de la plainte %(reference)s attend votre décision.")
    _notify_of([complaint], [to], lazy("Un appel attend votre décision"), text)


def notify_measure(*, complaint: Complaint, permission: str) -> None:
    """Notify who may do what the resolution of a complaint proposes."""
    text = lazy("La plainte %(reference)s propose une mesure.")
    to = sorted(list_readers(permission, complaint))
    _notify_of([complaint], to, lazy("Une mesure est proposée"), text)


def _notify_of(rows: Sequence[Complaint], to: Iterable[UUID], title: Any, text: Any, kind: str = "info") -> None:
    """Notify users of complaints: by the reference of one, by the number of several, by nothing of a confidential one."""
    params: dict[str, Any] = {}
    data: dict[str, Any] = {"nombre": len(rows)}
    if any(row.categorie == Category.VBG for row in rows):
        text = lazy("Ouvrez la liste des plaintes.")
        data = {}
    elif len(rows) == 1:
        params, data = {"reference": rows[0].reference}, {"plainteId": str(rows[0].id)}
    else:
        text, params = lazy("%(n)d plaintes."), {"n": len(rows)}
    notify(to=to, category=CATEGORY, type=kind, title=title, message=text, params=params, data=data, link=LINK)
