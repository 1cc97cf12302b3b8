"""Write text to the cells of a workbook."""

from typing import Any, Final

from openpyxl.cell import WriteOnlyCell
from openpyxl.comments import Comment

from config.controls import replace_controls

# A cell of Excel holds at most 32,767 characters.
MAX_TEXT: Final = 32_000


def write_text(cell: Any, value: str) -> None:
    """Write a text to a cell as text.

    What looks like a formula stays as it was typed; a control character is replaced by a visible sign, since it would
    make the workbook unreadable.
    """
    cell.value = replace_controls(value[:MAX_TEXT])
    if cell.value:
        cell.data_type = "s"


def make_cell(sheet: Any, value: str | None) -> Any:
    """Return a cell with a text for a sheet that is written row by row."""
    cell = WriteOnlyCell(sheet)
    write_text(cell, value or "")
    return cell


def make_comment(text: str, height: int, width: int) -> Comment:
    """Return a comment with a text that a workbook can hold."""
    return Comment(replace_controls(text[:MAX_TEXT]), "Tabanca", height=height, width=width)
