"""What of the history of a cycle is shown to whom, and who is told that they may validate it."""


def test_who_sees_a_part_of_the_list_is_shown_no_totals_of_the_whole(cycle, cast, staff, payment, pay, stranger, api):
    def step(user, name):
        answer = api(user).post(f"/api/cycles/{cycle.id}/{name}")
        assert answer.status_code == 200, answer.content

    def read(user):
        rows = api(user).get(f"/api/cycles/{cycle.id}/historique-validations").json()["data"]["historique"]
        return [(row["action"], row["nombre"], row["montant"]) for row in rows]

    step(staff.submitter, "soumettre")
    assert read(cast.agent_west) == read(staff.first) == [("soumission", 1, 15_000)]
    whole = api(staff.first).get(f"/api/cycles/{cycle.id}/historique-validations").json()["data"]
    assert whole["calculePar"] == staff.calculator.nom_complet and whole["calculeLe"]
    step(staff.first, "reinitialiser-validation")
    pay(cycle, stranger)
    step(staff.submitter, "soumettre")
    assert read(staff.first)[-1] == ("soumission", 2, 30_000)
    assert read(cast.agent_west)[-1] == read(cast.agent_east)[-1] == ("soumission", None, None)


def test_only_who_may_validate_is_told_so_and_others_who_is_next(cycle, cast, staff, payment, api):
    def step(user, name):
        answer = api(user).post(f"/api/cycles/{cycle.id}/{name}")
        assert answer.status_code == 200, answer.content

    def read(user):
        found = api(user).get(f"/api/cycles/{cycle.id}/historique-validations").json()["data"]
        return found["peutValider"], found["empechement"], found["prochainsValidateurs"]

    assert read(staff.first) == (False, None, [])
    step(staff.submitter, "soumettre")
    can, why, named = read(staff.first)
    assert (can, why) == (True, None)
    everyone = ("calculator", "submitter", "first", "second", "third", "fourth")
    shown = {each for each in everyone if any(each in name for name in named)}
    assert shown == {"first", "second", "third", "fourth"}
    assert read(staff.submitter)[:2] == read(staff.calculator)[:2]
    assert read(staff.submitter)[:2] == (False, "Qui a calculé ou soumis un cycle ne le valide pas.")
    step(staff.first, "valider")
    can, why, named = read(staff.first)
    assert (can, why) == (False, "Vous avez déjà validé ce cycle : un autre niveau revient à une autre personne.")
    assert not any("first" in name for name in named)
    assert any("second" in name for name in named)
    # An agent of the region sees the cycle, and validates nothing at the second level.
    assert read(cast.agent_west)[:2] == (False, None)
    step(staff.second, "valider")
    assert read(staff.third) == (False, None, [])
