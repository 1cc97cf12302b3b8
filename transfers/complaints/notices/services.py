"""Notify users of complaints.

A notification about a complaint of violence names nothing of it, not even its reference: who else reads the screen or the
mail must not learn that there is a case. One about several complaints tells how many.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as lazy

from accounts.notifications.api import delete_notifications, notify
from accounts.users.api import list_user_ids_with_permission, list_user_ids_with_permissions
from transfers.complaints.assignment.queries import find_teams
from transfers.complaints.models import CATEGORY_PERMISSIONS, Complaint, ComplaintStatus
from transfers.complaints.teams.models import Category, MemberRole, Team, TeamMember

CATEGORY: Final = "plainte"
LINK: Final = "/plaintes"
READ: Final = "plaintes.lire"
MODIFY: Final = "plaintes.modifier"
MANAGE: Final = "plaintes.gerer_equipes"
ADMINISTER: Final = "administration.utilisateurs"
# What becomes of a complaint, told to who took it at a desk: nobody else can tell the complainant.
ENDS: Final[dict[str, Any]] = {
    ComplaintStatus.RESOLUE: lazy("La plainte %(reference)s que vous avez enregistrée est résolue."),
    ComplaintStatus.REJETEE: lazy("La plainte %(reference)s que vous avez enregistrée n'est pas retenue."),
}


def list_readers(permission: str, complaint: Complaint) -> set[UUID]:
    """Return the users who hold a permission and may read a complaint: they see its region and its category."""
    keys = {permission, READ, CATEGORY_PERMISSIONS.get(complaint.categorie, READ)}
    return list_user_ids_with_permissions(keys, complaint.region_id)


def group_readers(complaint: Complaint) -> tuple[UUID | None, str | None]:
    """Return what decides who may read a complaint: complaints of one key have the same readers."""
    return complaint.region_id, CATEGORY_PERMISSIONS.get(complaint.categorie)


def list_leaders(complaint: Complaint, team_id: UUID | None) -> set[UUID]:
    """Return who answers for a team and may read a complaint; without any, who manages teams, or else who may handle it.

    So one about violence is told to who may see cases, also where no team takes it.
    """
    named: set[UUID] = set()
    if team_id is not None:
        leaders = TeamMember.objects.filter(equipe=team_id, role=MemberRole.RESPONSABLE, actif=True).order_by()
        teams = Team.objects.filter(id=team_id, responsable__isnull=False).order_by()
        ids = leaders.values_list("user_id", flat=True).union(teams.values_list("responsable__id", flat=True))
        named = set(ids)
    found = list_readers(READ, complaint) & named if named else set()
    return found or list_readers(MANAGE, complaint) or list_readers(MODIFY, complaint)


def notify_new_complaints(*, complaints: Sequence[Complaint], by: UUID | None) -> None:
    """Notify who leads the team that would get each complaint, once of all of theirs; not who took them."""
    teams = find_teams((row.categorie, row.secteur_id) for row in complaints) if complaints else {}
    known: dict[tuple[object, ...], set[UUID]] = {}
    told: dict[UUID, list[Complaint]] = {}
    for row in complaints:
        team_id = teams[row.categorie, row.secteur_id].equipe_id
        key = (team_id, *group_readers(row))
        if key not in known:
            known[key] = list_leaders(row, team_id)
        for user_id in known[key] - {by}:
            told.setdefault(user_id, []).append(row)
    for user_id in sorted(told):
        text = lazy("La plainte %(reference)s attend d'être assignée.")
        _notify_of(told[user_id], [user_id], "nouvelle", lazy("De nouvelles plaintes sont arrivées"), text)


def notify_assignment(*, complaints: Sequence[Complaint], by: UUID) -> None:
    """Notify members of the complaints that they were given and may read, each once; not who gave them to themselves."""
    given: dict[UUID, list[Complaint]] = {}
    readers: dict[tuple[UUID | None, str | None], set[UUID]] = {}
    for complaint in complaints:
        key = group_readers(complaint)
        if key not in readers:
            readers[key] = list_readers(READ, complaint)
        if complaint.membre and complaint.membre.user_id in readers[key] - {by}:
            given.setdefault(complaint.membre.user_id, []).append(complaint)
    for user_id, rows in given.items():
        title = lazy("Des plaintes vous sont assignées")
        _notify_of(rows, [user_id], "assignee", title, lazy("Plainte %(reference)s."))


def notify_reopening(*, complaint: Complaint, by: UUID) -> None:
    """Notify who has a complaint again that was resolved; without anybody, who leads the team that would get it."""
    if complaint.membre is None:
        notify_new_complaints(complaints=[complaint], by=by)
        return
    to = list_readers(READ, complaint) & {complaint.membre.user_id}
    text = lazy("La plainte %(reference)s est rouverte : vous la traitez de nouveau.")
    _notify_of([complaint], to - {by}, "rouverte", lazy("Une plainte est rouverte"), text)


def notify_escalation(*, complaints: Sequence[Complaint], to: UUID) -> None:
    """Notify one user of all the complaints whose deadline has passed."""
    text = lazy("La plainte %(reference)s a dépassé son délai.")
    is_one = len(complaints) == 1
    title = lazy("Une plainte a dépassé son délai") if is_one else lazy("Des plaintes ont dépassé leur délai")
    _notify_of(complaints, [to], "depassee", title, text, kind="warning")


def notify_unheard(*, complaints: Sequence[Complaint]) -> None:
    """Notify of late complaints that nobody is told of: administrators, and who leads the teams or may handle them.

    Of a category that few may read, administrators are told nothing: only who may read it.
    """
    known: dict[tuple[object, ...], set[UUID]] = {}
    told: dict[UUID, list[Complaint]] = {}
    for row in complaints:
        key = (row.equipe_id, *group_readers(row))
        if key not in known:
            known[key] = list_leaders(row, row.equipe_id)
        for user_id in known[key]:
            told.setdefault(user_id, []).append(row)
    title = lazy("Personne n'est prévenu de plaintes en retard")
    for user_id in sorted(told):
        text = lazy("La plainte %(reference)s a dépassé son délai, et personne de la direction ne peut la lire.")
        _notify_of(told[user_id], [user_id], "sans_destinataire", title, text, kind="warning")
    ordinary = [row for row in complaints if row.categorie not in CATEGORY_PERMISSIONS]
    if ordinary:
        text = (
            lazy("Une plainte : donnez à quelqu'un de sa région la permission d'en être prévenu.")
            if len(ordinary) == 1
            else lazy("%(n)d plaintes : donnez à quelqu'un de leur région la permission d'en être prévenu.")
        )
        holders = set(list_user_ids_with_permission(ADMINISTER)) - set(told)
        data = {"evenement": "plainte.sans_destinataire", "nombre": len(ordinary)}
        params = {"n": len(ordinary)}
        notify(to=holders, category=CATEGORY, type="warning", title=title, message=text, params=params, data=data)


def notify_appeal(*, complaint: Complaint, to: UUID) -> None:
    """Notify who is to decide an appeal."""
    text = lazy("L'appel de la plainte %(reference)s attend votre décision.")
    _notify_of([complaint], [to], "appel", lazy("Un appel attend votre décision"), text)


def notify_appeal_decision(
    *, complaint: Complaint, is_granted: bool, concerned: Iterable[UUID | None], by: UUID
) -> None:
    """Notify those whom the decision of an appeal concerns, and who leads the team; not who decided."""
    if is_granted:
        text = lazy("L'appel est accueilli : la plainte %(reference)s est à traiter de nouveau.")
    else:
        text = lazy("L'appel est rejeté : la décision sur la plainte %(reference)s est confirmée.")
    to = list_readers(READ, complaint) & set(concerned) | list_leaders(complaint, complaint.equipe_id)
    _notify_of([complaint], sorted(to - {by}), "appel_decide", lazy("Un appel est décidé"), text)


def notify_end(*, complaint: Complaint, by: UUID) -> None:
    """Notify who took a complaint at a desk that it is resolved or rejected, unless they did it themselves."""
    text = ENDS.get(complaint.statut)
    if text is None or complaint.auteur_id is None or complaint.auteur_id == by:
        return
    to = list_readers(READ, complaint) & {complaint.auteur_id}
    _notify_of([complaint], to, "terminee", lazy("Une plainte a sa réponse"), text)


def notify_comment(*, complaint: Complaint, by: UUID | None) -> None:
    """Notify who handles a complaint that something was said of it; without a member, of a complainant's word, who leads."""
    if complaint.membre:
        to = list_readers(READ, complaint) & {complaint.membre.user_id}
    else:
        to = list_leaders(complaint, complaint.equipe_id) if by is None else set()
    text = lazy("Lisez l'historique de la plainte %(reference)s.")
    _notify_of([complaint], sorted(to - {by}), "commentaire", lazy("Une plainte est commentée"), text)


