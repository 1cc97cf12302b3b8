"""What the queue does with rows of our own: the names of its tasks are in rows of the queue, so they stay."""

import pytest
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.jobs.api import JobKind, job_kinds, start_job
from accounts.jobs.models import Job
from accounts.worker.lanes import LANES
from tests.hooks import add_to

OUTBOXES = [
    ("run_job", "jobs", "recover_jobs"),
    ("deliver_mail", "mails", "deliver_due_mails"),
    ("deliver_webhook", "webhooks", "deliver_due_webhooks"),
]


@pytest.mark.parametrize(("task", "queue", "hint_task"), OUTBOXES)
def test_rows_have_a_task_and_one_that_hints_again_every_minute(task, queue, hint_task):
    assert app.tasks[task].queue == queue and any(queue in queues for queues in LANES.values())
    again = app.tasks[hint_task]
    assert (again.queue, again.queueing_lock) == ("upkeep", hint_task)
    periodic = {one.task.name: one.cron for one in app.periodic_registry.periodic_tasks.values()}
    assert periodic[hint_task] == "* * * * *"


def test_a_task_runs_the_row_that_its_hint_names(cast, monkeypatch):
    add_to(monkeypatch, job_kinds, essai=JobKind(lambda job, progress: {}))
    row = start_job("essai", {}, cast.admin)
    hint = ProcrastinateJob.objects.get(task_name="run_job")
    assert (hint.queue_name, hint.args) == ("jobs", {"job_id": str(row.id)})
    app.tasks[hint.task_name](**hint.args)
    row.refresh_from_db()
    assert row.statut == Job.Statut.TERMINE
