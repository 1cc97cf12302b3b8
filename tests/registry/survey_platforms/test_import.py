"""What becomes of submissions: households, once, with their edits, and without those that are wrong."""

from typing import Any

import pytest

from config.ids import uuid7
from registry.duplicates.merges.services import merge_households
from registry.duplicates.models import Pair
from registry.households.models import FormerHousehold, HeadOfHousehold, Household
from registry.projects.models import Campaign
from registry.survey_platforms.models import FormCursor, Receipt
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
)

ROWS = {KOBO: kobo_row, ODK: odk_row}
BOTH = pytest.mark.parametrize("source", [KOBO, ODK])


@BOTH
def test_submissions_become_households(platform: Any, sync: Any, country: Any, source: str) -> None:
    platform.rows = [ROWS[source](1), ROWS[source](2)]
    data = sync(source)
    assert (counts(data), data["errors"]) == ((2, 2, 0, 0), [])
    row = household()
    assert (row.source_donnees, row.collector_form_uid) == (source, {KOBO: "aMenages2026", ODK: "menages"}[source])
    assert (row.collector_validation_status, row.taille_menage, row.chef.nom_complet) == ("recu", 7, "Nome 1")
    assert (row.geom.y, row.geom.x, float(row.altitude), float(row.precision_gps)) == (12.75, -15.5, 12, 4.5)
    assert (row.region, row.secteur, row.statut_collecte) == (country.west, country.north, "pre_collecte")
    assert row.date_collecte.isoformat() == "2026-03-02T10:11:12+00:00"
    assert sorted(Household.objects.values_list("code_menage", flat=True)) == ["OI-000001", "OI-000002"]
    kept = Receipt.objects.get(racine="r1")
    assert (kept.etat, kept.cible_id, kept.contenu) == ("applique", row.id, platform.rows[0])


@BOTH
def test_again_changes_nothing(platform: Any, sync: Any, source: str) -> None:
    platform.rows = [ROWS[source](1), ROWS[source](2)]
    sync(source, options=UPDATING)
    before = [list(model.objects.order_by("pk").values()) for model in (Household, HeadOfHousehold, Receipt)]
    data = sync(source, options=UPDATING)
    assert (data["imported"], data["updated"], data["statutsModifies"], data["errors"]) == (0, 0, 0, [])
    assert before == [list(model.objects.order_by("pk").values()) for model in (Household, HeadOfHousehold, Receipt)]


@BOTH
def test_edits_change_their_household(platform: Any, sync: Any, source: str) -> None:
    platform.rows = [ROWS[source](1), ROWS[source](2)]
    sync(source)
    if source == KOBO:
        kobo_edit(platform.rows[0], **{"g/taille": "9", "g/nom": "Nova"})
    else:
        system = {"updatedAt": "2026-05-01T00:00:00.000Z", "edits": 1}
        platform.rows[0] = odk_row(1, g={"taille": 9, "nom": "Nova"}, system=system)
    assert counts(sync(source))[1:3] == (0, 0)
    assert household().taille_menage == 7
    data = sync(source, options=UPDATING)
    assert (counts(data)[1:3], data["unchanged"]) == ((0, 1), 0)
    row = household()
    assert (row.taille_menage, row.chef.nom_complet, row.code_menage) == (9, "Nova", "OI-000001")
    assert (row.collector_validation_status, Household.objects.count()) == ("modifie", 2)


def test_edits_of_old_rows_are_found(platform: Any, sync: Any) -> None:
    """Far below the cursor's overlap: found by what an edit leaves behind, without reading everything again."""
    platform.rows = [kobo_row(number) for number in (1, 2, 50_000)]
    sync()
    kobo_edit(platform.rows[0], **{"g/taille": "9"})
    platform.asked.clear()
    assert counts(sync(options=UPDATING)) == (2, 0, 1, 1)
    assert household().taille_menage == 9


@BOTH
def test_new_rows_come_in_later(platform: Any, sync: Any, source: str) -> None:
    platform.rows = [ROWS[source](1)]
    sync(source)
    platform.rows.append(ROWS[source](2))
    assert counts(sync(source)) == (2, 1, 0, 1)


def test_late_rows_below_the_cursor_come_in(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(20_005)]
    sync()
    platform.rows.append(kobo_row(20_001))
    assert sync()["imported"] == 1


