"""Deleting a household: once, seen, unchanged, and of a project that may be written."""

import pytest

from registry.households.models import Household
from registry.projects.models import Project
from tests.conftest import Api
from tests.threads import together


def path(household):
    return f"/api/menages/{household.id}"


def test_an_old_version_is_not_deleted(api, cast, household):
    old = api(cast.admin).get(path(household))["ETag"]
    api(cast.admin).post(f"{path(household)}/update", {"tailleMenage": 9})
    assert api(cast.admin).delete(path(household), headers={"If-Match": old}).status_code == 409
    assert Household.objects.exists()


def test_of_a_read_only_project_nothing_is_deleted(api, cast, household):
    household.projet = Project.objects.create(nom="Clos", code="CLOS", lecture_seule=True)
    household.save()
    assert api(cast.admin).delete(path(household)).json()["code"] == "READ_ONLY_PROJECT"
    assert Household.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_parallel_deletions_one_deletes(cast, household):
    answers = together(8, lambda: Api(cast.admin).delete(path(household)).status_code)
    assert sorted(answers) == [200] + [404] * 7
