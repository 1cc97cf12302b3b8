"""Describe counts of rows in words: `1 ménage`, `2 bénéficiaires`."""

from collections.abc import Mapping
from typing import Any

from config.hooks import Hook

# Each app registers the words of what it counts, by the name of the count in responses: an `ngettext_lazy` of "n".
count_words = Hook[Any]("words for counts")


def describe_counts(counts: Mapping[str, int]) -> str:
    """Describe counts as `3 ménages, 1 secteur`. Zeros are left out; a name without words is used as it is."""
    return ", ".join(
        str(count_words[name] % {"n": count}) if name in count_words else f"{count} {name}"
        for name, count in counts.items()
        if count
    )
