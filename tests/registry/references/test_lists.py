"""Reference lists: one a field, replaced as a whole."""

import pytest

from registry.references.models import Reference
from registry.references.rules import REFERENCE_FIELDS

PATH = "/api/references/menage"


def test_every_field_ships_with_a_list(api, cast):
    shown = api(cast.stranger).get(PATH).json()["data"]
    assert list(shown) == list(REFERENCE_FIELDS)
    assert all(shown.values())


def plain(values):
    return [{"value": item["value"], "label": item["label"]} for item in values]


def test_replace(api, cast):
    values = [{"value": "tente", "label": "Tente"}, {"value": "case", "label": "Case ronde"}]
    assert plain(api(cast.admin).put(f"{PATH}/typeLogement", {"valeurs": values}).json()["data"]) == values
    shown = api(cast.stranger).get(PATH).json()["data"]
    assert plain(shown["typeLogement"]) == values
    assert list(shown) == list(REFERENCE_FIELDS)
    assert api(cast.admin).put(f"{PATH}/typeLogement", {"valeurs": values[::-1]}).status_code == 200
    assert plain(api(cast.stranger).get(PATH).json()["data"]["typeLogement"]) == values[::-1]


def labels(api, user, language):
    shown = api(user).get(PATH, headers={"Accept-Language": language}).json()["data"]["typeLogement"]
    return {item["value"]: item["label"] for item in shown}


def test_what_ships_is_told_in_three_languages(api, cast):
    assert all(row.libelles.keys() == {"pt", "en"} and all(row.libelles.values()) for row in Reference.objects.all())
    assert labels(api, cast.stranger, "fr")["concession"] == "Concession"
    assert labels(api, cast.stranger, "pt")["concession"] == "Morança"
    assert labels(api, cast.stranger, "en")["concession"] == "Compound"


def test_labels_are_edited_by_language_and_french_stands_in(api, cast):
    caller, path = api(cast.admin), f"{PATH}/typeLogement"
    values = [{"value": "tente", "label": "Tente", "labels": {"en": "Tent"}}, {"value": "concession", "label": "Carré"}]
    caller.put(path, {"valeurs": values}, headers={"Accept-Language": "fr"})
    assert labels(api, cast.stranger, "fr") == {"tente": "Tente", "concession": "Carré"}
    assert labels(api, cast.stranger, "pt") == {"tente": "Tente", "concession": "Morança"}
    assert labels(api, cast.stranger, "en") == {"tente": "Tent", "concession": "Compound"}
    # Somebody who reads Portuguese sends back what he got, one label changed: the others stay.
    got = caller.get(PATH, headers={"Accept-Language": "pt"}).json()["data"]["typeLogement"]
    got[1]["label"] = "Pátio"
    caller.put(path, {"valeurs": got}, headers={"Accept-Language": "pt"})
    shown = caller.get(PATH, headers={"Accept-Language": "fr"}).json()["data"]["typeLogement"]
    assert [item["labels"] for item in shown] == [
        {"fr": "Tente", "en": "Tent"}, {"fr": "Carré", "pt": "Pátio", "en": "Compound"},
    ]  # fmt: skip
    gone = [{"value": "concession", "label": "Carré", "labels": {"pt": ""}}]
    caller.put(path, {"valeurs": gone}, headers={"Accept-Language": "fr"})
    assert labels(api, cast.stranger, "pt") == {"concession": "Carré"}


@pytest.mark.parametrize(
    "values",
    [[], None, "x", [{"value": "a"}], [{"value": "", "label": "A"}], [{"value": "a", "label": "A"}] * 2,
     [{"value": "a", "label": "A", "labels": "x"}], [{"value": "a", "label": "A", "labels": {"pt": "p" * 256}}],
     [{"value": f"v{n}", "label": "A"} for n in range(501)]],
)  # fmt: skip
def test_refused(api, cast, values):
    answer = api(cast.admin).put(f"{PATH}/typeLogement", {"valeurs": values})
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


def test_who_and_what(api, cast):
    values = {"valeurs": [{"value": "a", "label": "A"}]}
    assert api(cast.supervisor_west).put(f"{PATH}/typeLogement", values).status_code == 403
    assert api(cast.admin).put(f"{PATH}/telephone", values).status_code == 404
