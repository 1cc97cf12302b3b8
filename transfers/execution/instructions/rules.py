"""Define the formats of instruction files, and how the fields of a template are read in SQL."""

from typing import Final

from django.conf import settings
from phonenumbers import country_code_for_region

from transfers.execution.templates.types import InstructionField, PaymentTemplate

CSV, XLSX, XML = "csv", "xlsx", "xml"
MEDIA: Final = {
    CSV: "text/csv",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    XML: "application/xml",
}
# The names that PostgreSQL and MIME give the encodings, and the first bytes of a file.
ENCODINGS: Final = {
    "utf-8": ("UTF8", "utf-8", b""),
    "utf-8-bom": ("UTF8", "utf-8", b"\xef\xbb\xbf"),
    "windows-1252": ("WIN1252", "windows-1252", b""),
}
# The reference of an attempt at the operator. It differs for each attempt to make a payment: so a result of an earlier
# one, read again or late, never settles a later one.
ATTEMPT_REFERENCE_SQL: Final = "p.reference || CASE WHEN t.numero > 1 THEN '-R' || t.numero ELSE '' END"
DATES: Final = {"AAAA-MM-JJ": "YYYY-MM-DD", "JJ/MM/AAAA": "DD/MM/YYYY", "AAAAMMJJ": "YYYYMMDD"}
# What Windows-1252 cannot hold is written as a question mark: an account holds none of it.
OUTSIDE_LATIN: Final = r"'[^\u0020-\u007e\u00a0-\u00ff]'"


def build_phone_sql(column: str, form: str) -> str:
    """Return SQL for a telephone number, which is stored as E.164, in the form of the template; others stay as they are."""
    if form == "e164_sans_plus":
        return f"regexp_replace({column}, '^\\+(?=[0-9]+$)', '')"
    if form == "national":
        prefix = country_code_for_region(settings.DEFAULT_PHONE_REGION)
        return f"regexp_replace({column}, '^\\+{prefix}(?=[0-9]+$)', '')"
    return column


def build_amount_sql(form: str) -> str:
    """Return SQL for the amount of an attempt in the form of the template."""
    return {"decimal_point": "t.montant || '.00'", "decimal_virgule": "t.montant || ',00'"}.get(form, "t.montant")


def build_field_sql(field: InstructionField, template: PaymentTemplate) -> str:
    """Return SQL for a field: of the attempt `t`, its payment `p`, its cycle `c` and its programme `g`.

    That of a `constante` is a parameter.
    """
    return {
        InstructionField.REFERENCE: ATTEMPT_REFERENCE_SQL,
        InstructionField.NOM: "p.nom_complet",
        InstructionField.COMPTE: build_phone_sql("t.destination", template.telephone),
        InstructionField.TELEPHONE: build_phone_sql("p.telephone", template.telephone),
        InstructionField.MONTANT: build_amount_sql(template.montant),
        InstructionField.MOTIF: "c.nom",
        InstructionField.DATE: f"to_char(now() AT TIME ZONE 'Africa/Bissau', '{DATES[template.date]}')",
        InstructionField.CODE_MENAGE: "p.code_menage",
        InstructionField.CYCLE: "c.code",
        InstructionField.PROGRAMME: "g.code",
        InstructionField.CONSTANTE: "%s",
    }[field]


def is_number(field: InstructionField, template: PaymentTemplate) -> bool:
    """Return whether a field is written as a number: all others, codes and accounts too, are texts."""
    return field is InstructionField.MONTANT and template.montant == "entier"
