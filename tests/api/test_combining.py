"""Threads that would wait for each other share their work: one does it, each gets its own result or error."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from config.combining import Combiner, NotBegunError, UnknownOutcomeError


class Refused(Exception):
    """Refuse a set with item 13 in it."""


class Desk:
    """Do what several want, and note the sets. The first is held until the others wait."""

    def __init__(self) -> None:
        self.sets: list[tuple[str, tuple[int, ...]]] = []
        self.is_begun, self.may_end = threading.Event(), threading.Event()
        self.combiner = Combiner[str, int, int](self.work, lambda error: isinstance(error, Refused))

    def work(self, group: str, items: list[int]) -> list[int]:
        self.sets.append((group, tuple(sorted(items))))
        if not self.is_begun.is_set():
            self.is_begun.set()
            assert self.may_end.wait(10)
        if 13 in items:
            raise Refused
        if 99 in items:
            raise ConnectionError
        return [item * 10 for item in items]

    def run(self, item: int, group: str = "a", patience: float = 10, limit: float = 10) -> Any:
        try:
            return self.combiner.run(group, item, patience=patience, limit=limit)
        except (Refused, ConnectionError, TimeoutError) as error:
            return type(error)

    def run_all(self, first: int, others: list[int]) -> list[Any]:
        """Run an item, and the others while it is held; return what each gave or raised."""
        with ThreadPoolExecutor(len(others) + 1) as pool:
            begun = pool.submit(self.run, first)
            assert self.is_begun.wait(10)
            waiting = [pool.submit(self.run, item) for item in others]
            until = time.monotonic() + 10
            while len(self.combiner._waiting["a"]) < len(others):
                assert time.monotonic() < until, "somebody does not wait"
                time.sleep(0.001)
            self.may_end.set()
            return [future.result(10) for future in [begun, *waiting]]


def test_who_comes_meanwhile_is_in_one_set() -> None:
    desk = Desk()
    assert desk.run_all(1, [2, 3, 4]) == [10, 20, 30, 40]
    assert desk.sets == [("a", (1,)), ("a", (2, 3, 4))]
    assert desk.run(5) == 50  # nobody has the lead for ever
    assert desk.sets[-1] == ("a", (5,))


def test_one_that_is_refused_refuses_no_other() -> None:
    desk = Desk()
    assert desk.run_all(1, [2, 13, 4]) == [10, 20, Refused, 40]
    assert desk.sets[:2] == [("a", (1,)), ("a", (2, 4, 13))]
    assert sorted(desk.sets[2:]) == [("a", (2,)), ("a", (4,)), ("a", (13,))]


def test_any_other_error_is_that_of_all_in_the_set() -> None:
    desk = Desk()
    assert desk.run_all(1, [2, 99, 4]) == [10, ConnectionError, ConnectionError, ConnectionError]
    assert desk.sets == [("a", (1,)), ("a", (2, 4, 99))]
    assert desk.run(5) == 50


def test_one_who_fails_alone_hands_the_lead_over() -> None:
    desk = Desk()
    assert desk.run_all(99, [2, 3]) == [ConnectionError, 20, 30]


def test_groups_do_not_wait_for_each_other() -> None:
    desk = Desk()
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(desk.run, 1)
        assert desk.is_begun.wait(10)
        assert desk.run(2, group="b") == 20
        desk.may_end.set()
        assert held.result(10) == 10


def test_nobody_waits_longer_than_they_may() -> None:
    """Who gives up before the set has begun is not in it; who gives up later cannot know."""
    desk = Desk()
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(desk.run, 1)
        assert desk.is_begun.wait(10)
        assert desk.run(2, patience=0.01) is NotBegunError
        desk.may_end.set()
        assert held.result(10) == 10
    assert desk.sets == [("a", (1,))]
    assert desk.combiner._waiting == {}


def test_who_is_in_a_set_that_does_not_end_is_told_so() -> None:
    desk = Desk()
    second = threading.Event()
    work = desk.work

    def hold_sets(group: str, items: list[int]) -> list[int]:
        results = work(group, items)
        if len(items) > 1:
            assert second.wait(10)
        return results

    desk.combiner._work = hold_sets  # type: ignore[misc]
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(desk.run, 1)
        assert desk.is_begun.wait(10)
        leader = pool.submit(desk.run, 2)
        while not desk.combiner._waiting["a"]:
            time.sleep(0.001)
        follower = pool.submit(desk.run, 3, patience=1, limit=0.01)
        while len(desk.combiner._waiting["a"]) < 2:
            time.sleep(0.001)
        desk.may_end.set()
        assert (first.result(10), follower.result(10)) == (10, UnknownOutcomeError)
        second.set()
        assert leader.result(10) == 20
    assert desk.combiner._waiting == {}
