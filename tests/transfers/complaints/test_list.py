"""The rows of the list are plain data: the same as the detail says, for who sees contacts and for who does not."""

import pytest
from django.utils import timezone

from tests.conftest import make_user
from transfers.complaints.models import Complaint


@pytest.fixture
def varied(take, handled, closed, referent, cast, country):
    """One with a member and all that is set of it, one of nobody and nowhere, one about violence."""
    Complaint.objects.update(
        telephone="+245955000001",
        plaignant="Binta",
        satisfaction=3,
        date_resolution=timezone.now(),
        secteur=country.north,
    )
    made = take(cast.admin, regionId=None, description="Rien en mars")
    Complaint.objects.filter(id=made["id"]).update(suspendue_depuis="2026-01-05", motif_suspension="force_majeure")
    take(
        cast.admin,
        categorie="vbg",
        objet="Secret",
        description="Signalement",
        plaignant="Mara",
        telephone="+245955000002",
    )


def test_a_row_says_what_the_detail_says(varied, send, cast, referent):
    everywhere = make_user("ROLE_VBG")
    everywhere.role.permissions = [*everywhere.role.permissions, "administration.toutes_regions"]
    everywhere.role.save()
    for user, total in (
        (cast.admin, 2),
        (cast.supervisor_west, 1),
        (cast.agent_west, 1),
        (referent, 2),
        (everywhere, 3),
    ):
        rows = send("get", "plaintes", user)["data"]
        assert len(rows) == total
        assert [row["dateCreation"] for row in rows] == sorted((row["dateCreation"] for row in rows), reverse=True)
        for row in rows:
            detail = send("get", f"plaintes/{row['id']}", user)["data"]
            assert row == {name: detail[name] for name in row}
            assert ("plaignant" in row) and len(row) == 23
    assert {row["plaignant"] for row in send("get", "plaintes", everywhere)["data"]} >= {"Mara"}
    assert "Mara" not in str(send("get", "plaintes", cast.admin))
