"""Set French signs in pages: a line never breaks before : ; ! ? and %, nor inside « »."""

import re
from typing import Final

NO_BREAK: Final = "\u00a0"
# What somebody typed into a form stays as it is, and so do attributes; all other text is set.
TEXT: Final = re.compile(r"(?P<typed><textarea\b.*?</textarea>)|>[^<]+<", re.DOTALL)
BEFORE: Final = re.compile(r" (?=[:;!?%»](?![\w/]))")


def typeset(text: str) -> str:
    """Return a text with no-break spaces where French has them; Portuguese and English have no space there."""
    return BEFORE.sub(NO_BREAK, text).replace("« ", f"«{NO_BREAK}")


def typeset_page(page: str) -> str:
    """Return an HTML page whose texts are set."""
    return TEXT.sub(lambda found: found["typed"] or typeset(found[0]), page)
