"""Result files as operators write them, and how they are sent."""

from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from config.postgis.base import get_connection
from transfers.execution.models import Attempt

TITLES = ("reference", "statut", "motifEchec", "dateExecution", "montant", "referenceOperateur")


def csv_file(*lines: str, titles: str = ";".join(TITLES), name: str = "resultats.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, "\n".join([titles, *lines, ""]).encode(), "text/csv")


def xlsx_file(*rows: tuple[Any, ...], titles: tuple[str, ...] = TITLES) -> SimpleUploadedFile:
    book = Workbook()
    for row in (titles, *rows):
        book.active.append(row)
    out = BytesIO()
    book.save(out)
    return SimpleUploadedFile("resultats.xlsx", out.getvalue())


def send_long_ago() -> None:
    """Have the orders left at the beginning of 2025, before the days that results name."""
    Attempt.objects.update(prepared_at="2025-01-01T00:00Z")
    Attempt.objects.filter(sent_at__isnull=False).update(sent_at="2025-01-01T00:00Z")


def send_results(client: Any, cycle: Any, file: Any, query: str = "") -> Any:
    """Send the results of orders that left long ago."""
    send_long_ago()
    get_connection().forget_locks()
    return client.upload(f"/api/cycles/{cycle.id}/resultats{query}", {"file": file})
