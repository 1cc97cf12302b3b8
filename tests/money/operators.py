"""Start the stand-in operator, and compare its log with what the registry believes."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from transfers.execution.models import Attempt
from transfers.ledger.models import Movement

CODE = "operator_a_money"


class StandIn:
    """The process of an operator, and its log."""

    def __init__(self, port: int, log: Path) -> None:
        self.port, self.log = port, log
        self.callback = ""

    @property
    def connections(self) -> dict[str, Any]:
        """The setting by which the registry reaches it."""
        url = f"http://127.0.0.1:{self.port}"
        return {
            CODE: {
                "url": url,
                "debitParty": {"accountid": "2000"},
                "headers": {"X-API-Key": "clef"},
                "callback": self.callback,
            }
        }

    def read_log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@contextmanager
def start_operator(
    log: Path, *, faults: str = "", rate: int = 100, seed: int = 0, repeats: bool = False
) -> Iterator[StandIn]:
    """Run the stand-in until the end of the block."""
    command = [sys.executable, "-m", "tests.money.operator_stand_in", "--log", str(log), "--faults", faults]
    command += ["--rate", str(rate), "--seed", str(seed), *(["--repeats"] if repeats else [])]
    with subprocess.Popen(command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield StandIn(int(process.stdout.readline()), log)
        finally:
            process.kill()


def judge(operator: StandIn) -> tuple[int, int, int]:
    """The stand-in's log against the attempts: effective payments, paid twice, and believed to be paid but not in the log.

    Asserts that what is rejected was not paid, that whatever was paid is confirmed or open, and that amounts agree.
    """
    paid = operator.read_log()
    by_reference = Counter(line["reference"].partition("-R")[0] for line in paid)
    by_id = {line["correlation"]: line for line in paid}
    states = {str(key): state for key, state in Attempt.objects.values_list("id", "etat")}
    assert not [key for key in by_id if states[key] in ("rejetee", "preparee")], "paid, and said not to be"
    confirmed = {key for key, state in states.items() if state == "confirmee"}
    for attempt in Attempt.objects.filter(etat="confirmee"):
        line = by_id.get(str(attempt.id))
        if line:
            assert line["amount"] == (attempt.montant_recu or attempt.montant)
            assert line["account"] == attempt.destination
    debited = -sum(Movement.objects.filter(type="paiement", objet_id__in=confirmed).values_list("montant", flat=True))
    fees = sum(Attempt.objects.filter(etat="confirmee").values_list("frais", flat=True))
    assert debited - fees == sum(line["amount"] for key, line in by_id.items() if key in confirmed)
    twice = sum(count > 1 for count in by_reference.values())
    return len(paid), twice, len(confirmed - set(by_id))
