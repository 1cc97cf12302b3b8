"""Do together what threads of this process want at the same time, where they would wait for each other anyway."""

import threading
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar, cast

Group = TypeVar("Group", bound=Hashable)
Item = TypeVar("Item")
Result = TypeVar("Result")


class NotBegunError(TimeoutError):
    """Report that nobody did an item in time; nobody will."""


class UnknownOutcomeError(TimeoutError):
    """Report that the thread which does an item has not come back in time: whether it is done is unknown."""


class _Call(Generic[Item, Result]):
    """Hold what one thread wants, and what came of it."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.result: Result | None = None
        self.error: BaseException | None = None
        # The calls that this thread is to do, with its own among them; empty where another does it.
        self.led: list[_Call[Item, Result]] = []
        # Released once, by the thread that does this call or hands the lead over to it.
        self.ready = threading.Lock()
        self.ready.acquire()


class Combiner(Generic[Group, Item, Result]):
    """Let one thread at a time work for all threads that want the same: who comes meanwhile is in the next set.

    `work` gets a group and its items, in the order in which they came, and returns as many results; it does all or nothing.
    Where it raises for several items an error that `is_refusal` says nothing was done for, each is done again alone, by its
    own thread: one that is refused refuses no other. Any other error is raised by all of its set.
    """

    def __init__(
        self, work: Callable[[Group, list[Item]], list[Result]], is_refusal: Callable[[BaseException], bool]
    ) -> None:
        self._work: Final = work
        self._is_refusal: Final = is_refusal
        self._mutex: Final = threading.Lock()
        # The calls that wait, of each group that a thread works for.
        self._waiting: Final[dict[Group, list[_Call[Item, Result]]]] = {}

    def run(self, group: Group, item: Item, *, patience: float, limit: float) -> Result:
        """Do an item, alone or in a set, and return its result. Raises what `work` raises.

        Waits at most `patience` seconds until its set begins (NotBegunError), and `limit` until it ends (UnknownOutcomeError).
        """
        call: _Call[Item, Result] = _Call(item)
        with self._mutex:
            waiting = self._waiting.get(group)
            if waiting is None:
                self._waiting[group] = []
                call.led = [call]
            else:
                waiting.append(call)
        if not call.led:
            self._wait(group, call, patience, limit)
        try:
            if call.led:
                self._lead(group, call.led)
            if call.error is not None:
                raise call.error
            return cast(Result, call.result)
        except Exception as error:
            if len(call.led) == 1 or not self._is_refusal(error):
                raise
        return self._work(group, [item])[0]

    def _wait(self, group: Group, call: _Call[Item, Result], patience: float, limit: float) -> None:
        """Wait until a call is done, or is to lead."""
        try:
            is_ready = call.ready.acquire(timeout=patience)
            if not is_ready and self._withdraw(group, call):
                raise NotBegunError
            if not is_ready and not call.ready.acquire(timeout=limit):
                raise UnknownOutcomeError
        except (KeyboardInterrupt, SystemExit):
            if not self._withdraw(group, call) and call.led:
                self._lead(group, call.led)  # others wait for it
            raise

    def _withdraw(self, group: Group, call: _Call[Item, Result]) -> bool:
        """Take a call out of those that wait; return whether it was still among them."""
        with self._mutex:
            waiting = self._waiting.get(group, [])
            if call not in waiting:
                return False
            waiting.remove(call)
        return True

    def _lead(self, group: Group, calls: list[_Call[Item, Result]]) -> None:
        """Do a set of calls, then hand the lead over to the first that came meanwhile. Raises what `work` raises."""
        try:
            results = self._work(group, [call.item for call in calls])
            for call, result in zip(calls, results, strict=True):
                call.result = result
        except BaseException as error:
            for call in calls:
                call.error = error
            raise
        finally:
            self._hand_over(group)
            for call in calls[1:]:
                call.ready.release()

    def _hand_over(self, group: Group) -> None:
        with self._mutex:
            waiting = self._waiting.pop(group)
            if waiting:
                self._waiting[group] = []
                waiting[0].led = waiting
        if waiting:
            waiting[0].ready.release()
