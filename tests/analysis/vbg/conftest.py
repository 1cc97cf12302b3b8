"""Fixtures of synchronised cases: simulated platforms, a telephone, and a call of the collector."""

from typing import Any

import pytest

from analysis.vbg.sealed_forms.keys import CaseKey
from tests.analysis.vbg import collecting
from tests.analysis.vbg.case_sync import PATH, QUESTIONS, SECRET
from tests.analysis.vbg.encrypting import FORMS, Phone
from tests.analysis.vbg.stand_in import running


@pytest.fixture(scope="module")
def process():
    with running() as stand_in:
        yield stand_in


@pytest.fixture
def platform(process, settings, country):
    process.set(
        rows=[], fault=None, faulty_after=0, page=1000, encrypted=True, sorts=True, deaf=False, reviews=[], asked=[]
    )
    process.set(files={}, questions=QUESTIONS)
    collecting.configure(settings, process.url)
    settings.VBG_FORMS = []
    settings.VBG_CASE_FORMS = list(FORMS.values())
    settings.VBG_CASE_KEY = SECRET
    return process


@pytest.fixture
def phone(platform, source):
    return Phone(source, CaseKey(SECRET).build_public_text())


@pytest.fixture
def sync(api, cast, platform, source):
    """`sync(phone)` -> the answer's data (or the whole body of an error), of somebody who reads cases."""

    def call(phone: Phone, status: int = 200, caller: Any = None, **options: bool) -> Any:
        platform.set(rows=list(phone.sent.values()), files=phone.files)
        body = {"plateforme": source, "formId": FORMS[source], "options": options}
        answer = api(caller or cast.vbg).post(f"{PATH}/sync", body)
        assert answer.status_code == status, answer.content
        return answer.json()["data"] if status == 200 else answer.json()

    return call
