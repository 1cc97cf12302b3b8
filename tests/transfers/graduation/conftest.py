"""A programme with two criteria, and what is done to graduations through the API."""

import pytest

from config.postgis.base import get_connection
from transfers.graduation.criteria.models import GraduationCriterion

PATH = "/api/graduations"


@pytest.fixture
def criteria(programme):
    """A score of at least 40, obligatory; one payment, not."""
    score = GraduationCriterion.objects.create(
        programme=programme,
        nom="Score",
        type="score_pmt",
        operateur=">=",
        valeur_seuil=40,
        poids=60,
        obligatoire=True,
        ordre=1,
    )
    paid = GraduationCriterion.objects.create(
        programme=programme, nom="Paiements", type="paiements_recus", operateur=">=", valeur_seuil=1, poids=40, ordre=2
    )
    return score, paid


class Graduating:
    """Propose, evaluate, decide and cancel, each as a request with locks of its own."""

    def __init__(self, api, user, criteria):
        self.api, self.user, self.criteria = api, user, criteria

    def send(self, method, path, body=None, user=None, **headers):
        get_connection().forget_locks()
        return getattr(self.api(user or self.user), method)(f"{PATH}{path}", body, **headers)

    def propose(self, beneficiary, user=None, **more):
        return self.send("post", "", {"beneficiaire": str(beneficiary.id), "motif": "Seuil atteint"} | more, user)

    def results(self, *valid):
        return [
            {"critere": str(row.id), "valide": met, "valeur": 45 if met else 0}
            for row, met in zip(self.criteria, valid or (True, False), strict=True)
        ]

    def evaluate(self, identity, *valid, user=None, **more):
        body = {"evaluation": {"criteresValides": self.results(*valid)} | more}
        return self.send("put", f"/{identity}/evaluate", body, user)

    def decide(self, identity, approve=True, user=None, **more):
        return self.send("put", f"/{identity}/decide", {"approuver": approve} | more, user)

    def cancel(self, identity, user=None, motif="Situation revue"):
        return self.send("put", f"/{identity}/cancel", {"motif": motif}, user)

    def evaluated(self, beneficiary):
        """The id of an evaluated graduation."""
        identity = self.propose(beneficiary).json()["data"]["id"]
        assert self.evaluate(identity).status_code == 200
        return identity

    def approved(self, beneficiary, **more):
        identity = self.evaluated(beneficiary)
        answer = self.decide(identity, **more)
        assert answer.status_code == 200, answer.content
        return identity


@pytest.fixture
def graduating(api, cast, criteria):
    return Graduating(api, cast.agent_west, criteria)
