"""Set the terms of payments, reconciliation and complaints; `config.settings` imports them all."""

from config.environment import env

# How long a payment is unknown before people may decide about it.
MANUAL_OUTCOME_HOURS = env.int("TABANCA_MANUAL_OUTCOME_HOURS", 24)
# Whether a list is paid by somebody who has validated no level of it.
PAYMENT_FOUR_EYES = env.bool("TABANCA_PAYMENT_FOUR_EYES", True)
# Whether a session of reconciliation is finalised by somebody who has not taken all of its decisions alone.
RECONCILIATION_FOUR_EYES = env.bool("TABANCA_RECONCILIATION_FOUR_EYES", False)
# The most that a session may let an amount of a statement differ by without anybody's decision (XOF).
RECONCILIATION_MAX_TOLERANCE = env.int("TABANCA_RECONCILIATION_MAX_TOLERANCE", 5_000)
# Days after which operators that have paid and sent no statement, and lines that wait, are announced.
STATEMENT_DAYS = env.int("TABANCA_STATEMENT_DAYS", 15)
# Working days in which complaints are resolved, by priority.
COMPLAINT_DAYS = {
    "urgente": env.int("TABANCA_COMPLAINT_DAYS_URGENTE", 2),
    "haute": env.int("TABANCA_COMPLAINT_DAYS_HAUTE", 5),
    "moyenne": env.int("TABANCA_COMPLAINT_DAYS_MOYENNE", 15),
    "basse": env.int("TABANCA_COMPLAINT_DAYS_BASSE", 30),
}
# The secret (`whsec_…`) with which the gateway of SMS and voice signs; without it there is none.
GATEWAY_SECRET = env.str("TABANCA_GATEWAY_SECRET", "")
# A message that a gateway has not delivered for so many days is given up.
GATEWAY_KEEP_DAYS = env.int("TABANCA_GATEWAY_KEEP_DAYS", 7)
