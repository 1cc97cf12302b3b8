"""Choose codes of two or three letters for regions whose source has none."""

import itertools
from collections.abc import Iterator

from geo.imports.definition.column_mapping import normalise_title


def _generate_code_candidates(name: str) -> Iterator[str]:
    """Yield the candidates in order: BAF for Bafatá, then BAT, BAA …, then BF, then BA1, BA2 and so on."""
    letters = "".join(letter for letter in normalise_title(name).upper() if letter.isalpha()) or "REG"
    for rest in itertools.combinations(letters[1:12], 2):
        yield letters[0] + "".join(rest)
    for second in letters[1:12]:
        yield letters[0] + second
    for number in itertools.count(1):
        yield f"{letters[:2]}{number}"


def choose_region_code(name: str, used: set[str]) -> str:
    """Return a code that is not in `used`: the first free candidate.

    So the same names in the same order get the same codes.
    """
    return next(code for code in _generate_code_candidates(name) if code not in used)
