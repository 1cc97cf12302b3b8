"""Define damaged text: UTF-8 that was read in another encoding, or accents that became `?`.

The patterns are shared by imports of areas, facilities and households, in Python, in SQL and on the bytes of a file.
"""

import re
from typing import Final

# UTF-8 of two or three bytes, read as Windows-1252. `Ã` and `Â` are letters behind a capital (IRMÃ): there a following
# no-break space, dash, ellipsis, apostrophe or quotation mark is taken for itself; so is a mark that closes an open one
# (“IRMÔ). A no-break space at the end of a cell is stripped before this is applied.
MISREAD: Final = (
    "[ÂÃ][\u0080-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf\u0152-\u0192\u02c6-\u02dc\u2018\u201a-\u201c\u201e-\u2022\u2030-\u2122]"
    "|(?<![A-ZÀ-Þ])[ÂÃ][\u00a0«»\u2013\u2014\u2019\u2026]|^[^“”]*[ÂÃ]”|[ÂÃ]”[A-Za-zÀ-ſ]|[a-zß-ÿ]Ã$|Å[’“]|â€"
)
# Or read as code page 850, 437 or Latin-1; or bytes that could not be decoded (U+FFFD); or letters lost to `?`.
# PostgreSQL uses both patterns too: use only syntax that both languages share.
DAMAGED: Final = f"{MISREAD}|[\u0080-\u009f\u02c0-\u02ff\u2500-\u25ff\ufffd]|[A-Za-zÀ-ſ][?][A-Za-zÀ-ſ]"
# The encodings in which damaged text was read, the most frequent first.
MISREAD_ENCODINGS: Final = ("cp850", "cp437", "cp1252", "latin-1")
LAST_LATIN: Final = "\u017f"
# Bytes of a UTF-8 file that may hold damaged text. Each pattern begins with a fixed byte, so that the search is fast.
DAMAGE_SIGNS: Final = tuple(
    map(
        re.compile,
        (
            rb"\xc3(?:[\x82\x83][\xc2\xc5\xc6\xcb\xe2]|\x85\xe2\x80|\xa2\xe2\x82\xac)",
            rb"\xc2[\x80-\x9f]",
            rb"\xcb[\x80-\xbf]",
            rb"\xe2[\x94-\x97]",
            rb"\xef\xbf\xbd",
            # Control characters, which become U+FFFD; in a workbook they are escaped (_x0000_).
            rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]",
            rb"_x00[01]",
            rb"\?(?<=[A-Za-z\x80-\xff]\?)[A-Za-z\xc3-\xc5]",
        ),
    )
)
# Bytes by which a file in another encoding may hold UTF-8 nevertheless.
UTF_8_SIGNS: Final = re.compile(rb"[\xc2\xc3][\x80-\xbf]|\xc5[\x92\x93]|\xe2\x80")
# Every match is shorter than this.
MAX_SIGN_BYTES: Final = 8


def guess_original_text(text: str) -> str | None:
    """Return what a damaged text probably was, or None.

    `Sim├úo` is `Simão` whose UTF-8 was read as code page 850.
    """
    for encoding in MISREAD_ENCODINGS:
        try:
            found = text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
        if found != text and max(found) <= LAST_LATIN:
            return found
    return None
