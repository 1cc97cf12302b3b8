"""Format numbers as a spreadsheet shows them: `95342307` in the format `000000000000` is `000095342307`.

Only formats that pad whole numbers with zeros matter: what they show is a code. Runs in the child process.
"""

import re
from dataclasses import dataclass
from typing import Final

# A condition or colour, a quoted text, an escaped character, the space of a character, a fill, a placeholder, or a
# character that stands for itself. Anything else (a date, a decimal point, a percentage) makes it another kind of
# format.
TOKEN: Final = re.compile(r'\[[^\]]*\]|"([^"]*)"|\\(.)|_.|\*.|([0#?])|([-/ ()]|\u00a0)')
LEAST_ZEROS: Final = 2


@dataclass(frozen=True)
class NumberFormat:
    """Hold the parts of a format from left to right: a text, or None for a placeholder.

    `zeros` is the number of placeholders that are always filled.
    """

    parts: tuple[str | None, ...]
    zeros: int

    def render(self, number: str) -> str:
        """Format a whole number, given by its digits."""
        digits = list(number.rjust(self.zeros, "0"))
        places = self.parts.count(None)
        shown: list[str] = []
        for part in reversed(self.parts):
            if part is not None:
                shown.append(part)
            elif digits:
                places -= 1
                # The first placeholder takes all remaining digits.
                taken, digits = (digits[-1:], digits[:-1]) if places else (digits, [])
                shown.append("".join(taken))
        return "".join(reversed(shown)).strip()


def parse_format(code: str) -> NumberFormat | None:
    """Return the format of this code when it pads whole numbers with zeros, else None."""
    section = code.split(";")[0]
    parts: list[str | None] = []
    zeros = place = 0
    while place < len(section):
        token = TOKEN.match(section, place)
        if token is None:
            return None
        quoted, escaped, digit, sign = token.groups()
        if digit:
            parts.append(None)
            zeros += digit == "0"
        elif text := quoted or escaped or sign:
            parts.append(text)
        place = token.end()
    return NumberFormat(tuple(parts), zeros) if zeros >= LEAST_ZEROS else None
