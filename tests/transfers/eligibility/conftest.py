"""Rules as the API takes them, and rule sets made of them."""

import pytest

from transfers.eligibility.models import RuleSet

PATH = "/api/eligibility/rulesets"
EVALUATE = "/api/eligibility/evaluate"
GIRLS = {"sexe": "F", "ageMin": 10, "ageMax": 14}


def rule(champ, operateur, valeur, upper=None, **more):
    """A rule as it is sent."""
    return {
        "nom": more.pop("nom", f"{champ} {operateur}"),
        "champ": champ,
        "operateur": operateur,
        "valeur": valeur,
        "valeurSecondaire": upper,
        **more,
    }


POOR = rule("scorePmt", "<=", 60, nom="Score")
RURAL = rule("milieu", "=", "rural", nom="Milieu")


@pytest.fixture
def create(api, cast):
    """`create(*rules, **fields)` is the stored rule set."""

    def creating(*rules, **fields):
        body = {"nom": "Jeu", "logique": "AND", "rules": list(rules)} | fields
        answer = api(cast.admin).post(PATH, body)
        assert answer.status_code == 201, answer.json()
        return RuleSet.objects.get(id=answer.json()["data"]["id"])

    return creating


@pytest.fixture
def evaluate(api, cast, household):
    """`evaluate(rule_set)` is the evaluation of the western household."""

    def evaluating(row):
        answer = api(cast.admin).post(f"{EVALUATE}/menage/{household.id}", {"ruleSetId": str(row.id)})
        assert answer.status_code == 200, answer.json()
        return answer.json()["data"]["evaluation"]

    return evaluating
