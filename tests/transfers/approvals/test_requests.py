"""Whoever is asked for a validation is not asked any more once it is decided."""

import pytest

from accounts.notifications.models import Notification
from accounts.notifications.queries import translate_notification

SUBMIT, VALIDATE, REJECT, RESET = "soumettre", "valider", "rejeter", "reinitialiser-validation"


def unread(user):
    return list(Notification.objects.filter(user=user, read_at=None).values_list("title", flat=True))


@pytest.mark.parametrize(("act", "body"), [(VALIDATE, {}), (REJECT, {"motif": "Liste fausse"}), (RESET, {})])
def test_who_was_asked_is_not_asked_any_more_once_it_is_decided(cycle, cast, staff, payment, step, act, body):
    step(staff.submitter, SUBMIT)
    assert unread(staff.first) == unread(cast.agent_west) == ["Cycle %(code)s à valider"]
    assert step(staff.third if act == RESET else cast.agent_west, act, body)[0] == 200
    assert unread(cast.agent_west) == []
    settled = Notification.objects.get(user=cast.agent_west, data__cycleId=str(cycle.id), data__niveau=1)
    assert translate_notification(settled)[1] == f"Réglé : le cycle {cycle.code} n'attend plus votre validation."
    assert settled.data["regle"] is True
    # The next level is asked in its turn.
    asked = ["Cycle %(code)s à valider"] if act == VALIDATE else []
    assert unread(staff.first) == unread(cast.supervisor_west) == asked
