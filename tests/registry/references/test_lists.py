"""Reference lists: one a field, replaced as a whole."""

import pytest

from registry.references.defaults import DEFAULTS
from registry.references.services import FIELDS

PATH = "/api/references/menage"


def test_every_field_ships_with_a_list():
    assert list(DEFAULTS) == list(FIELDS)
    assert all(DEFAULTS.values())


def test_replace(api, cast):
    values = [{"value": "tente", "label": "Tente"}, {"value": "case", "label": "Case ronde"}]
    assert api(cast.admin).put(f"{PATH}/typeLogement", {"valeurs": values}).json()["data"] == values
    shown = api(cast.stranger).get(PATH).json()["data"]
    assert shown["typeLogement"] == values
    assert list(shown) == list(FIELDS)
    assert api(cast.admin).put(f"{PATH}/typeLogement", {"valeurs": values[::-1]}).status_code == 200
    assert api(cast.stranger).get(PATH).json()["data"]["typeLogement"] == values[::-1]


@pytest.mark.parametrize(
    "values",
    [[], None, "x", [{"value": "a"}], [{"value": "", "label": "A"}], [{"value": "a", "label": "A"}] * 2,
     [{"value": f"v{n}", "label": "A"} for n in range(501)]],
)  # fmt: skip
def test_refused(api, cast, values):
    answer = api(cast.admin).put(f"{PATH}/typeLogement", {"valeurs": values})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


def test_who_and_what(api, cast):
    values = {"valeurs": [{"value": "a", "label": "A"}]}
    assert api(cast.supervisor_west).put(f"{PATH}/typeLogement", values).status_code == 403
    assert api(cast.admin).put(f"{PATH}/telephone", values).status_code == 404
