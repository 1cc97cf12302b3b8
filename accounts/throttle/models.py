"""How often somebody asked in the running minute."""

from django.db import models


class RequestCount(models.Model):
    """Requests of a user (`u:<id>`) or sign-ins from an address (`a:<network>`) in `minute`; one row each.

    The table is UNLOGGED: a crash forgets one minute of counting, and no request waits for the disk.
    """

    subject = models.CharField(max_length=64, primary_key=True)
    minute = models.DateTimeField()
    count = models.PositiveIntegerField()

    class Meta:
        db_table = "accounts_request_count"

    def __str__(self) -> str:
        return self.subject
