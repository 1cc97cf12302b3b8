"""A person who reconciles: sends statements, opens sessions, matches, decides."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from config.postgis.base import get_connection
from tests.money.files import send_results
from transfers.payments.models import Payment
from transfers.reconciliation.models import ReconciliationSession, StatementLine
from transfers.reconciliation.queries import count_entries

OPERATOR = "operator_a_money"
TITLES = "reference,telephone,montant,date"
PATH = "/api/reconciliation/sessions"


class Desk:
    """A cycle whose payments were given to an operator by file, and what a person does with its statements."""

    def __init__(self, world: Any, api: Any, people: int = 4, fees: bool = False) -> None:
        self.world, self.api = world, api
        self.client = api(world.treasurer)
        world.enrol(people)
        self.cycle = world.plan(fees=fees)
        world.fund(people * 20_000)
        self.execute(self.cycle)
        self.payments = list(Payment.objects.filter(cycle=self.cycle).order_by("reference"))

    def execute(self, cycle: Any) -> None:
        self.call(f"/api/cycles/{cycle.id}/executer", fournisseur="fichier", operateur=OPERATOR)

    def call(self, path: str, user: Any = None, status: int = 200, **body: Any) -> Any:
        """POST, and return the data of the answer, or all of it for a refusal."""
        get_connection().forget_locks()
        answer = (self.api(user) if user else self.client).post(path, body)
        get_connection().forget_locks()
        assert answer.status_code == status, answer.content
        return answer.json()["data"] if status < 300 else answer.json()

    def get(self, path: str, user: Any = None, status: int = 200, **query: Any) -> Any:
        answer = (self.api(user) if user else self.client).get(path, query)
        assert answer.status_code == status, answer.content
        return answer.json()

    def settle(self, *lines: str) -> None:
        """Take a result file: `reference;statut`."""
        titles = "reference;statut;motifEchec;dateExecution;montant;referenceOperateur"
        file = SimpleUploadedFile("r.csv", "\n".join([titles, *lines, ""]).encode(), "text/csv")
        answer = send_results(self.client, self.cycle, file)
        assert answer.status_code == 200, answer.content

    def line(self, place: int, amount: int = 15_000, day: str = "2025-02-10", **other: Any) -> str:
        """A line of the statement about the payment at this place."""
        payment = self.payments[place]
        reference, phone = other.get("reference", payment.reference), other.get("phone", payment.compte_mobile)
        return f"{reference},{phone},{amount},{day}"

    def deposit(self, *lines: str, titles: str = TITLES, user: Any = None) -> str:
        """Upload a statement, and return the id of its file."""
        file = SimpleUploadedFile("releve.csv", "\n".join([titles, *lines, ""]).encode(), "text/csv")
        get_connection().forget_locks()
        answer = (self.api(user) if user else self.client).upload("/api/fichiers", {"file": file})
        assert answer.status_code == 201, answer.content
        file_id: str = answer.json()["data"]["id"]
        return file_id

    def body(self, file_id: str, **other: Any) -> dict[str, Any]:
        return {
            "nom": "Février",
            "operateur": OPERATOR,
            "cycleId": str(self.cycle.id),
            "dateDebut": "2025-02-01",
            "dateFin": "2025-02-28",
            "fichierReleve": file_id,
        } | other

    def open(self, *lines: str, titles: str = TITLES, **other: Any) -> str:
        """Open a session with a statement of these lines, and return its path."""
        data = self.call(PATH, status=201, **self.body(self.deposit(*lines, titles=titles), **other))
        return f"{PATH}/{data['id']}"

    def match(self, *lines: str, **other: Any) -> str:
        """Open a session, match it, and return its path."""
        path = self.open(*lines, **other)
        self.call(f"{path}/match")
        return path

    def entries(self, path: str, user: Any = None, **query: Any) -> list[Any]:
        found: list[Any] = self.get(f"{path}/entries", user, **query)["data"]
        return found

    def entry(self, path: str, **query: Any) -> Any:
        """The only entry under these filters."""
        (found,) = self.entries(path, **query)
        return found

    def resolve(self, path: str, entry: Any, action: str, status: int = 200, user: Any = None, **other: Any) -> Any:
        body = {"action": action, **other}
        return self.call(f"{path}/entries/{entry['id']}/resolve", user, status, **body)

    def detail(self, path: str, user: Any = None) -> Any:
        return self.get(path, user)["data"]


def figures_hold() -> bool:
    """Whether the counters of all sessions are those of their entries."""
    return all(row.compteurs == count_entries(row.id) for row in ReconciliationSession.objects.all())


def line_of(reference: str) -> StatementLine:
    return StatementLine.objects.get(reference=reference)
