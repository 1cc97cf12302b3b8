"""Find, replace and remove control characters.

No stored text may hold one: a spreadsheet with such a character can be neither written nor opened. Line breaks and tabs
are allowed, since long texts hold them. This module imports nothing of Django, so that child processes may use it.
"""

import re
from typing import Final

# C0 without tab, line feed and carriage return; delete; C1; and two code points that are not characters.
CLASS: Final = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\ufffe\uffff"
CONTROL: Final = re.compile(f"[{CLASS}]")
BREAK: Final = re.compile("[\t\n\r]+")
# The replacement for a character that cannot be stored.
LOST: Final = "\ufffd"


def has_controls(text: str) -> bool:
    """Return whether `text` holds a control character."""
    return CONTROL.search(text) is not None


def replace_controls(text: str) -> str:
    """Return `text` with each control character replaced by U+FFFD."""
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
    """Return migration SQL that removes the control characters from all text columns of these tables.

    Where removing them would violate a unique or check constraint, they are replaced by U+FFFD instead.
    """
    named = ", ".join(f"'{table}'" for table in tables)
    return REMOVE.format(tables=named, controls=f"''{IN_SQL}''")
