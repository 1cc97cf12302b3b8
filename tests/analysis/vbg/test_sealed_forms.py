"""What a telephone encrypted is opened by its key alone, whole, and as it was. Known answers are of ODK Collect's own."""

from base64 import b64decode
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives import hashes
from django.core.management import CommandError, call_command

from analysis.vbg.sealed_forms.answers import UnreadableAnswers, parse_answers
from analysis.vbg.sealed_forms.decryption import UnreadableSubmission, decrypt_content, derive_vector, open_submission
from analysis.vbg.sealed_forms.keys import CaseKey, UnusableKey, make_private_key
from registry.survey_platforms.api import EncryptedSubmission
from registry.survey_platforms.connectors.encrypted import parse_manifest
from tests.analysis.vbg.encrypting import CASE, encrypt, write_form

# Made by ODK Collect 1.22 for the tests of ODK Central (Apache-2.0): a form with one picture, encrypted before it.
INSTANCE = "uuid:99b303d9-6494-477b-a30d-d8aae8867335"
AES = b64decode("W/Omu2zF3T87S97V5ninlQNrxQsyAFe4C5iiQrPp9r8=")
CONTENT = b64decode(
    "kMhJdk0mZOqvlxndUO3v4+UPvfYoc+bbkPmF3QmhoP7lP/QjHbzqw/IfZxQ54D328eCc4V6jtbrjeAXV+m1cWsCGGLW5KwTAxBjPBXzsZrUeY0RISVJ1g9BJ"
    "oXfSRAjYMrFYOM907BFUIYYxMqpVWGy1lo8ljqY+Sgq1VphkQk/TQGgOVYFALHDLOYnLKuLHvwBLQQwK3lje8CwNlf/b2rY9qfGC4P1emoiP+YzkLp8eH6x/"
    "HfMvRIFoZEaom1i5s3SU4WVwe2Tno4jKD69ojMlQN6VKB7DK4xaRSs2C7zfDm63n1WCyyOAj8mASIFhb3sc3hD56HTJFUV/TH3UVlzP7oPm/Mm7nEcU3+HdS"
    "Swm3I1qFYhsXfVRym41IlbC4Twf660/kUZrugA7Zqd5K9Un3lOVTzYowaF+m5OIOO56wff3zPBxeOVjANDKR7V6/"
)
OTHER_INSTANCE, OTHER_AES = "uuid:22525f8e-4f2d-41ed-94da-4c46a2478448", "3TJoHf74zHbDwG3Ta+bcvfUr50C6yF/astfu+CdSnQU="
VECTORS = {
    1: "39bbb0890f3222269da68b172146477a",
    2: "39bcb0890f3222269da68b172146477a",
    9: "39bcb18a103323279ea68b172146477a",
    16: "39bcb18a103323279ea78c182247487b",
    24: "3abdb28b113424289ea78c182247487b",
    32: "3abdb28b113424289fa88d192348497c",
}
FORM, OWN = "tabanca_releve", "uuid:c1"


@pytest.fixture(scope="module")
def key():
    return CaseKey(make_private_key())


def seal(key, plain=None, instance=OWN, form=FORM, mask=None):
    plain = write_form(CASE, instance, form) if plain is None else plain
    made = encrypt(key.build_public_text(), plain, instance, form, mask)
    return EncryptedSubmission(instance, made.key, made.proof, made.content)


@pytest.mark.parametrize(("place", "vector"), VECTORS.items())
def test_vectors_are_those_of_collect(place, vector):
    assert derive_vector(OTHER_INSTANCE, b64decode(OTHER_AES), place).hex() == vector


def test_a_form_of_collect_is_read():
    """Its vector is the second: that of the picture was the first."""
    plain = decrypt_content(AES, derive_vector(INSTANCE, AES, 2), CONTENT)
    read = parse_answers(plain)
    assert (read.form, read.version, read.instance_id) == ("encrypted", "working3", INSTANCE)
    assert (read.answers["name"], read.answers["age"]) == ("bob", "30")
    with pytest.raises(UnreadableSubmission):
        decrypt_content(AES, derive_vector(INSTANCE, AES, 2), CONTENT[:-16])


