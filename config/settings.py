"""Configure Django. Every value that differs between installations comes from the environment.

`TABANCA_ENV=production` refuses to start with a demonstration secret, DEBUG or wildcard hosts.
"""

from pathlib import Path

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from config.environment import env, read_networks, read_web_threads
from config.identity_settings import *  # noqa: F403
from config.limits import *  # noqa: F403 - Django reads every setting from this module
from config.limits import JSON_MAX_BYTES, MEBIBYTE
from config.openapi_names import ENUM_NAMES
from config.outgoing_settings import *  # noqa: F403
from config.transfer_settings import *  # noqa: F403

BASE_DIR = Path(__file__).resolve().parent.parent
CONSOLE_DIR = BASE_DIR / "analysis" / "console"
OGC_DIR = BASE_DIR / "geo" / "ogc"
GUIDE_DIR = BASE_DIR / "analysis" / "guide"
API_DOCS_DIR = BASE_DIR / "config" / "api" / "docs_page"
PAGE_DIRS = (CONSOLE_DIR, OGC_DIR, GUIDE_DIR, BASE_DIR / "transfers" / "complaints" / "pages", API_DOCS_DIR)
BACK_OFFICE_DIRS = (BASE_DIR / "accounts" / "backoffice", BASE_DIR / "geo" / "backoffice")
LOCAL_DIR = env.path("TABANCA_LOCAL_DIR", BASE_DIR / ".local")
DEMO_SECRET = "demonstration-only-secret-do-not-use-in-production"  # noqa: S105 - production refuses it
DEMO_PASSWORD = "tabanca-mapa-2026"  # noqa: S105 - public, and used by no account in production

PRODUCTION = env.str("TABANCA_ENV", "demonstration") == "production"
DEBUG = env.bool("DJANGO_DEBUG", False)
SECRET_KEY = env.str("DJANGO_SECRET_KEY", DEMO_SECRET)
# Former keys: what they have signed is still known, such as printed minutes.
SECRET_KEY_FALLBACKS = env.names("DJANGO_SECRET_KEY_FALLBACKS", "")
# Encrypt stored secrets such as those of authenticators (config.sealing). The first key seals, all of them unseal. None
# may be SECRET_KEY, so that one can be rotated without the other.
SEALING_KEYS = env.names("TABANCA_SEALING_KEYS", "" if PRODUCTION else DEMO_SECRET)
ALLOWED_HOSTS = env.names("DJANGO_ALLOWED_HOSTS", "" if PRODUCTION else "*")
CSRF_TRUSTED_ORIGINS = env.names("DJANGO_CSRF_TRUSTED_ORIGINS", "")
if PRODUCTION and (DEBUG or SECRET_KEY == DEMO_SECRET or not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS):
    raise ImproperlyConfigured(
        "Production needs DJANGO_SECRET_KEY, DJANGO_ALLOWED_HOSTS without *, and DJANGO_DEBUG off."
    )
if not SEALING_KEYS or (PRODUCTION and (DEMO_SECRET in SEALING_KEYS or SECRET_KEY in SEALING_KEYS)):
    raise ImproperlyConfigured("Production needs TABANCA_SEALING_KEYS, and none of them may be DJANGO_SECRET_KEY.")
if min(map(len, [SECRET_KEY, *SEALING_KEYS])) < 32:
    raise ImproperlyConfigured("DJANGO_SECRET_KEY and every key in TABANCA_SEALING_KEYS need at least 32 characters.")

INSTALLED_APPS = [
    "accounts.backoffice.apps.BackOfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.gis",
    "rest_framework",
    "rest_framework_gis",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "procrastinate.contrib.django",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "accounts",
    "geo",
    "registry",
    "transfers",
    "analysis",
]

# gis.W001: GDAL of Debian 12 cannot be kept off the network, but GeoDjango reads no raster and no uploaded file in this
# process: a child process with limits reads them (geo.imports). admin.E408, E410: the administration uses the service's
# own sessions and authentication instead of Django's.
SILENCED_SYSTEM_CHECKS = ["gis.W001", "admin.E408", "admin.E410"]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.api.middleware.ObserveMiddleware",
    "config.api.compression.CompressMiddleware",
    "config.api.limits.LimitsMiddleware",
    "accounts.audit.middleware.AuditMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.backoffice.middleware.BackOfficeMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [folder / "templates" for folder in (*PAGE_DIRS, *BACK_OFFICE_DIRS)],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Database -----------------------------------------------------------------------------------------
