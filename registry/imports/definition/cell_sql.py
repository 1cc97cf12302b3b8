"""Compose the SQL expressions that convert the text of a cell to a value, from the catalogue of columns.

Everything interpolated here is a constant of this code base: names of columns and limits. `b` is the staged row (text);
`t` is the same row typed, with its text under `r_<name>`. A cell that cannot be read gives NULL, and
`compose_invalid_cell_sql` distinguishes it from an empty one.
"""

from collections.abc import Sequence
from typing import Final

from django.conf import settings
from phonenumbers import country_code_for_region
from phonenumbers.phonemetadata import PhoneMetadata

from geo.tables.formula_errors import FORMULA_ERROR
from registry.imports.definition.columns import ImportColumn

# Rows whose numbers all match are cast at once; only the others are parsed with care. The patterns do not count digits,
# which takes five times as long: the length of the longest cell is checked instead.
_PLAIN = r"-?[0-9]+(?:\.[0-9]+)?"
_PLAIN_DECIMALS: Final = rf"'^(?:{_PLAIN}(?:\|{_PLAIN})*)?$'"
# 1 234,50 with blanks or no-break blanks between the thousands; comma or point before the decimals.
_BLANKS = "\u0020\u00a0\u202f"
_GROUPED = rf"[0-9]{{1,3}}(?:[{_BLANKS}]?[0-9]{{3}}){{0,4}}"
INTEGER: Final = rf"'^[+]?{_GROUPED}(?:[.,]0{{1,9}})?$'"
DECIMAL: Final = rf"'^[-+]?{_GROUPED}(?:[.,][0-9]{{1,20}})?$'"
# A date, or a datetime with or without its time zone (UTC if there is none); nothing may follow.
_ZONE = r"[+-](?:0[0-9]|1[0-4]):?[0-5][0-9]"
_HOUR = "(?:[01][0-9]|2[0-3])"
_MINUTE = r"[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
_CLOCK = f"{_HOUR}:{_MINUTE}"
ISO_DATE: Final = rf"'^[0-9]{{4}}[-/.][0-9]{{2}}[-/.][0-9]{{2}}(?:[Tt ]{_CLOCK}(?: ?(?:[Zz]|{_ZONE}))?)?$'"
# The file's date order decides which of the first two numbers is the day.
YEAR_LAST: Final = rf"'^[0-9]{{1,2}}[/.-][0-9]{{1,2}}[/.-][0-9]{{4}}(?: (?:[0-9]|{_HOUR}):{_MINUTE})?$'"

WORDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "sexe": {
        "M": ("m", "masculin", "homme", "h", "masculino", "homem", "male"),
        "F": ("f", "féminin", "feminin", "femme", "feminino", "mulher", "female"),
    },
    "milieu": {"urbain": ("urbain", "urbano", "urbana", "urban"), "rural": ("rural",)},
    "categorie": {
        "extreme_pauvre": (
            "extreme_pauvre",
            "extreme",
            "extrême",
            "extrême_pauvre",
            "extrême pauvre",
            "extreme pauvre",
        ),
        "pauvre": ("pauvre",),
        "vulnerable": ("vulnerable", "vulnérable"),
        "non_pauvre": ("non_pauvre", "non pauvre", "non-pauvre"),
    },
    "booleen": {
        "true": ("oui", "o", "1", "true", "vrai", "sim", "s", "yes", "y"),
        "false": ("non", "n", "0", "false", "faux", "não", "nao", "no"),
    },
}


def _compose_word_sql(raw: str, kind: str) -> str:
    lists = {value: ", ".join(f"'{word}'" for word in (value, *words)) for value, words in WORDS[kind].items()}
    # Compare the unchanged text first: lower() costs ten times as much as a comparison.
    cases = [f"WHEN {cell} IN ({lists[value]}) THEN '{value}'" for cell in (raw, f"lower({raw})") for value in lists]
    return f"(CASE {' '.join(cases)} END)" + ("::boolean" if kind == "booleen" else "")


def _compose_integer_sql(raw: str) -> str:
    grouped = f"least(translate(regexp_replace({raw}, '[.,]0+$', ''), '+{_BLANKS}', '')::numeric, 999999)::int"
    return f"CASE WHEN b.entiers THEN {raw}::int WHEN {raw} ~ {INTEGER} THEN {grouped} END"


def _compose_decimal_sql(raw: str) -> str:
    grouped = f"translate({raw}, ',+{_BLANKS}', '.')::numeric"
    return f"CASE WHEN b.decimaux THEN {raw}::numeric WHEN {raw} ~ {DECIMAL} THEN {grouped} END"


def _compose_valid_date_sql(parts: Sequence[str], rest: str) -> str:
    """Return SQL for a date, NULL when it does not exist: PostgreSQL 15 would raise for the 31st of June."""
    year, month, day = parts
    first = f"make_date({year}::int, {month}::int, 1)"
    return (
        f"CASE WHEN {year}::int BETWEEN 1900 AND 2200 AND {month}::int BETWEEN 1 AND 12 AND {day}::int BETWEEN 1 AND 31"
        f" THEN CASE WHEN extract(month FROM {first} + ({day}::int - 1)) = {month}::int"
        f" THEN ({first} + ({day}::int - 1) + {rest}) AT TIME ZONE 'UTC' END END"
    )