@BOTH
def test_a_bad_row_stays_out_alone(platform: Any, sync: Any, source: str) -> None:
    wrong = {"g/taille": "muitos"} if source == KOBO else {"g": {"taille": "muitos"}}
    platform.rows = [ROWS[source](1), ROWS[source](2, **wrong), ROWS[source](3)]
    data = sync(source)
    assert counts(data) == (3, 2, 0, 1)
    [error] = data["errors"]
    assert (error["submission"], error["message"][:14]) == ("r2", "taille_menage ")
    kept = Receipt.objects.get(racine="r2")
    assert (kept.etat, kept.motif, kept.cible_id) == ("quarantaine", "taille_menage:entier", None)
    assert [item["submission"] for item in sync(source)["errors"]] == ["r2"]


def test_quarantine_ends_when_the_mapping_is_right(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(1, **{"g/outra": "4"})]
    assert sync(mapping=MAPPING | {"tailleMenage": "g/nom"})["imported"] == 0
    FormCursor.objects.update(marque={"id": 90_000})
    assert counts(sync(mapping=MAPPING | {"tailleMenage": "g/outra"})) == (1, 1, 0, 0)
    assert household().taille_menage == 4


@pytest.mark.parametrize("row", [{}, {"meta/rootUuid": 5}, {"meta/rootUuid": "uuid:" + "x" * 300}, {"_uuid": "\x00"}])
def test_what_is_no_submission_is_named(platform: Any, sync: Any, row: Any) -> None:
    platform.rows = [kobo_row(1), {"_id": 2, **row}, kobo_row(3)]
    data = sync()
    assert counts(data) == (3, 2, 0, 1)
    assert [item["submission"] for item in data["errors"]] == ["2"]


@pytest.mark.parametrize("name", ["A\x00B", "A\ud800B"])
def test_unreadable_characters(platform: Any, sync: Any, name: str) -> None:
    platform.rows = [kobo_row(1, **{"g/nom": name}), kobo_row(2)]
    data = sync()
    assert (counts(data), data["errors"][0]["submission"]) == ((2, 1, 0, 1), "r1")


def test_older_servers_tell_no_root(platform: Any, sync: Any) -> None:
    platform.rows = [{name: value for name, value in kobo_row(1).items() if name != "meta/rootUuid"}]
    sync()
    kobo_edit(platform.rows[0], **{"g/taille": "9"})
    assert counts(sync(options=UPDATING)) == (1, 0, 1, 0)
    assert (Household.objects.count(), household().taille_menage) == (1, 9)


@BOTH
def test_a_deleted_household_does_not_come_back(platform: Any, sync: Any, api: Any, cast: Any, source: str) -> None:
    platform.rows = [ROWS[source](1)]
    sync(source)
    assert api(cast.admin).delete(f"/api/menages/{household().id}").status_code == 200
    assert Receipt.objects.get().contenu is None
    system = {"updatedAt": "2026-05-01T00:00:00.000Z"}
    if source == KOBO:
        kobo_edit(platform.rows[0], **{"g/taille": "9"})
    else:
        platform.rows = [odk_row(1, g={"taille": 9}, system=system)]
    data = sync(source, options=UPDATING)
    assert (counts(data), len(data["errors"])) == ((1, 0, 0, 1), 1)
    assert not Household.objects.exists()
    assert Receipt.objects.get().contenu is None


def test_deletions_on_the_platform_are_reported(platform: Any, sync: Any, settings: Any) -> None:
    settings.COLLECTOR_SWEEP_HOURS = 0
    platform.rows = [kobo_row(1), kobo_row(2)]
    sync()
    gone = platform.rows.pop(0)
    data = sync()
    assert (data["supprimees"], data["statutsModifies"]) == (1, 1)
    assert [household(root).collector_validation_status for root in ("r1", "r2")] == ["supprime", "recu"]
    assert sync()["supprimees"] == 0
    platform.rows.append(gone)
    assert sync()["statutsModifies"] == 1
    assert household().collector_validation_status == "recu"


def test_sweeps_keep_their_distance(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(1), kobo_row(2)]
    sync()
    platform.rows.pop()
    assert sync()["supprimees"] == 0


def test_deletions_in_central(platform: Any, sync: Any) -> None:
    platform.rows = [odk_row(1), odk_row(2)]
    sync(ODK)
    platform.rows[0]["__system"]["deletedAt"] = "2026-04-01T00:00:00.000Z"
    assert (sync(ODK)["supprimees"], household().collector_validation_status) == (1, "supprime")
    assert (sync(ODK)["supprimees"], Household.objects.count()) == (0, 2)


