"""Update the message catalogues from the code (`./dev messages`).

The messages in the code are French. For every other language new ones are added to
`config/locale/<language>/LC_MESSAGES/django.po` with an empty translation, unused ones are dropped, and the `.mo` that
Django reads is compiled. The exit code is 1 while translations are missing, and they are listed. French has a compiled
catalogue of the messages with a number, for its rule of the plural.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parents[2]
LOCALE: Final = ROOT / "config" / "locale"
LANGUAGES: Final = ("pt", "en")
FRENCH: Final = "fr"
PACKAGES: Final = ("config", "accounts", "geo", "registry", "transfers", "analysis")
# Names under which this code base imports the functions of django.utils.translation -> how many arguments are messages.
# The summaries of operations are messages, too: the document of the API translates them.
KEYWORDS: Final = {
    "_": 1,
    "gettext": 1,
    "lazy": 1,
    "gettext_lazy": 1,
    "ngettext": 2,
    "ngettext_lazy": 2,
    "declare_operation": 1,
}
# Messages of the REST framework that its Portuguese catalogue lacks, mistranslates or has in Brazilian usage.
BORROWED: Final = {
    "pt": (
        '"{input}" is not a valid choice.',
        "A valid integer is required.",
        "A valid number is required.",
        "Date has wrong format. Use one of these formats instead: {format}.",
        "Datetime value out of range.",
        "Ensure this field has at least {min_length} characters.",
        "Ensure this field has at least {min_length} elements.",
        "Ensure this field has no more than {max_length} characters.",
        "Ensure this field has no more than {max_length} elements.",
        "Ensure this value is greater than or equal to {min_value}.",
        "Ensure this value is less than or equal to {max_value}.",
        "Invalid input.",
        "Must be a valid UUID.",
        "Must be a valid boolean.",
        "No file was submitted.",
        "Not a valid string.",
        "String value too large.",
        "Surrogate characters are not allowed: U+{code_point:X}.",
        "The submitted data was not a file. Check the encoding type on the form.",
        "The submitted file is empty.",
        "This dictionary may not be empty.",
        "This field may not be blank.",
    )
}
TRANSLATED: Final = re.compile(r"""{% translate (?P<quote>["'])(?P<text>.+?)(?P=quote) %}""")
BEGINNING: Final = datetime(2026, 1, 1, tzinfo=UTC)
Found = tuple[int, str, Any, list[str]]


def extract_messages(source: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Found]:
    """Extract messages for Babel: every call of a function of KEYWORDS with constant texts.

    It reads the syntax tree: Babel's own extractor does not look inside f-strings on Python 3.11.
    """
    for node in ast.walk(ast.parse(source.read())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in KEYWORDS:
            continue
        count = KEYWORDS[node.func.id]
        texts = [argument.value for argument in node.args[:count] if isinstance(argument, ast.Constant)]
        if len(texts) == count and all(isinstance(text, str) for text in texts):
            name = "gettext" if count == 1 else "ngettext"
            yield node.lineno, name, texts[0] if count == 1 else tuple(texts), []


def extract_template_messages(source: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Found]:
    """Extract messages for Babel: every `{% translate "…" %}` of a template."""
    for number, line in enumerate(source.read().decode().splitlines(), 1):
        for match in TRANSLATED.finditer(line):
            yield number, "gettext", match["text"], []


def collect_messages() -> Catalog:
    """Return all messages of the code and of templates, with the files that use them."""
    found = Catalog(project="Tabanca")
    methods: Any = [("**.py", extract_messages), ("**.html", extract_template_messages)]
    for package in PACKAGES:
        for name, _line, message, *_rest in extract_from_dir(ROOT / package, method_map=methods):
            found.add(message, locations=[(f"{package}/{name}", 0)])
    return found


def build_required_catalog(language: str) -> Catalog:
    """Return what the catalogue of `language` must translate."""
    messages = collect_messages()
    for text in BORROWED.get(language, ()):
        messages.add(text, auto_comments=["Of the REST framework."])
    return messages


def find_po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read_catalog(language: str) -> Catalog:
    """Return the stored catalogue, or an empty one when there is none yet."""
    path = find_po_path(language)
    if path.exists():
        with path.open("rb") as source:
            catalog = read_po(source, locale=language, charset="utf-8")
    else:
        catalog = Catalog(locale=language, charset="utf-8", fuzzy=False)
    return _set_plain_header(catalog)


def _set_plain_header(catalog: Catalog) -> Catalog:
    """Set a header without dates and names, which would change the files on every run; Git knows them."""
    catalog.header_comment = f"# Tabanca: {catalog.locale_identifier}. Kept by ./dev messages."
    catalog.project, catalog.version = "Tabanca", "0"
    catalog.creation_date = catalog.revision_date = BEGINNING
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = ""
    return catalog


def compile_catalog(catalog: Catalog) -> bytes:
    """Return the `.mo` content of a catalogue."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def list_untranslated(catalog: Catalog) -> list[str]:
    """List the messages without a complete translation, or with a guessed (fuzzy) one."""

    def whole(translation: Any) -> bool:
        return bool(translation) and (isinstance(translation, str) or all(translation))

    return [str(message.id) for message in catalog if message.id and (message.fuzzy or not whole(message.string))]


def update_catalog(language: str) -> list[str]:
    """Rewrite the catalogue of `language`, source and compiled; return the messages that are not translated yet."""
    catalog = read_catalog(language)
    catalog.update(build_required_catalog(language), no_fuzzy_matching=True, update_header_comment=False)
    catalog.obsolete.clear()
    _set_plain_header(catalog)
    path = find_po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        # Only file names, sorted: line numbers would change with every edit of the code.
        write_po(out, catalog, width=110, sort_output=True, include_lineno=False)
    path.with_suffix(".mo").write_bytes(compile_catalog(catalog))
    return list_untranslated(catalog)


def build_french_plurals() -> Catalog:
    """Return the French catalogue: messages with a number only, each its own translation.

    Without it Django takes the rule of English: « 0 ménages ». French has the plural from two on.
    """
    catalog = _set_plain_header(Catalog(locale=FRENCH, charset="utf-8", fuzzy=False))
    for message in sorted(collect_messages(), key=lambda found: str(found.id)):
        if isinstance(message.id, tuple | list):
            catalog.add(message.id, string=tuple(message.id))
    return catalog


def write_french_plurals() -> None:
    """Write the compiled French catalogue."""
    path = find_po_path(FRENCH).with_suffix(".mo")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(compile_catalog(build_french_plurals()))


def main(languages: Iterable[str] = LANGUAGES) -> int:
    """Update every catalogue, print what is missing, and return the exit code."""
    write_french_plurals()
    lacking = 0
    for language in languages:
        missing = update_catalog(language)
        lacking += len(missing)
        print(f"{language}: {len(missing)} messages without a translation")
        for text in missing:
            print(f"  {text}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
