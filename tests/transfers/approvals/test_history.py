"""What of the history of a cycle is shown to whom."""


def test_who_sees_a_part_of_the_list_is_shown_no_totals_of_the_whole(cycle, cast, staff, payment, pay, stranger, api):
    def step(user, name):
        answer = api(user).post(f"/api/cycles/{cycle.id}/{name}")
        assert answer.status_code == 200, answer.content

    def read(user):
        rows = api(user).get(f"/api/cycles/{cycle.id}/historique-validations").json()["data"]["historique"]
        return [(row["action"], row["nombre"], row["montant"]) for row in rows]

    step(staff.submitter, "soumettre")
    assert read(cast.agent_west) == read(staff.first) == [("soumission", 1, 15_000)]
    step(staff.first, "reinitialiser-validation")
    pay(cycle, stranger)
    step(staff.submitter, "soumettre")
    assert read(staff.first)[-1] == ("soumission", 2, 30_000)
    assert read(cast.agent_west)[-1] == read(cast.agent_east)[-1] == ("soumission", None, None)
