"""The regions kept beside each user are those of his links, whoever writes, and however many at once."""

import pytest
from django.db import transaction

from accounts.users.models import User
from geo.areas.checks import check_regions_of_users
from geo.areas.models import Region
from tests.conftest import make_user, square
from tests.threads import together


def kept(user):
    return set(User.objects.get(id=user.id).regions_liees)


def test_they_follow_the_links(country):
    user = make_user("ROLE_USER", country.west, country.east)
    assert kept(user) == {country.west.id, country.east.id}
    user.regions.set([country.east])
    assert kept(user) == {country.east.id}
    country.east.users.remove(user)
    assert kept(user) == set() and check_regions_of_users() is None


def test_who_saves_an_old_copy_puts_nothing_back(country):
    user = make_user("ROLE_USER", country.west)
    old = User.objects.get(id=user.id)
    user.regions.set([country.east])
    old.nom = "Nova"
    old.save()
    User.objects.filter(id=user.id).update(regions_liees=[country.west.id])
    assert kept(user) == {country.east.id} and check_regions_of_users() is None
    copy = User(email="outro@tabanca.example", role=user.role, regions_liees=[country.west.id])
    copy.save()
    assert kept(copy) == set()


@pytest.mark.django_db(transaction=True)
def test_links_made_at_once_are_all_kept():
    user = make_user("ROLE_USER")
    regions = [Region.objects.create(nom=str(n), code=str(n), geom=square(n, 1, n + 1, 2)) for n in range(8)]

    def link(number):
        with transaction.atomic():
            user.regions.add(regions[number])
            if number % 2:
                user.regions.remove(regions[number])

    assert together(8, link, numbered=True) == [None] * 8
    assert kept(user) == {region.id for region in regions[::2]} and check_regions_of_users() is None


def test_a_list_of_some_regions_asks_no_links(country):
    """Two joins over all links and users were what an administrator of a region waited for."""
    caller = make_user("ROLE_ADMIN", country.west)
    sql, _params = User.objects.visible_to(caller).query.sql_with_params()
    assert "geo_region_user" not in sql
    assert "regions_liees" in {name for index in User._meta.indexes for name in index.fields}
