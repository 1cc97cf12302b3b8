"""Result files as operators write them, and how they are sent."""

from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from config.postgis.base import get_connection

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


def send_results(client: Any, cycle: Any, file: Any, query: str = "") -> Any:
    get_connection().forget_locks()
    return client.upload(f"/api/cycles/{cycle.id}/resultats{query}", {"file": file})