@BOTH
def test_judgements_are_taken_over(platform: Any, sync: Any, source: str) -> None:
    platform.rows = [ROWS[source](1), ROWS[source](40_000)]
    sync(source)
    row = household()
    row.taille_menage = 8
    row.save()
    if source == KOBO:
        status = {"uid": "validation_status_not_approved", "timestamp": 1_790_000_000, "by_whom": "ana"}
        platform.rows[0]["_validation_status"] = status
    else:
        platform.rows[0]["__system"] |= {"reviewState": "rejected", "updatedAt": "2026-06-01T00:00:00.000Z"}
    data = sync(source, options=UPDATING)
    assert (data["statutsModifies"], data["updated"]) == (1, 0)
    row = household()
    assert (row.collector_validation_status, row.taille_menage) == ("rejete", 8)


def test_encrypted_forms_and_rows_are_left_out(platform: Any, sync: Any) -> None:
    platform.rows = [odk_row(1, g={"nom": None}, system={"status": "notDecrypted"}), odk_row(2)]
    data = sync(ODK)
    assert (counts(data), data["errors"][0]["submission"]) == ((2, 1, 0, 1), None)
    platform.encrypted = True
    platform.rows = [kobo_row(3)]
    data = sync()
    assert (counts(data), len(data["errors"]), len(platform.data_calls())) == ((1, 0, 0, 1), 1, 1)


CODED = MAPPING | {"codeMenage": "g/code"}


def test_codes_of_the_form(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(1, **{"g/code": "A-1"}), kobo_row(2, **{"g/code": "A-1"}), kobo_row(3)]
    data = sync(mapping=CODED)
    assert (counts(data), data["errors"]) == ((3, 2, 0, 1), [])
    assert set(Household.objects.values_list("code_menage", flat=True)) == {"A-1", "OI-000001"}
    loud = sync(mapping=CODED, options={"skipDuplicates": False, "updateExisting": True})
    assert [item["submission"] for item in loud["errors"]] == ["r2"]
    assert Receipt.objects.get(racine="r2").etat == "doublon"


def test_a_household_that_was_there_is_changed_only_when_asked(platform: Any, sync: Any, household: Any) -> None:
    platform.rows = [kobo_row(1, **{"g/code": "OI-000001"})]
    assert counts(sync(mapping=CODED)) == (1, 0, 0, 1)
    assert counts(sync(mapping=CODED, options=UPDATING)) == (1, 0, 1, 0)
    household.refresh_from_db()
    assert (household.taille_menage, household.collector_submission_id) == (7, "r1")
    assert household.source_donnees == "manuel"


def test_generated_codes_pass_those_chosen_by_hand(platform: Any, sync: Any) -> None:
    for number in (1, 2, 700):
        Household.objects.create(code_menage=f"OI-{number:06d}", taille_menage=1)
    platform.rows = [kobo_row(1), kobo_row(2)]
    assert sync()["imported"] == 2
    made = Household.objects.filter(source_donnees=KOBO).values_list("code_menage", flat=True)
    assert sorted(made) == ["OI-000701", "OI-000702"]


def test_generated_codes_pass_those_of_merged_households(platform: Any, sync: Any, household: Any) -> None:
    FormerHousehold.objects.create(id=uuid7(), code_menage="OI-000700", menage=household)
    FormerHousehold.objects.create(id=uuid7(), code_menage="OI-000002", menage=household)
    platform.rows = [kobo_row(1), kobo_row(2)]
    assert sync()["imported"] == 2
    made = Household.objects.filter(source_donnees=KOBO).values_list("code_menage", flat=True)
    assert sorted(made) == ["OI-000701", "OI-000702"]


def test_date_from(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(number) for number in range(1, 6)]
    assert counts(sync(options={"dateFrom": "2026-03-05"})) == (2, 2, 0, 0)
    assert counts(sync(options={"dateFrom": "2026-03-06"})) == (1, 0, 0, 1)
    assert counts(sync()) == (5, 3, 0, 2)


def test_scope_of_the_importer(platform: Any, sync: Any, cast: Any) -> None:
    platform.rows = [
        kobo_row(1),
        kobo_row(2, **{"g/region": "Bafatá", "g/secteur": "Cossé", "g/gps": "12.5 -14.5 0 0"}),
    ]
    data = sync(user=cast.agent_west)
    assert (counts(data), data["errors"][0]["submission"]) == ((2, 1, 0, 1), "r2")
    assert counts(sync()) == (2, 1, 0, 1)


