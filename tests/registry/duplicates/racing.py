"""A merge or its undoing held up just before its commit, while somebody else acts."""

import threading
from collections.abc import Callable
from typing import Any

from registry.duplicates.merges import services as merging
from registry.duplicates.models import Pair
from registry.households.models import FormerHousehold, Household
from tests.threads import somebody_waits, together


def pair_of(one: Household, other: Household, score: int = 95) -> Pair:
    """An open pair of two households, however alike they are."""
    first, second = sorted((one, other), key=lambda row: row.id)
    return Pair.objects.create(menage_a=first, menage_b=second, score=score, empreinte=first.id)


def decide(caller: Any, pair: Pair, kept: Household) -> Any:
    body = {"decision": "fusionner", "menageConserveId": str(kept.id)}
    return caller.post(f"/api/menages/doublons/{pair.id}/decision", body)


def beside(monkeypatch: Any, first: Callable[[], Any], then: Callable[[], Any], patience: float = 1.5) -> list[Any]:
    """What two answer who act at once: `then` begins when `first`, a merge or an undoing, has written everything, and
    `first` goes on when `then` waits for it or is done."""
    written, done, assess = threading.Event(), threading.Event(), merging.assess_households

    def hold_up(ids: list[Any]) -> None:
        if not written.is_set():
            written.set()
            for _turn in range(int(patience / 0.02)):
                if done.wait(0.02) or somebody_waits():
                    break
        assess(ids)

    monkeypatch.setattr(merging, "assess_households", hold_up)

    def side(number: int) -> Any:
        if number == 0:
            return first()
        assert written.wait(60)
        try:
            return then()
        finally:
            done.set()

    answers = together(2, side, numbered=True)
    monkeypatch.setattr(merging, "assess_households", assess)
    return answers


def twice_used_codes() -> set[str]:
    """The codes that a living and a merged household have at once."""
    living = Household.objects.values_list("code_menage", flat=True)
    return {*living} & {*FormerHousehold.objects.values_list("code_menage", flat=True)}


def said(answer: Any) -> tuple[int, str | None]:
    """The status of an answer, and the code of its error."""
    assert not isinstance(answer, Exception), repr(answer)
    body = answer.json() if answer.content else {}
    return answer.status_code, body.get("code")
