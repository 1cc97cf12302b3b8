"""What the tests of synchronised cases share: constants, and what is stored."""

from typing import Any

import pytest

from analysis.vbg.case_collection.models import CollectedCase
from analysis.vbg.cases.api import become_case_role
from analysis.vbg.cases.models import Case
from analysis.vbg.sealed_forms.keys import make_private_key
from tests.analysis.vbg.encrypting import CASE, KOBO, ODK

BOTH = pytest.mark.parametrize("source", [KOBO, ODK])
PATH = "/api/vbg-analytics/collector/cas"
QUESTIONS = list(CASE)
SECRET = make_private_key()
FOLLOWING = {"updateExisting": True}


def counts(data: dict[str, Any]) -> tuple[Any, ...]:
    return data["imported"], data["updated"], data["supprimes"], data["skipped"]


def stored() -> list[Case]:
    with become_case_role():
        return list(Case.objects.order_by("rubrique", "id"))


def known() -> int:
    with become_case_role():
        return CollectedCase.objects.count()