def test_answers_become_cells(platform: Any, sync: Any, country: Any) -> None:
    campaign = Campaign.objects.create(nom="C")
    platform.rows = [odk_row(1, g={"age": 41.0, "cozinha": True})]
    mapping = MAPPING | {"ageChef": "g/age", "tailleMenage": "members", "logement_a_une_cuisine": "g/cozinha"}
    data = sync(ODK, mapping=mapping | {"milieu": "g/nada"}, campagneId=str(campaign.id))
    assert data["imported"] == 1
    assert "g/nada" in data["errors"][0]["message"]
    row = household()
    assert (row.taille_menage, row.chef.age, row.logement.a_une_cuisine, row.campagne) == (1, 41, True, campaign)


@pytest.mark.parametrize("place", ["12.75", "12.75 -15.5 1 2 3", "ao lado da escola"])
def test_broken_positions(platform: Any, sync: Any, place: str) -> None:
    platform.rows = [kobo_row(1, **{"g/gps": place})]
    assert counts(sync()) == (1, 0, 0, 1)


def test_without_position(platform: Any, sync: Any) -> None:
    platform.rows = [kobo_row(1, _geolocation=[None, None])]
    assert sync(mapping=MAPPING | {"position": "_geolocation"})["imported"] == 1
    assert household().geom is None


def test_a_merged_household_is_not_made_again(platform: Any, sync: Any, cast: Any) -> None:
    """Two submissions that were found to be one household stay one, also when the absorbed one is edited."""
    platform.rows = [kobo_row(1), kobo_row(2)]
    sync()
    kept, gone = household("r1"), household("r2")
    pair = Pair.objects.create(
        menage_a=min(kept, gone, key=lambda row: row.id), menage_b=max(kept, gone, key=lambda row: row.id), score=99,
        niveaux={"nom": "identique"}, empreinte=uuid7(),
    )  # fmt: skip
    merge_households(pair_id=pair.id, kept=kept.id, values={}, reason=None, user=cast.admin)
    kobo_edit(platform.rows[1], **{"g/taille": "9"})
    for options in ({}, UPDATING):
        assert sync(options=options)["imported"] == 0
        assert [row.id for row in Household.objects.all()] == [kept.id]


def test_scores_from_0_to_1_wait_for_their_scale(platform: Any, sync: Any) -> None:
    mapping = MAPPING | {"scorePmt": "g/score"}
    platform.rows = [kobo_row(number, **{"g/score": f"0.{number}"}) for number in (2, 4, 6)]
    refused = sync(mapping=mapping, status=400)
    assert list(refused["details"]) == ["echelle_pmt"]
    assert not Household.objects.exists()
    assert counts(sync(mapping=mapping, echelle_pmt="0-1"))[:2] == (3, 3)
    assert float(Household.objects.get(collector_submission_id="r2").score_pmt) == 20


def test_two_submissions_of_one_identity_are_not_one_household(platform: Any, sync: Any) -> None:
    platform.rows = [
        kobo_row(1),
        kobo_row(2, **{"_uuid": "r1", "meta/rootUuid": "uuid:r1", "meta/instanceID": "uuid:r1"}),
    ]
    for _again in range(2):
        data = sync(options=UPDATING)
        assert [fault["submission"] for fault in data["errors"]] == ["2"]
        assert "même identifiant" in data["errors"][0]["message"]
        assert (household().chef.nom_complet, Household.objects.count()) == ("Nome 1", 1)
    platform.rows.append(kobo_row(3, **{"_uuid": "r1", "meta/rootUuid": "uuid:r1", "g/nom": "Outro"}))
    assert [fault["submission"] for fault in sync(options=UPDATING)["errors"]] == ["2", "3"]
    assert (household().chef.nom_complet, Household.objects.count()) == ("Nome 1", 1)


def test_a_submission_sent_again_takes_the_place_of_a_deleted_one(platform: Any, sync: Any, settings: Any) -> None:
    settings.COLLECTOR_SWEEP_HOURS = 0
    platform.rows = [kobo_row(1)]
    sync(options=UPDATING)
    platform.rows = [kobo_row(2, **{"_uuid": "r1", "meta/rootUuid": "uuid:r1", "g/nom": "Nome 2"})]
    assert sync(options=UPDATING)["errors"] == []
    assert (household().chef.nom_complet, Household.objects.count()) == ("Nome 2", 1)
