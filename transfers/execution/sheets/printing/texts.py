"""Fit texts into the font and the columns of a print."""

import unicodedata
from functools import cache
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

# Bitstream Vera, which comes with the library: the letters of French, Portuguese and Creole.
REGULAR, BOLD = "Vera", "VeraBd"
LEAST_SIZE: Final = 6.5
UNKNOWN: Final = "?"


@cache
def register_fonts() -> None:
    """Make the fonts known to the library, once per process."""
    for name in (REGULAR, BOLD):
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))


@cache
def _list_letters() -> frozenset[int]:
    """Return the code points that both fonts have."""
    register_fonts()
    return frozenset.intersection(*(frozenset(pdfmetrics.getFont(name).face.charToGlyph) for name in (REGULAR, BOLD)))


# Letters of languages of the region that fonts for French may lack, and that are no letter with a mark.
PLAIN_LETTERS: Final = str.maketrans("ƁɓƊɗŊŋƝɲƳƴ", "BbDdNnNnYy")


def replace_unknown_letters(text: str) -> str:
    """Return a text without letters that the fonts lack: these lose their marks, or become a question mark."""
    known = _list_letters()
    if all(ord(letter) in known for letter in text):
        return text
    return "".join(_replace_letter(letter, known) for letter in text)


def _replace_letter(letter: str, known: frozenset[int]) -> str:
    if ord(letter) in known:
        return letter
    parts = unicodedata.normalize("NFKD", letter.translate(PLAIN_LETTERS))
    return "".join(part for part in parts if ord(part) in known) or UNKNOWN


def measure_text(text: str, font: str, size: float) -> float:
    """Return the width of a text in points."""
    width: float = pdfmetrics.stringWidth(text, font, size)
    return width


def wrap_text(text: str, font: str, size: float, width: float) -> list[str]:
    """Return a text in lines of at most `width` points, cut between words; a longer word has a line of its own."""
    lines: list[str] = []
    for word in replace_unknown_letters(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure_text(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fit_text(text: str, font: str, size: float, width: float) -> tuple[str, float]:
    """Return a text and the size, at most `size`, at which it fits into `width` points; a too long one is cut visibly."""
    text = replace_unknown_letters(text)
    wide = measure_text(text, font, size)
    if wide <= width:
        return text, size
    # A little less than what would just fit, which rounding could make too wide.
    smaller = max(LEAST_SIZE, size * width / wide * 0.995)
    if measure_text(text, font, smaller) > width:
        while text and measure_text(f"{text}…", font, smaller) > width:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    return text, smaller
