"""Store the number of requests of each subject in the current minute."""

from django.db import models


class RequestCount(models.Model):
    """Count what a subject does in `minute`; one row per subject.

    Requests of a user (`u:<id>`), sign-ins (`a:<network>`) and public requests (`p:<network>`) from an address.

    The table is UNLOGGED: a crash loses one minute of counts, and no request waits for the disk.
    """

    subject = models.CharField(max_length=64, primary_key=True)
    minute = models.DateTimeField()
    count = models.PositiveIntegerField()

    class Meta:
        db_table = "accounts_request_count"

    def __str__(self) -> str:
        return self.subject
