"""Say whose service this is and where it is reached: settings, which `config.settings` imports."""

from config.environment import env

# The address of the console, with which links in mails begin.
PUBLIC_URL = env.str("TABANCA_PUBLIC_URL", "http://localhost:8000").rstrip("/")
# The institution, and whom to call, on the page of the sign-in.
INSTITUTION = env.str("TABANCA_INSTITUTION", "")
# Its name in the other languages, where it has one.
INSTITUTION_PT = env.str("TABANCA_INSTITUTION_PT", "")
INSTITUTION_EN = env.str("TABANCA_INSTITUTION_EN", "")
HELP_CONTACT = env.str("TABANCA_HELP_CONTACT", "")
# Whom to call, on the public form of complaints, about violence.
VIOLENCE_CONTACT = env.str("TABANCA_VIOLENCE_CONTACT", "")
