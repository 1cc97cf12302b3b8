"""Set what other systems are told of changes, and which of their forms hold cases; `config.settings` imports it all."""

from config.environment import env

# Allow private addresses and http: only for trials, or for systems in a private network.
WEBHOOK_ALLOW_PRIVATE = env.bool("TABANCA_WEBHOOK_ALLOW_PRIVATE", False)
WEBHOOK_SECONDS = env.int("TABANCA_WEBHOOK_SECONDS", 10)
WEBHOOK_MAX_ATTEMPTS = env.int("TABANCA_WEBHOOK_MAX_ATTEMPTS", 9)
WEBHOOK_DISABLE_HOURS = env.int("TABANCA_WEBHOOK_DISABLE_HOURS", 72)
WEBHOOK_ROTATION_HOURS = env.int("TABANCA_WEBHOOK_ROTATION_HOURS", 24)
WEBHOOK_KEEP_DAYS = env.int("TABANCA_WEBHOOK_KEEP_DAYS", 30)
# How long clients that keep copies may stay away before they copy everything anew.
SYNC_KEEP_DAYS = env.int("TABANCA_SYNC_KEEP_DAYS", 60)
WEBHOOK_MAX_ENDPOINTS = env.int("TABANCA_WEBHOOK_MAX_ENDPOINTS", 50)
# How many deliveries the maintenance job takes at once.
WEBHOOK_BATCH = 500
# The forms of cases of violence, which end encrypted on the telephone, and the private key that opens them (decision 0299).
VBG_CASE_FORMS: list[str] = env.list("TABANCA_VBG_CASE_FORMS", [])
VBG_CASE_KEY = env.str("TABANCA_VBG_CASE_KEY", "")