@pytest.mark.parametrize("mask", [hashes.SHA256(), hashes.SHA1()], ids=["telephone", "browser"])
def test_what_was_sealed_is_opened(key, mask):
    answers = open_submission(key.private, seal(key, mask=mask), FORM)
    assert {name: answers[name] for name in CASE} == CASE


def test_nothing_is_opened_that_is_not_whole_and_for_this_key(key):
    good = seal(key)
    other, again = seal(CaseKey(make_private_key())), seal(key)
    flipped = bytes([good.content[20] ^ 1])
    exchanged = {
        "for another key": other,
        "the content of another": replace(good, content=again.content),
        "the proof of another": replace(good, signature=again.signature),
        "the key of another": replace(good, wrapped_key=again.wrapped_key),
        "another instance": replace(good, instance_id="uuid:c2"),
        "one bit": replace(good, content=good.content[:20] + flipped + good.content[21:]),
        "cut": replace(good, content=good.content[:-1]),
        "empty": replace(good, content=b""),
        "endless": replace(good, content=bytes(70_000)),
        "no base64": replace(good, wrapped_key="%%%"),
        "a proof of nothing": replace(good, signature=""),
        "no form": seal(key, b"nonsense"),
        "another form's proof": seal(key, write_form(CASE, OWN, "autre")),
        "another instance within": seal(key, write_form(CASE, "uuid:c9", FORM)),
        "another form, whole": seal(key, form="autre"),
        "an encoding that is none": seal(key, b'<?xml version="1.0" encoding="x-none"?><data id="tabanca_releve"/>'),
        "entities": seal(key, b'<!DOCTYPE d [<!ENTITY a "b">]><data id="x">&a;</data>'),
    }
    for what, sealed in exchanged.items():
        with pytest.raises(UnreadableSubmission):
            open_submission(key.private, sealed, FORM)
            pytest.fail(what)


def test_a_manifest_in_an_encoding_that_is_none_is_no_manifest():
    assert parse_manifest(b'<?xml version="1.0" encoding="x-none"?><data encrypted="yes"/>') is None


def test_a_question_is_there_once_and_not_too_deep():
    with pytest.raises(UnreadableAnswers):
        parse_answers(b"<data><a>1</a><a>2</a></data>")
    with pytest.raises(UnreadableAnswers):
        parse_answers(b"<data>" + b"<a>" * 20 + b"</a>" * 20 + b"</data>")


def test_ids_are_of_this_key_and_lead_back_to_nothing(key):
    made = key.derive_id("collector_platform_a", FORM, "c1")
    assert made == key.derive_id("collector_platform_a", FORM, "c1") and made.version == 4
    others = (key.derive_id("collector_platform_a", FORM, "c2"), key.derive_id("collector_platform_b", FORM, "c1"))
    assert len({made, *others, CaseKey(make_private_key()).derive_id("collector_platform_a", FORM, "c1")}) == 4


@pytest.mark.parametrize("text", ["", "no key", "AAAA", "Zm9v" * 100])
def test_a_key_that_is_none_is_refused(text):
    with pytest.raises(UnusableKey):
        CaseKey(text)


def test_the_command_writes_the_private_key_for_its_owner_only_and_prints_the_public_one(settings, tmp_path, capsys):
    path = tmp_path / "key.env"
    call_command("case_key", "make", path)
    name, _sign, value = path.read_text().strip().partition("=")
    assert (name, path.stat().st_mode & 0o777) == ("TABANCA_VBG_CASE_KEY", 0o600)
    assert value not in capsys.readouterr().out
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("case_key", "make", path)
    settings.VBG_CASE_KEY = value
    call_command("case_key", "public")
    assert capsys.readouterr().out.strip() == CaseKey(value).build_public_text()
    for wrong, words in (("", "not set"), ("AAAA", "no private key")):
        settings.VBG_CASE_KEY = wrong
        with pytest.raises(CommandError, match=words):
            call_command("case_key", "public")