def notify_measure(*, complaint: Complaint, permission: str) -> None:
    """Notify who may do what the resolution of a complaint proposes."""
    text = lazy("La plainte %(reference)s propose une mesure.")
    to = sorted(list_readers(permission, complaint))
    _notify_of([complaint], to, "mesure", lazy("Une mesure est proposée"), text)


def notify_measure_decision(*, complaint: Complaint, is_done: bool, proposed_by: UUID | None, by: UUID) -> None:
    """Notify who proposed a measure, and who handles the complaint, that it is done or is not to be."""
    if is_done:
        text = lazy("La mesure de la plainte %(reference)s est faite.")
    else:
        text = lazy("La mesure de la plainte %(reference)s est écartée.")
    named = {proposed_by, complaint.membre.user_id if complaint.membre else None} - {by}
    _notify_of([complaint], list_readers(READ, complaint) & named, "mesure", lazy("Une mesure est décidée"), text)


def delete_notices(row: Complaint) -> None:
    """Delete the notifications that name a complaint of those who may not read it; of violence nobody keeps one."""
    keep = () if row.categorie == Category.VBG else list_readers(READ, row)
    delete_notifications(category=CATEGORY, data={"plainteId": str(row.id)}, keep=keep)


def _notify_of(
    rows: Sequence[Complaint], to: Iterable[UUID], event: str, title: Any, text: Any, kind: str = "info"
) -> None:
    """Notify users of complaints: by the reference of one, by the number of several, by nothing of a confidential one.

    `evenement` in the data names what has happened, as `plainte.nouvelle`; of a confidential one there are no data.
    """
    params: dict[str, Any] = {}
    data: dict[str, Any] = {"evenement": f"plainte.{event}"}
    if any(row.categorie == Category.VBG for row in rows):
        text, data = lazy("Ouvrez la liste des plaintes."), {}
    elif len(rows) == 1:
        params, data = {"reference": rows[0].reference}, data | {"plainteId": str(rows[0].id)}
    else:
        text, params, data = lazy("%(n)d plaintes."), {"n": len(rows)}, data | {"nombre": len(rows)}
    notify(to=to, category=CATEGORY, type=kind, title=title, message=text, params=params, data=data, link=LINK)
