"""Text whose characters were damaged on the way: UTF-8 that was read as something else, or accents that became `?`.

One place says how it looks, for tables of places and of households, in Python, in SQL and in the bytes of a file.
"""

import re
from typing import Final

# UTF-8 of two or three bytes, read as Windows-1252. Behind a capital, where `Ã` and `Â` are letters (IRMÃ), a no-break
# space, a dash, dots, an apostrophe or a quotation mark are taken for what they are; so is a mark that ends what another
# has begun (“IRMÔ). A no-break space at the end of a cell is gone when it is looked at.
MISREAD: Final = (
    "[ÂÃ][\u0080-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf\u0152-\u0192\u02c6-\u02dc\u2018\u201a-\u201c\u201e-\u2022\u2030-\u2122]"
    "|(?<![A-ZÀ-Þ])[ÂÃ][\u00a0«»\u2013\u2014\u2019\u2026]|^[^“”]*[ÂÃ]”|[ÂÃ]”[A-Za-zÀ-ſ]|[a-zß-ÿ]Ã$|Å[’“]|â€"
)
# The same read as code page 850 or 437 or Latin-1, letters that no table has, and letters lost to `?`. PostgreSQL reads
# both too: nothing in them that the two do not share.
DAMAGED: Final = f"{MISREAD}|[\u0080-\u009f\u02c0-\u02ff\u2500-\u25ff\ufffd]|[A-Za-zÀ-ſ][?][A-Za-zÀ-ſ]"
# What damaged text was read as, most often.
READ_AS: Final = ("cp850", "cp437", "cp1252", "latin-1")
LAST_LATIN: Final = "\u017f"
# By these bytes a file in UTF-8 may hold damaged text. Each begins with a byte of its own, so that it is found fast.
IN_UTF_8: Final = tuple(
    map(
        re.compile,
        (
            rb"\xc3(?:[\x82\x83][\xc2\xc5\xc6\xcb\xe2]|\x85\xe2\x80|\xa2\xe2\x82\xac)",
            rb"\xc2[\x80-\x9f]",
            rb"\xcb[\x80-\xbf]",
            rb"\xe2[\x94-\x97]",
            rb"\xef\xbf\xbd",
            # Control characters, which become U+FFFD; in a workbook they are written so.
            rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]",
            rb"_x00[01]",
            rb"\?(?<=[A-Za-z\x80-\xff]\?)[A-Za-z\xc3-\xc5]",
        ),
    )
)
# By these a file that is no UTF-8 may hold some nevertheless.
UTF_8: Final = re.compile(rb"[\xc2\xc3][\x80-\xbf]|\xc5[\x92\x93]|\xe2\x80")
# The longest of them is shorter.
LONGEST: Final = 8


def repaired(text: str) -> str | None:
    """What a damaged text probably was: `Sim├úo` is `Simão` whose UTF-8 was read as code page 850."""
    for encoding in READ_AS:
        try:
            found = text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
        if found != text and max(found) <= LAST_LATIN:
            return found
    return None
