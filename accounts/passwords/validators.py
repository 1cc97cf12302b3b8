"""Validate passwords beyond Django's validators: length, variety, first words, and the demonstration password.

The maximum length keeps callers from making hashing expensive.
"""

import re
import unicodedata
from itertools import pairwise
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# What people write first, in the languages of the service, without accents.
PREDICTABLE_WORDS: Final = frozenset(
    [
        "motdepasse",
        "mdp",
        "passe",
        "password",
        "passwort",
        "pass",
        "palavrapasse",
        "palavra",
        "senha",
        "secret",
        "segredo",
        "admin",
        "administrateur",
        "administrador",
        "administrator",
        "utilisateur",
        "utilizador",
        "user",
        "bonjour",
        "bienvenue",
        "bomdia",
        "bemvindo",
        "welcome",
        "hello",
        "azerty",
        "azertyuiop",
        "qwerty",
        "qwertyuiop",
        "tabanca",
        "guinee",
        "guine",
        "guinea",
        "bissau",
    ]
)


class MaximumLengthValidator:
    """Require at most `max_length` characters."""

    def __init__(self, max_length: int = 128) -> None:
        self.max_length = max_length

    def validate(self, password: str, user: Any = None) -> None:
        if len(password) > self.max_length:
            raise ValidationError(self.get_help_text())

    def get_help_text(self) -> str:
        return _("Le mot de passe a au plus %(count)d caractères.") % {"count": self.max_length}


class VarietyValidator:
    """Require at least `least` different characters, and as many that do not continue the previous one.

    Refuses blanks alone, `aaaaaaaaaaaa` and `123456789012`. The repeated part of a text must have `min_length`
    characters by itself: `abcabcabcabc` is refused.
    """

    def __init__(self, least: int = 6, min_length: int = 12) -> None:
        self.least = least
        self.min_length = min_length

    def validate(self, password: str, user: Any = None) -> None:
        text = "".join(password.lower().split())
        part = find_repeated_part(text)
        too_short = part != text and len(part) < self.min_length
        if too_short or len(set(text)) < self.least or count_unpredictable_characters(text) < self.least:
            raise ValidationError(self.get_help_text())

    def get_help_text(self) -> str:
        return _("Le mot de passe est trop simple : évitez les répétitions et les suites comme 1234 ou abcd.")


class PredictableWordsValidator:
    """Refuse a password that is little but everybody's first words, or the user's own names, with digits and signs.

    What remains without them must have `least` letters, where there is one of them: `motdepasse12` has none.
    """

    def __init__(self, least: int = 3) -> None:
        self.least = least

    def validate(self, password: str, user: Any = None) -> None:
        letters = keep_letters(password)
        remaining = letters
        for word in sorted(PREDICTABLE_WORDS | list_own_words(user), key=len, reverse=True):
            remaining = remaining.replace(word, " ")
        if remaining != letters and sum(map(str.isalpha, remaining)) < self.least:
            raise ValidationError(self.get_help_text())

    def get_help_text(self) -> str:
        return _("Le mot de passe est trop facile à deviner : ni « mot de passe », ni votre nom, suivis de chiffres.")


class DemonstrationPasswordValidator:
    """Refuse the password of the demonstration's accounts in production: it is public."""

    def validate(self, password: str, user: Any = None) -> None:
        if settings.PRODUCTION and password == settings.DEMO_PASSWORD:
            raise ValidationError(self.get_help_text())

    def get_help_text(self) -> str:
        return _("Ce mot de passe est public : c'est celui de la démonstration.")


def keep_letters(text: str) -> str:
    """Return the letters of a text, small and without accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text.lower()) if letter.isalpha())


def list_own_words(user: Any) -> set[str]:
    """Return the user's names and the words of their address, as `keep_letters` has them."""
    texts = [getattr(user, name, "") or "" for name in ("nom", "prenom", "email")]
    words = (keep_letters(word) for text in texts for word in re.split(r"[\W\d_]+", text))
    return {word for word in words if len(word) > 2}


def find_repeated_part(text: str) -> str:
    """Return the shortest prefix that the whole text repeats (the last time perhaps in part), or the text itself."""
    for size in range(1, len(text) // 2 + 1):
        if text == (text[:size] * (len(text) // size + 1))[: len(text)]:
            return text[:size]
    return text


def count_unpredictable_characters(text: str) -> int:
    """Return how many characters neither repeat the previous one nor are adjacent to it by code point.

    `9` and `0` count as adjacent too.
    """
    follows = sum(abs(ord(one) - ord(other)) <= 1 or {one, other} == {"0", "9"} for one, other in pairwise(text))
    return len(text) - follows
