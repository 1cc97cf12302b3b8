"""A file of who may not score sets no score."""

from tests.registry.imports.conftest import csv_file, household

BARE = {"score_pmt": "", "categorie_pauvrete": ""}
SAID = "Le score et la catégorie demandent la permission de calculer les scores : laissez-les vides."


def test_rows_with_a_score_stay_out(send, cast):
    data = send(csv_file({}, BARE, BARE | {"categorie_pauvrete": "pauvre"}), user=cast.agent_west)["data"]
    assert (data["imported"], len(data["errors"])) == (1, 2)
    assert all(SAID in line for line in data["errors"])
    assert household("T-2").score_pmt is None
    checked = send(csv_file({}), "validate", user=cast.agent_west)["data"]
    [told] = [item for item in checked["erreurs"] if item["message"] == SAID]
    assert (told["ligne"], told["colonne"]) == (2, "score_pmt")


def test_what_stands_may_be_sent_again(send, cast):
    send(csv_file({}), user=cast.supervisor_west)
    data = send(csv_file({"taille_menage": "8"}), user=cast.agent_west, mode="update")["data"]
    assert (data["updated"], data["errors"]) == (1, [])
    other = send(csv_file({"score_pmt": "3"}), user=cast.agent_west, mode="update")["data"]
    assert (other["updated"], SAID in other["errors"][0]) == (0, True)
    assert (float(household().score_pmt), household().taille_menage) == (18.5, 8)
