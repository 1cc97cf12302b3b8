"""Let tasks of the queue work off rows of our own tables.

The row is authoritative: it holds what is to be done, how often it was tried, when it is due again, and how it ended. A
task of the queue only hints at it. So a hint may be lost or doubled: each run claims its row by compare-and-set for a
limited time, and every minute rows that are due are hinted at again, those of killed runs too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from procrastinate.contrib.django import app


@dataclass(frozen=True)
class Outbox:
    """Name the task that works off one row, its only argument (the row's id), and its queue (one of `LANES`)."""

    task: str
    argument: str
    queue: str

    def hint(self, row_id: UUID) -> None:
        """Queue a run on Django's own connection: it is committed or rolled back together with the row."""
        app.configure_task(self.task, queue=self.queue).defer(**{self.argument: str(row_id)})

    def define_tasks(self, run: Callable[[UUID], object], *, hint_due: Callable[[], object], hint_task: str) -> None:
        """Define the task, and the one named `hint_task` that calls `hint_due` every minute.

        `run` records the errors of its work in the row, and raises none.
        """

        @app.task(name=self.task, queue=self.queue)
        def run_row(**arguments: str) -> None:
            run(UUID(arguments[self.argument]))

        @app.periodic(cron="* * * * *")
        @app.task(name=hint_task, queue="upkeep", queueing_lock=hint_task, pass_context=False)
        def hint_due_rows(timestamp: int) -> None:
            hint_due()
