"""Say how logins of the database are named, and what limits them."""

import re
from typing import Final

# A name that needs no quotes in any program.
LOGIN_NAME: Final = re.compile(r"[a-z][a-z0-9_]{2,49}", re.ASCII)
PASSWORD_BYTES: Final = 24
CONNECTIONS: Final = 10
# Settings of a login's sessions. They protect the server from forgotten windows; what a login sees does not rest on them.
SESSION_SETTINGS: Final = {
    "default_transaction_read_only": "on",
    "statement_timeout": "5min",
    "idle_in_transaction_session_timeout": "10min",
}
# The role of each use, whose members may read the schema of the same name and nothing else.
READERS: Final = {"gis": "gis_lecteur", "bi": "bi_lecteur"}
