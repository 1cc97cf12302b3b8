"""People in a repeat: members of the household, and the head whom a relation names."""

from typing import Any

import pytest

from registry.households.models import Household, Member
from tests.registry.survey_platforms.conftest import (
    KOBO,
    MAPPING,
    ODK,
    UPDATING,
    counts,
    household,
    kobo_edit,
    kobo_row,
    odk_row,
    people,
)

ROWS = {KOBO: kobo_row, ODK: odk_row}
BOTH = pytest.mark.parametrize("source", [KOBO, ODK])
PLACE = {name: MAPPING[name] for name in ("region", "secteur", "position")}
HEAD = {"name": "Binta Sané", "age": 41, "sex": "F", "who": "chefe"}
SON = {"name": "Aliu Sané", "age": 12, "sex": "M", "who": "filho"}
CHILD = {"name": "Nhima Sané", "age": 7, "sex": "feminino", "who": "child"}


def mapping(source: str, **more: str) -> dict[str, str]:
    repeat = "g/members" if source == KOBO else "members"
    return PLACE | {
        "membres.nomComplet": f"{repeat}/name", "membres.age": f"{repeat}/age", "membres.sexe": f"{repeat}/sex",
        "membres.lienParente": f"{repeat}/who",
    } | more  # fmt: skip


@BOTH
def test_people_of_a_repeat_become_head_and_members(platform: Any, sync: Any, source: str) -> None:
    platform.rows = [ROWS[source](1, **people(SON, HEAD, CHILD, source=source))]
    data = sync(source, mapping=mapping(source))
    assert (counts(data), data["errors"]) == ((1, 1, 0, 0), [])
    made = household()
    assert (made.chef.nom_complet, made.chef.sexe, made.chef.age, made.taille_menage) == ("Binta Sané", "F", 41, 3)
    members = (
        Member.objects.filter(menage=made).order_by("-age").values_list("nom_complet", "lien_parente", "sexe", "age")
    )
    assert list(members) == [("Aliu Sané", "fils", "M", 12), ("Nhima Sané", "fille", "F", 7)]


@BOTH
def test_an_edit_changes_members_by_name_and_adds_the_new(platform: Any, sync: Any, source: str) -> None:
    platform.rows = [ROWS[source](1, **people(HEAD, SON, source=source))]
    sync(source, mapping=mapping(source))
    kept = Member.objects.get()
    changed = people(HEAD, SON | {"name": "ALIU SANE", "age": 13}, CHILD, source=source)
    if source == KOBO:
        kobo_edit(platform.rows[0], **changed)
    else:
        platform.rows[0] = odk_row(1, system={"updatedAt": "2026-05-01T00:00:00.000Z", "edits": 1}, **changed)
    sync(source, mapping=mapping(source))
    assert Member.objects.count() == 1
    sync(source, mapping=mapping(source), options=UPDATING)
    assert list(Member.objects.order_by("-age").values_list("nom_complet", "age")) == [
        ("Aliu Sané", 13),
        ("Nhima Sané", 7),
    ]
    assert Member.objects.filter(id=kept.id, lien_parente="fils").exists()
    assert household().taille_menage == 3
    sync(source, mapping=mapping(source), options=UPDATING)
    assert Member.objects.count() == 2


@pytest.mark.parametrize(
    ("person", "said"),
    [
        ({"age": "doze"}, "Membre n° 1 : « doze » n'est pas un âge"), ({"name": ""}, "Le nom du membre n° 1 manque"),
        ({"sex": "x"}, "« x » n'est pas reconnu"), ({"age": "999"}, "« 999 »"),
        ({"who": "chefe"}, "Plusieurs personnes du ménage sont dites chef (2)"),
    ],
)  # fmt: skip
def test_a_wrong_member_keeps_its_submission_out(platform: Any, sync: Any, person: dict[str, str], said: str) -> None:
    platform.rows = [kobo_row(1, **people(HEAD, SON | person)), kobo_row(2, **people(HEAD, SON))]
    data = sync(mapping=mapping(KOBO))
    assert (counts(data), [item["submission"] for item in data["errors"]]) == ((2, 1, 0, 1), ["r1"])
    assert said in data["errors"][0]["message"]
    assert (Household.objects.count(), Member.objects.count()) == (1, 1)


def test_a_column_of_the_head_may_point_into_the_repeat(platform: Any, sync: Any) -> None:
    """With a relation it is the head's answer; of several people without one nobody is guessed, and that is said."""
    platform.rows = [kobo_row(1, **people(SON, HEAD)), kobo_row(2, **people(HEAD))]
    bare = PLACE | {"tailleMenage": "g/members", "nomCompletChef": "g/members/name"}
    data = sync(mapping=bare)
    assert not hasattr(household("r1"), "chef")
    assert household("r2").chef.nom_complet == "Binta Sané"
    assert "membres.lienParente" in data["errors"][0]["message"]
    Household.objects.all().delete()
    platform.rows = [kobo_row(3, **people(SON, HEAD))]
    data = sync(mapping=bare | {"membres.lienParente": "g/members/who", "membres.nomComplet": "g/members/name"})
    assert (household("r3").chef.nom_complet, data["errors"]) == ("Binta Sané", [])
    assert list(Member.objects.values_list("nom_complet", flat=True)) == ["Aliu Sané"]


def test_an_unknown_field_of_a_member_is_named(platform: Any, sync: Any) -> None:
    answer = sync(status=400, mapping=MAPPING | {"membres.taille": "g/members/name"})
    assert "mapping.membres.taille" in answer["details"]