DATABASES = {
    "default": dj_database_url.parse(
        env.str("DATABASE_URL", "postgres://tabanca@127.0.0.1:5432/tabanca"),
        engine="config.postgis",
        conn_max_age=env.int("TABANCA_CONN_MAX_AGE", 60),
        conn_health_checks=True,  # replace connections that a restart of the database has closed
    )
}
DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
# A role that may make roles on the database's server: for `manage.py gis_account` alone. The service itself has none.
DATABASE_ADMIN_URL = env.str("TABANCA_DATABASE_ADMIN_URL", "")
# The server caches the plan of a statement after this many runs (config.sql.planned_cursor); 0 switches it off, for a
# connection pooler that does not support prepared statements.
DATABASES["default"]["OPTIONS"]["prepare_threshold"] = env.int("TABANCA_PREPARE_THRESHOLD", 5) or None
# The statement timeout of a request in seconds, by its kind (config.api.limits).
REQUEST_SECONDS = {"read": env.int("TABANCA_READ_SECONDS", 3), "write": env.int("TABANCA_WRITE_SECONDS", 60)}
REQUEST_SECONDS |= {
    "analysis": env.int("TABANCA_ANALYSIS_SECONDS", 60),
    "export": env.int("TABANCA_EXPORT_SECONDS", 900),
}
# Concurrent exports: of all users (keep it below the threads of one web server process), and of one user.
EXPORTS_AT_ONCE = env.int("TABANCA_EXPORTS_AT_ONCE", 3)
EXPORTS_PER_USER = env.int("TABANCA_EXPORTS_PER_USER", 2)
WEB_THREADS = read_web_threads()
# How long a request waits for a lock, and how long it may leave a transaction idle.
LOCK_SECONDS = env.int("TABANCA_LOCK_SECONDS", 5)
IDLE_TRANSACTION_SECONDS = env.int("TABANCA_IDLE_TRANSACTION_SECONDS", 300)
JOB_STATEMENT_SECONDS = env.int("TABANCA_JOB_STATEMENT_SECONDS", 7_200)
JOB_LOCK_SECONDS = env.int("TABANCA_JOB_LOCK_SECONDS", 600)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts -----------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
# Django's own authentication is not used: see accounts.sign_in.
AUTHENTICATION_BACKENDS: list[str] = []
PASSWORD_HASHERS = [
    "accounts.users.hashers.Argon2id",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "accounts.passwords.validators.MaximumLengthValidator", "OPTIONS": {"max_length": 128}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.passwords.validators.VarietyValidator"},
    {"NAME": "accounts.passwords.validators.PredictableWordsValidator"},
    {"NAME": "accounts.passwords.validators.DemonstrationPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "nom", "prenom")},
    },
]
ACCESS_TOKEN_SECONDS = env.int("TABANCA_ACCESS_TOKEN_SECONDS", 15 * 60)
REFRESH_TOKEN_SECONDS = env.int("TABANCA_REFRESH_TOKEN_SECONDS", 7 * 24 * 3600)
SESSION_SECONDS = env.int("TABANCA_SESSION_SECONDS", 30 * 24 * 3600)  # its end, however often it is refreshed
SIGN_IN_MAX_FAILURES = env.int("TABANCA_SIGN_IN_MAX_FAILURES", 5)
SIGN_IN_LOCK_SECONDS = env.int("TABANCA_SIGN_IN_LOCK_SECONDS", 15 * 60)
PASSWORD_RESET_SECONDS = env.int("TABANCA_PASSWORD_RESET_SECONDS", 3600)
INVITATION_SECONDS = env.int("TABANCA_INVITATION_SECONDS", 7 * 24 * 3600)
# Roles that move money, read VBG data or administer need the second factor.
SECOND_FACTOR_REQUIRED = env.bool("TABANCA_SECOND_FACTOR_REQUIRED", PRODUCTION)
# The owner of a new account must change a password that somebody else chose at the first sign-in.
FIRST_PASSWORD_CHANGE = env.bool("TABANCA_FIRST_PASSWORD_CHANGE", PRODUCTION)
OTP_TOTP_ISSUER = "Tabanca"
# Requests per minute of one user, and sign-ins and requests without an account per minute from one address.
REQUESTS_PER_MINUTE = env.int("TABANCA_REQUESTS_PER_MINUTE", 1_200 if PRODUCTION else 12_000)
SIGN_INS_PER_MINUTE = env.int("TABANCA_SIGN_INS_PER_MINUTE", 60 if PRODUCTION else 600)
PUBLIC_REQUESTS_PER_MINUTE = env.int("TABANCA_PUBLIC_REQUESTS_PER_MINUTE", 30 if PRODUCTION else 300)
# Addresses or networks of the reverse proxies whose X-Forwarded-For is trusted; none by default.
TRUSTED_PROXIES = read_networks("TABANCA_TRUSTED_PROXIES")
# The administration under /admin/: is it served, when does it end without use, and when for who came from the console.
ADMIN = env.bool("TABANCA_ADMIN", True)
ADMIN_IDLE_SECONDS = env.int("TABANCA_ADMIN_IDLE_SECONDS", 30 * 60)
ADMIN_HAND_OVER_SECONDS = env.int("TABANCA_ADMIN_HAND_OVER_SECONDS", 2 * 3600)
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# Mail ---------------------------------------------------------------------------------------------
# Without a mail server, mails are written to files: their content must not reach the log.
EMAIL_HOST = env.str("TABANCA_EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'filebased'}.EmailBackend"
EMAIL_FILE_PATH = LOCAL_DIR / "courriels"
EMAIL_PORT = env.int("TABANCA_EMAIL_PORT", 587)
EMAIL_HOST_USER = env.str("TABANCA_EMAIL_USER", "")
EMAIL_HOST_PASSWORD = env.str("TABANCA_EMAIL_PASSWORD", "")
EMAIL_USE_TLS = env.bool("TABANCA_EMAIL_TLS", True)
EMAIL_TIMEOUT = env.int("TABANCA_EMAIL_TIMEOUT", 10)
DEFAULT_FROM_EMAIL = env.str("TABANCA_EMAIL_FROM", "Tabanca <tabanca@localhost>")
MAIL_MAX_ATTEMPTS = env.int("TABANCA_MAIL_MAX_ATTEMPTS", 12)

# Notifications -------------------------------------------------------------------------------------
NOTIFICATION_KEEP_DAYS = env.int("TABANCA_NOTIFICATION_KEEP_DAYS", 365)
# The hour (UTC) of the daily mail of unread notifications, for users who chose it.
NOTIFICATION_MAIL_HOUR = env.int("TABANCA_NOTIFICATION_MAIL_HOUR", 6) % 24

# Language and time --------------------------------------------------------------------------------
LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", "Français"), ("pt", "Português"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
USE_TZ = True
# That of the country: programmes and cycles begin and end on its civil days, whatever the zone of the server.
TIME_ZONE = "Africa/Bissau"

# Static files: the console and its libraries, served by the application itself ----------------------
STATIC_URL = "/static/"
STATIC_ROOT = LOCAL_DIR / "static"
STATICFILES_DIRS: list[object] = [each / "static" for each in (*PAGE_DIRS, *BACK_OFFICE_DIRS)]
# Where each library lies in `node_modules`, by its name below /static/vendor/.
VENDOR_FOLDERS = {
    "maplibre-gl": "maplibre-gl/dist",
    "uplot": "uplot/dist",
    "preact": "preact/dist",
    "preact-hooks": "preact/hooks/dist",
    "preact-signals": "@preact/signals/dist",
    "preact-signals-core": "@preact/signals-core/dist",
    "htm": "htm/dist",
}
STATICFILES_DIRS += [
    (f"vendor/{name}", BASE_DIR / "node_modules" / folder)
    for name, folder in VENDOR_FOLDERS.items()
    if (BASE_DIR / "node_modules" / folder).is_dir()
]
# The bundle that `npm run build` makes of the console: without it, and for developers, the page loads its modules one by one.
CONSOLE_PACK = BASE_DIR / "node_modules" / ".console"
CONSOLE_PACKED = not DEBUG and (CONSOLE_PACK / "pack.json").exists()
STATICFILES_DIRS += [("console/pack", CONSOLE_PACK)] if CONSOLE_PACK.is_dir() else []
# The names of the bundle's files change with what they hold: browsers keep them for a year.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/console/pack/.+-[\w-]{8}\.\w+$"
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_AUTOREFRESH = DEBUG

IDEMPOTENCY_STORE = "accounts.idempotency.services"

# HTTP contract ------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.tokens.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["config.api.permissions.DeclaredPermission"],
    "DEFAULT_RENDERER_CLASSES": ["config.api.envelope.EnvelopeRenderer"],
    # Multipart only where an operation declares `upload` (config.api.views).
    "DEFAULT_PARSER_CLASSES": ["config.api.parsers.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.api.negotiation.ViewFormatNegotiation",
    "DEFAULT_SCHEMA_CLASS": "config.api.schema.ContractSchema",
    "EXCEPTION_HANDLER": "config.api.exceptions.handle_exception",
    "UNAUTHENTICATED_USER": None,
    "DATETIME_FORMAT": None,  # the renderer writes UTC as +00:00
    "COERCE_DECIMAL_TO_STRING": False,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tabanca",
    "VERSION": "0.1.0",
    "POSTPROCESSING_HOOKS": ["config.api.openapi_document.complete_document"],
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    # Null and "" where a field takes them, else generated clients refuse the answers that have them.
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": True,
    "SCHEMA_PATH_PREFIX": "/api",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SECURITY": [{"bearer": []}],
    "AUTHENTICATION_WHITELIST": [],
    "ENUM_NAME_OVERRIDES": ENUM_NAMES,
}

# Limits ---------------------------------------------------------------------------------------------
# Protections (geo.tables.confinement) without which no uploaded file is read.
READER_PROTECTIONS = env.names("TABANCA_READER_PROTECTIONS", "landlock,seccomp" if PRODUCTION else "")
DATA_UPLOAD_MAX_MEMORY_SIZE = JSON_MAX_BYTES
DATA_UPLOAD_MAX_NUMBER_FILES = 4
FILE_UPLOAD_MAX_MEMORY_SIZE = 1 * MEBIBYTE
FILE_UPLOAD_HANDLERS = ["config.api.uploads.SkipFilesHandler"]
FILES_ROOT = env.path("TABANCA_FILES_ROOT", LOCAL_DIR / "fichiers")

# Registry -------------------------------------------------------------------------------------------
POVERTY_THRESHOLD = 50
# Scores of certain doubles and of those to review, doubles expected in 100, weights learnt (None: those that ship).
DUPLICATE_CERTAIN = env.int("TABANCA_DUPLICATE_CERTAIN", 90)
DUPLICATE_REVIEW = env.int("TABANCA_DUPLICATE_REVIEW", 40)
DUPLICATE_PERCENT = env.int("TABANCA_DUPLICATE_PERCENT", 2)
DUPLICATE_WEIGHTS = env.path("TABANCA_DUPLICATE_WEIGHTS", None)
ENROLMENT_SECOND_PERSON = env.bool("TABANCA_ENROLMENT_SECOND_PERSON", PRODUCTION)  # decision 0045
# Whether the provider `simulateur` may pay: people would be taken for paid without money.
SIMULATED_PAYMENTS = env.bool("TABANCA_SIMULATED_PAYMENTS", not PRODUCTION)
DEFAULT_PHONE_REGION = env.str("TABANCA_PHONE_REGION", "GW")

# Other systems --------------------------------------------------------------------------------------
# Outgoing requests (config.outgoing_http). Private addresses and http are only for platforms in a private network.
OUTGOING_ALLOW_PRIVATE = env.bool("TABANCA_OUTGOING_ALLOW_PRIVATE", False)
OUTGOING_MAX_BYTES = env.int("TABANCA_OUTGOING_MAX_BYTES", 64 * MEBIBYTE)
OUTGOING_SECONDS = env.int("TABANCA_OUTGOING_SECONDS", 60)
OUTGOING_ATTEMPTS = env.int("TABANCA_OUTGOING_ATTEMPTS", 3)
OUTGOING_PAUSE_SECONDS = env.int("TABANCA_OUTGOING_PAUSE_SECONDS", 2)
# Survey platforms; one without an address is not configured.
COLLECTORS = {
    "collector_platform_a": {
        "url": env.str("TABANCA_KOBO_URL", ""),
        "token": env.str("TABANCA_KOBO_TOKEN", ""),
    },
    "collector_platform_b": {
        "url": env.str("TABANCA_ODK_URL", ""),
        "project": env.str("TABANCA_ODK_PROJECT", ""),
        "email": env.str("TABANCA_ODK_EMAIL", ""),
        "password": env.str("TABANCA_ODK_PASSWORD", ""),
    },
}
# The forms of services for survivors; nobody sees other forms of the platforms through these collectors.
VBG_FORMS: list[str] = env.list("TABANCA_VBG_FORMS", [])
COLLECTOR_MAX_ROWS = env.int("TABANCA_COLLECTOR_MAX_ROWS", 1_000_000)
COLLECTOR_MAX_BYTES = env.int("TABANCA_COLLECTOR_MAX_BYTES", 1024 * MEBIBYTE)
# How long a synchronous import waits for a platform before it becomes a job.
COLLECTOR_PATIENCE_SECONDS = env.int("TABANCA_COLLECTOR_PATIENCE_SECONDS", 30)
# The overlap with the previous platform import: rows may become visible later than others with a higher date.
COLLECTOR_OVERLAP_SECONDS = env.int("TABANCA_COLLECTOR_OVERLAP_SECONDS", 3600)
# A language model that proposes plans for questions that the assistant does not understand (decision 0110): an address
# in the form of OpenAI's, up to /v1. Without one no question leaves the service.
ASSISTANT_URL = env.str("TABANCA_ASSISTANT_URL", "").rstrip("/")
ASSISTANT_MODEL = env.str("TABANCA_ASSISTANT_MODEL", "")
ASSISTANT_KEY = env.str("TABANCA_ASSISTANT_KEY", "")
# Operators that are paid through the GSMA Mobile Money API: JSON by code (docs/howto/connect-an-operator.md).
GSMA_CONNECTIONS = dict(env.json("TABANCA_GSMA_CONNECTIONS", {}) or {})
GSMA_SECONDS = env.int("TABANCA_GSMA_SECONDS", 30)
# How often the platform's ids are compared for deletions.
COLLECTOR_SWEEP_HOURS = env.int("TABANCA_COLLECTOR_SWEEP_HOURS", 24)

VBG_CASE_KEEP_MONTHS = env.int("TABANCA_VBG_CASE_KEEP_MONTHS", 24)
VBG_BACKUP_KEY = env.str("TABANCA_VBG_BACKUP_KEY", "" if PRODUCTION else DEMO_SECRET)
if VBG_BACKUP_KEY and (
    len(VBG_BACKUP_KEY) < 32 or (PRODUCTION and VBG_BACKUP_KEY in {DEMO_SECRET, SECRET_KEY, *SEALING_KEYS})
):
    raise ImproperlyConfigured("TABANCA_VBG_BACKUP_KEY needs 32 characters or more, and to be a key of its own.")

# Map ------------------------------------------------------------------------------------------------
# The reference of `distanceMansoa` in the list of schools: a localite or secteur of this name.
MAP_REFERENCE_PLACE = env.str("TABANCA_MAP_REFERENCE_PLACE", "Mansoa")
# Shown while no boundary is stored: west, south, east, north.
MAP_DEFAULT_BOUNDS = (-16.8, 10.8, -13.6, 12.7)
# The centre of the density grid's projection, in degrees: shapes are true there, areas everywhere.
DENSITY_PARALLEL = env.float("TABANCA_DENSITY_PARALLEL", 12.0)
DENSITY_MERIDIAN = env.float("TABANCA_DENSITY_MERIDIAN", -15.0)
# Base layers beside the project's own boundaries: a JSON list of {name, url with {s}/{z}/{x}/{y}, attribution}.
MAP_TILE_LAYERS = env.json("TABANCA_MAP_TILE_LAYERS", [])

# Jobs -----------------------------------------------------------------------------------------------
PROCRASTINATE_AUTODISCOVER_MODULE_NAME = "tasks"
JOB_LEASE_SECONDS = env.int("TABANCA_JOB_LEASE_SECONDS", 60)
JOB_MAX_ATTEMPTS = env.int("TABANCA_JOB_MAX_ATTEMPTS", 3)
JOB_RESULT_KEEP_DAYS = env.int("TABANCA_JOB_RESULT_KEEP_DAYS", 30)

# Security headers -----------------------------------------------------------------------------------
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if PRODUCTION:
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SECURE_SSL_REDIRECT = env.bool("TABANCA_SSL_REDIRECT", True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# Logs and metrics -----------------------------------------------------------------------------------
# `plain` is for development: its tracebacks quote values, and so may hold personal data.
LOG_FORMAT = env.str("TABANCA_LOG_FORMAT", "json")
# The token that reads metrics; without it there are none. Not "from this machine only": behind a proxy every client is
# on this machine.
METRICS_TOKEN = env.str("TABANCA_METRICS_TOKEN", "")
if LOG_FORMAT not in ("json", "plain") or (PRODUCTION and LOG_FORMAT == "plain"):
    raise ImproperlyConfigured("TABANCA_LOG_FORMAT is json, or plain outside production.")
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured("TABANCA_METRICS_TOKEN needs at least 16 characters.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": env.str("TABANCA_LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handlers would write a second line in another form, and mail tracebacks to administrators.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # A 4xx is the caller's mistake, and its path may carry ids: Django's request warnings are not logged.
        "django.request": {"level": "ERROR"},
        # The development server logs whole addresses.
        "django.server": {"handlers": [], "level": "ERROR", "propagate": True},
        "procrastinate": {"level": "WARNING"},
        "splink": {"level": "WARNING"},
    },
}