def _compose_date_sql(raw: str, month_first: bool) -> str:
    """Return SQL for a date. The pattern only validates; parts are cut out, since capturing costs 50 times as much."""
    iso = [f"substr({raw}, {start}, {length})" for start, length in ((1, 4), (6, 2), (9, 2), (12, 2), (15, 2))]
    hour, minute = (f"coalesce(nullif({part}, ''), '0')::int" for part in iso[3:])
    # Seconds and time zone are rare: only texts long enough for them are searched.
    second = f"CASE WHEN substr({raw}, 17, 1) = ':' THEN substr({raw}, 18, 2)::int ELSE 0 END"
    zone = f"(SELECT left(z, 3) || ':' || right(z, 2) FROM substring({raw} FROM '{_ZONE}$') AS found (z))"
    offset = f"CASE WHEN length({raw}) > 16 THEN coalesce({zone}::interval, interval '0') ELSE interval '0' END"
    time = f"make_time({hour}, {minute}, {second}) - {offset}"
    day = f"split_part({raw}, ' ', 1)"
    places = (3, 1, 2) if month_first else (3, 2, 1)
    last = [f"split_part(translate({day}, '/.', '--'), '-', {place})" for place in places]
    clock = f"coalesce(nullif(translate(split_part({raw}, ' ', 2), ',', '.'), ''), '0:00')::time"
    return (
        f"CASE WHEN {raw} ~ {ISO_DATE} THEN {_compose_valid_date_sql(iso[:3], time)}"
        f" WHEN {raw} ~ {YEAR_LAST} THEN {_compose_valid_date_sql(last, clock)} END"
    )


def get_mobile_pattern() -> tuple[str, str]:
    """Return the prefix of the default region and the pattern of its mobile numbers, from the phonenumbers metadata."""
    metadata = PhoneMetadata.metadata_for_region(settings.DEFAULT_PHONE_REGION)
    mobile = metadata.mobile.national_number_pattern if metadata and metadata.mobile else None
    pattern = mobile or "[^0-9]"
    return f"+{country_code_for_region(settings.DEFAULT_PHONE_REGION)}", pattern


def _compose_phone_sql(raw: str) -> str:
    """Return SQL for an E.164 number.

    Mobile numbers of the default region are taken as they are or prefixed, the others as Python parsed them
    (import_tel). The parameter `tel` tells whether there are any of those. A number missing from import_tel is not odd
    (`compose_odd_phone_sql`), so its first character decides.
    """
    prefix, _pattern = get_mobile_pattern()
    local = f"CASE WHEN left({raw}, 1) = '+' THEN {raw} ELSE '{prefix}' || {raw} END"
    return f"coalesce(CASE WHEN %(tel)s THEN (SELECT e164 FROM import_tel WHERE tape = {raw}) END, {local})"


def compose_odd_phone_sql(raw: str) -> str:
    """Return SQL for whether a number must be parsed by the phonenumbers library."""
    prefix, pattern = get_mobile_pattern()
    return f"{raw} !~ '^(?:[{prefix[0]}]{prefix[1:]})?(?:{pattern})$'"


def compose_value_sql(column: ImportColumn, month_first: bool = False) -> str:
    """Return SQL for the value of a staged cell, NULL when it cannot be read."""
    raw = f"b.{column.name}"
    if column.kind in WORDS:
        return _compose_word_sql(raw, column.kind)
    if column.kind == "score":
        return f"round(({_compose_decimal_sql(raw)}) * %(echelle)s::numeric, 2)"
    if column.kind == "decimal" and column.table == "menage":
        # Rounded as it is stored, so that importing the same file again changes nothing.
        return f"round({_compose_decimal_sql(raw)}, 2)"
    if column.kind == "date":
        return _compose_date_sql(raw, month_first)
    readers = {"entier": _compose_integer_sql, "decimal": _compose_decimal_sql, "telephone": _compose_phone_sql}
    return readers[column.kind](raw) if column.kind in readers else raw


def _compose_max_length_sql(cells: Sequence[str], maximum: int) -> str:
    return f"coalesce(greatest({', '.join(f'length({cell})' for cell in cells)}), 0) <= {maximum}"


def compose_failed_formula_sql(raw: str) -> str:
    """Return SQL for whether a cell contains what a spreadsheet shows for a failed formula.

    The first character excludes most cells.
    """
    return f"(left({raw}, 1) IN ('#', 'E') AND {raw} ~ '{FORMULA_ERROR}')"


def compose_plain_integers_sql(columns: Sequence[ImportColumn]) -> str:
    """Return SQL for whether all integers of a row are written plainly."""
    cells = [f"s.{column.name}" for column in columns if column.kind == "entier"]
    return f"(concat({', '.join(cells)}) ~ '^[0-9]*$' AND {_compose_max_length_sql(cells, 6)})" if cells else "true"


def compose_plain_decimals_sql(columns: Sequence[ImportColumn]) -> str:
    """Return SQL for whether all decimals of a row are written plainly."""
    cells = [f"s.{column.name}" for column in columns if column.kind in ("decimal", "score")]
    if not cells:
        return "true"
    all_ = ", ".join(cells)
    # A cell that contains the separator would pass as two cells.
    one_each = f"strpos(concat({all_}), '|') = 0"
    return f"(concat_ws('|', {all_}) ~ {_PLAIN_DECIMALS} AND {one_each} AND {_compose_max_length_sql(cells, 20)})"


def compose_invalid_cell_sql(column: ImportColumn) -> str:
    """Return SQL for whether a cell is invalid by itself."""
    raw, value = f"t.r_{column.name}", f"t.{column.name}"
    if column.kind in ("texte", "telephone"):
        return f"length({raw}) > {column.maximum}"
    unread = f"{raw} IS NOT NULL AND {value} IS NULL"
    if column.kind in ("entier", "decimal", "score"):
        return f"({unread} OR {value} < {column.minimum} OR {value} > {column.maximum})"
    return f"({unread})"
