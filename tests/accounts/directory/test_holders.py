"""Who holds permissions and sees a region, in one statement: the same as by the rights of each user."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.roles.models import Role
from accounts.users.api import list_user_ids_with_permissions
from accounts.users.models import RoleGrant, User
from tests.conftest import make_user


@pytest.fixture
def people(cast, country):
    """The cast, and users whose rights come or do not come by granted roles, inactive ones and closed accounts."""
    now = timezone.now()
    leader = Role.objects.create(code="ROLE_CHEF", nom="Chef", permissions=["plaintes.gerer_equipes"])
    everywhere = Role.objects.create(code="ROLE_TOUT", nom="Tout", permissions=["administration.toutes_regions"])
    ended = Role.objects.create(code="ROLE_FIN", nom="Fin", permissions=["plaintes.gerer_equipes"], is_active=False)
    grants = ((leader, None), (leader, now + timedelta(days=1)), (leader, now - timedelta(days=1)), (ended, None))
    for role, until in grants:
        RoleGrant.objects.create(user=make_user("ROLE_AGENT", country.west), role=role, until=until)
    RoleGrant.objects.create(user=make_user("ROLE_AGENT"), role=everywhere)
    both = make_user("ROLE_AGENT")
    RoleGrant.objects.bulk_create(RoleGrant(user=both, role=role) for role in (leader, everywhere))
    make_user("ROLE_SUPERVISEUR", country.west, is_active=False)
    make_user("ROLE_SUPERVISEUR", country.west, deleted_at=now)
    make_user("ROLE_ADMIN", country.east)
    return list(User.objects.select_related("role").filter(is_active=True, deleted_at=None))


def test_holders_are_those_whose_rights_say_so(people, country):
    seen = set()
    for region in (country.west.id, country.east.id, None):
        for keys in (["plaintes.lire"], ["plaintes.lire", "plaintes.gerer_equipes"], ["vbg.voir_cas", "plaintes.lire"]):
            expected = {
                user.id
                for user in people
                if user.permissions.issuperset(keys) and (user.region_ids is None or region in user.region_ids)
            }
            assert list_user_ids_with_permissions(keys, region) == expected, (keys, region)
            seen.add(len(expected))
    assert len(seen) > 3, "the users do not differ"
    assert list_user_ids_with_permissions(["nul.part"], None) == set()
