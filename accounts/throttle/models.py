"""Store the number of requests of each subject in the current minute."""

from django.db import models


class RequestCount(models.Model):
    """Count requests of a user (`u:<id>`) or sign-ins from an address (`a:<network>`) in `minute`; one row per subject.

    The table is UNLOGGED: a crash loses one minute of counts, and no request waits for the disk.
    """

    subject = models.CharField(max_length=64, primary_key=True)
    minute = models.DateTimeField()
    count = models.PositiveIntegerField()

    class Meta:
        db_table = "accounts_request_count"

    def __str__(self) -> str:
        return self.subject
