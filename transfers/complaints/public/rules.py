"""Make and compare the codes of people without an account, and recognise violence in what they write."""

import hmac
import re
import secrets
import unicodedata
from datetime import timedelta
from typing import Any, Final

from django.utils.crypto import salted_hmac

from transfers.complaints.models import Priority
from transfers.complaints.teams.models import Category

# What is looked at first when nobody has read it yet, and by which priorities the form's complaints are due.
URGENT: Final = frozenset({Category.VBG, Category.CORRUPTION})
URGENT_PRIORITY: Final = Priority.HAUTE
USUAL_PRIORITY: Final = Priority.MOYENNE

# What the history names where a code was given.
RECEIPT: Final = "recu"
# How long who took a complaint that they may not read gives its code.
HAND_OVER: Final = timedelta(days=1)
SALT: Final = "transfers.complaints.public"
# Crockford's letters: none is taken for another.
LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
# 80 bits: nobody guesses one, however many requests a minute.
LENGTH: Final = 16
GROUP: Final = 4


def generate_code() -> str:
    """Return a new code, in groups that are easy to read out."""
    code = "".join(secrets.choice(LETTERS) for _number in range(LENGTH))
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def hash_code(reference: str, code: str) -> bytes:
    """Return what is stored of a code, as people may write it. It is bound to its complaint and to this service."""
    plain = code.upper().translate(ALIKE)
    return salted_hmac(SALT, f"{reference}:{plain}", algorithm="sha256").digest()


def is_code(reference: str, code: str, stored: bytes | memoryview | None) -> bool:
    """Return whether a code is that of a complaint; takes as long when there is no complaint, or no code of it."""
    known = bytes(stored) if stored else bytes(32)
    return hmac.compare_digest(hash_code(reference, code), known) and stored is not None


# How words and sequences of words begin by which people speak of violence, in French, Portuguese, English and Kriol,
# without accents. Rather too many than one too few: who reads cases passes on what is none.
BEGINNINGS: Final = (
    *("viol(?!et|on|in)", "sexu", "agress", "aggress", "estupr", "rap(e|ed|ist)\\b", "incest", "attouch", "prostitu"),
    *("harcel", "assedi", "harass", "maltrait", "maus trat", "espanc", "frapp", "battue?\\b", "beaten", "suta\\b"),
    *("excis", "mutil", "fanad[ou]", "mgf\\b", "fgm\\b", "abus(ad|ed|ee|ou|ar)"),
    *(
        "(me|m|la|nous|il|elle) bat\\b",
        "m a battu",
        "(me|nos|ela) bat(e|eu|ia)\\b",
        "bat(e|eu|ia)( em)? (me|mim|ela)\\b",
    ),
    *("(beat|beats|hit|hits) (me|her|us)\\b", "(sleep|slept) with", "couche[rz]? avec", "(dormir|deitar) com"),
    *(
        "mari(age|ee?|er)s? (de )?force",
        "cas(a|ar|ada|amento)s?( l[ao]s?)?( a)? forc",
        "kasa(menti)? (a )?fors",
        "forced marriage",
    ),
)
VIOLENCE: Final = re.compile(r"\b(" + "|".join(BEGINNINGS) + ")")
NO_LETTERS: Final = re.compile(r"[^a-z0-9]+")


def names_violence(*texts: str | None) -> bool:
    """Return whether somebody speaks of violence, whatever the category under which it is sent."""
    plain = unicodedata.normalize("NFKD", " . ".join(filter(None, texts))).encode("ascii", "ignore").decode().lower()
    return VIOLENCE.search(NO_LETTERS.sub(" ", plain)) is not None


def is_about_violence(complaint: dict[str, Any]) -> bool:
    """Return whether a complaint of anybody was sent as one about violence, or speaks of it."""
    sent_so = complaint.get("categorie") == Category.VBG
    return sent_so or names_violence(complaint.get("objet"), complaint.get("description"))
