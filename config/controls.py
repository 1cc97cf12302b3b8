"""Control characters: no text holds them. A spreadsheet with one of them cannot be written or opened.

Line breaks and tabs are none: long texts hold them. This module knows nothing else, so that child processes may use it.
"""

import re
from typing import Final

# C0 without tab, line feed and carriage return; delete; C1; and two code points that are no characters.
CLASS: Final = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\ufffe\uffff"
CONTROL: Final = re.compile(f"[{CLASS}]")
BREAK: Final = re.compile("[\t\n\r]+")
# What stands for a character that cannot be kept.
LOST: Final = "\ufffd"


def has_controls(text: str) -> bool:
    """Return whether a text holds a control character."""
    return CONTROL.search(text) is not None


def replace_controls(text: str) -> str:
    """Return the text with each control character as U+FFFD."""
    return CONTROL.sub(LOST, text)


IN_SQL: Final = "[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ufffe\\uffff]"
REMOVE: Final = """
DO $$
DECLARE
  place text; plain text; marked text; faulty text;
BEGIN
  FOREACH place IN ARRAY ARRAY[{tables}] LOOP
    SELECT string_agg(format('%1$I = regexp_replace(%1$I, {controls}, '''', ''g'')', column_name), ', '),
           string_agg(format('%1$I = regexp_replace(%1$I, {controls}, chr(65533), ''g'')', column_name), ', '),
           string_agg(format('%I ~ {controls}', column_name), ' OR ')
    INTO plain, marked, faulty FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = place AND is_generated = 'NEVER'
      AND data_type IN ('text', 'character varying');
    BEGIN
      EXECUTE format('UPDATE %I SET %s WHERE %s', place, plain, faulty);
    EXCEPTION WHEN unique_violation OR check_violation THEN
      -- Without it the text would be another's: it is shown as lost instead.
      EXECUTE format('UPDATE %I SET %s WHERE %s', place, marked, faulty);
    END;
  END LOOP;
END $$
"""


def remove_controls(*tables: str) -> str:
    """Return the SQL of a migration that takes the control characters out of the texts of these tables."""
    named = ", ".join(f"'{table}'" for table in tables)
    return REMOVE.format(tables=named, controls=f"''{IN_SQL}''")
