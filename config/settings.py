"""The settings: one file for every installation, read from the environment (README lists the variables)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django.conf.locale
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.keys import kept_secret_key
from config.variables import Variables

BASE_DIR = Path(__file__).resolve().parent.parent
env = Variables()

DATA_DIR = env.folder("DATA_DIR", default=BASE_DIR / "var")
PORT = env.port("PORT", default=8000)
SITE_URL = env.site("SITE_URL", default=f"http://127.0.0.1:{PORT}")
SITE_NAME = env.str("SITE_NAME", default="Manipulation Rummy")
# Production is what says that it is one: a public address. The embedded default serves one machine over http.
SECURE = SITE_URL.startswith("https://")
DEBUG = env.flag("DEBUG", default=False)
# The public address is answered to in any case: every link of every mail leads there.
_own = urlsplit(SITE_URL).hostname or ""
ALLOWED_HOSTS = [
    *env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"]),
    f"[{_own}]" if ":" in _own else _own,
]
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[SITE_URL] if SECURE else [])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "csp",
    "accounts",
    "games",
]
# Sessions, CSRF, messages, language and content policy are for pages; the API authenticates itself and pays
# for none of it (config/middleware.py).
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.Gzip",
    "config.middleware.Csp",
    "config.middleware.Session",
    "config.middleware.Locale",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.Csrf",
    "config.middleware.Authentication",
    "games.web.passes.Passes",
    "config.middleware.Reader",
    "config.middleware.Message",
    "config.middleware.Frames",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    },
]

# --- database -----------------------------------------------------------------------------------------------
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.database("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'rummy.sqlite3'}")
}
_database = DATABASES["default"]
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # A writer takes the lock at once, so that a transaction never fails half way for want of it.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
if _database["ENGINE"] == "django.db.backends.postgresql":
    # Parameters go beside the statement, and what is said often is prepared: less work for both sides. A
    # pooler between them that hands connections from transaction to transaction needs PREPARE_STATEMENTS=0.
    _database.setdefault("OPTIONS", {})
    _database["OPTIONS"]["server_side_binding"] = True
    _database["OPTIONS"]["prepare_threshold"] = 3 if env.flag("PREPARE_STATEMENTS", default=True) else None
# Every thread keeps its connection: opening one costs more than the queries of a request.
_database["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=600)
_database["CONN_HEALTH_CHECKS"] = True
_database["ATOMIC_REQUESTS"] = False  # a service owns its transaction
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A key made here is good for one machine; a public service or one with its database elsewhere is given one.
SECRET_KEY = env.str("SECRET_KEY", default="") or kept_secret_key(
    DATA_DIR, required=SECURE or _database.get("HOST", "") not in ("", "127.0.0.1", "localhost", "::1")
)

# --- Redis, Celery ------------------------------------------------------------------------------------------
REDIS_URL = env.redis("REDIS_URL")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
# The default of one second between looks into the in-memory queue makes everything slow.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"polling_interval": 0.05}
if REDIS_URL:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 600,
        # A request that wakes the worker does not wait for a broker that is away: the beat finds what is due.
        "socket_connect_timeout": 2,
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "rummy"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # a worker that dies gives its task back; every task may run twice
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "config.health:BeatingScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 1
# A message that nobody took is worth nothing when the next one is there: they never pile up.
CELERY_BEAT_SCHEDULE = {
    "deliver": {"task": "games.deliver", "schedule": 3.0, "options": {"expires": 10}},
    "incoming": {"task": "games.incoming", "schedule": 3.0, "options": {"expires": 10}},
    "sweep": {"task": "games.sweep", "schedule": 3.0, "options": {"expires": 10}},
    "bots": {"task": "games.bots", "schedule": 2.0, "options": {"expires": 10}},
    "remind": {"task": "games.remind", "schedule": 20.0, "options": {"expires": 30}},
    "reviews": {"task": "games.reviews", "schedule": 5.0, "options": {"expires": 10}},
    "webhooks": {"task": "games.webhooks", "schedule": 2.0, "options": {"expires": 10}},
    "purge": {"task": "games.purge", "schedule": 3600.0, "options": {"expires": 600}},
}

# --- people -------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
SILENCED_SYSTEM_CHECKS = [
    "auth.E003",  # a user name is unique by its folded form, User.username_key
    "security.W002",  # frames and CSRF are guarded by our own kinds of Django's middleware
    "security.W003",
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_validators = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_validators}.UserAttributeSimilarityValidator"},
    {"NAME": "accounts.long_enough.LongEnough"},
    {"NAME": f"{_validators}.CommonPasswordValidator"},
    {"NAME": f"{_validators}.NumericPasswordValidator"},
]

# --- languages, time ----------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("mt", _("Maltese")),
    ("sr-latn", _("Serbian")),
    ("ar", _("Arabic")),
    ("lb", _("Luxembourgish")),
]
# Those with a whole catalogue under locale/ (`make messages` says what one lacks; tests do not let it lack anything).
SHIPPED_LANGUAGES = ["en", "ar"]
django.conf.locale.LANG_INFO.update(
    {
        "mt": {"bidi": False, "code": "mt", "name": "Maltese", "name_local": "Malti"},
        "lb": {"bidi": False, "code": "lb", "name": "Luxembourgish", "name_local": "Lëtzebuergesch"},
    }
)
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- mail ---------------------------------------------------------------------------------------------------
OUTBOX = "games.services.outbox.owe_mail"  # how accounts owes mail without knowing of games
ACCOUNT_LEAVING = "games.services.departures.leaving"  # how games hear that an account is closed
ACCOUNT_ARCHIVE = "games.services.archives.of_user"  # what they keep of a user, for the archive of their data
ACCOUNT_RENAMED = "games.services.departures.renamed"  # how they hear that a guest got a name
ACCOUNT_AWAY = "games.services.pauses.player_away"  # how they hear that somebody goes on vacation, or is back
ACCOUNT_CLOCK = "games.services.pauses.player_set"  # how they hear of another time zone, other night hours
WISHES_CHANGED = "games.services.wishes.changed"  # how they hear that a user wants other mails
SESSION_PASSES = "games.web.passes.user_of"  # how the API knows whom a mailed link let into a game
MAIL_DIR = DATA_DIR / "mails"
if env.str("EMAIL_URL", default=""):
    vars().update(env.mail("EMAIL_URL"))
else:
    EMAIL_BACKEND = "games.notify.filebackend.EmailBackend"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", default="Manipulation Rummy <rummy@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Where replies and returned mails go. Without a mail server our own listener on this machine takes them; with one,
# only the host knows a domain whose mail reaches this service, and until they name it no mail asks for a reply.
REPLY_DOMAIN = env.domain("REPLY_DOMAIN", default="" if env.str("EMAIL_URL", default="") else "localhost")
# The listener for mail that comes in: on the loopback address, where the machine's mail server hands it on.
MAIL_IN_PORT = env.port("MAIL_IN_PORT", default=8025, none=True)
# Bytes: a reply with a picture below it fits.
MAIL_IN_LIMIT = env.whole("MAIL_IN_LIMIT", default=1_000_000, least=10_000, most=50_000_000)
# How our own mail server calls itself in the Authentication-Results that it writes above what it takes in. It must
# take out those of that name that strangers wrote (RFC 8601, 5). Without it a reply is played after a link only.
TRUSTED_AUTHSERV = env.str("TRUSTED_AUTHSERV", default="")
_here = _own in ("127.0.0.1", "localhost", "::1")
# Whether what this machine hands to the listener is taken as from whom it says: only where nobody else can reach it.
TRUST_LOCAL_MAIL = env.flag(
    "TRUST_LOCAL_MAIL", default=not TRUSTED_AUTHSERV and REPLY_DOMAIN == "localhost" and _here
)
# Other doors: a mailbox that is looked into (imaps://user:password@host/folder), what a provider posts to /mail/in/
# with the secret user:password, as anymail reads it (MAIL_IN_PROVIDER, such as mailgun; its keys in ANYMAIL as JSON).
IMAP_URL = env.mailbox("IMAP_URL")
MAIL_IN_SECRET = env.pair("MAIL_IN_SECRET")
MAIL_IN_PROVIDER = env.str("MAIL_IN_PROVIDER", default="")
ANYMAIL = {"WEBHOOK_SECRET": MAIL_IN_SECRET, **env.json("ANYMAIL", default={})}
if IMAP_URL:
    CELERY_BEAT_SCHEDULE["mailbox"] = {"task": "games.mailbox", "schedule": 30.0, "options": {"expires": 30}}
# Of whoever has not said otherwise, in their own time zone.
NIGHT_HOURS = env.night("NIGHT_HOURS", default="22-8")

# --- the game service ---------------------------------------------------------------------------------------
BOT_DELAY = env.seconds("BOT_DELAY", default=1.0)  # seconds a house player waits, so that people can follow
VACATION_DAYS = env.whole("VACATION_DAYS", default=30, most=180)  # that a player can be away in a year
# What the deadlines get that passed while the service was down: as long as it was, but at most so much.
OUTAGE_GRACE = timedelta(hours=env.whole("OUTAGE_GRACE_HOURS", default=24, most=336))

# Webhooks lead to public addresses, over https. Networks of the host's own that they may reach as well, also over
# http; and those that they may not, though their addresses are public ones.
WEBHOOK_ALLOW = env.networks("WEBHOOK_ALLOW")
WEBHOOK_DENY = env.networks("WEBHOOK_DENY")

# --- API ----------------------------------------------------------------------------------------------------
THROTTLE_RATES = {
    "anon": env.rate("THROTTLE_ANON", default="120/min"),
    "user": env.rate("THROTTLE_USER", default="600/min"),
    "login": env.rate("THROTTLE_LOGIN", default="10/min"),
    "hint": env.rate("THROTTLE_HINT", default="60/min"),  # each costs the machine more than a move
}
TRUSTED_PROXIES = env.whole(
    "TRUSTED_PROXIES", default=0, most=20
)  # how many proxies of ours stand before the service
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.BearerAuthentication",
        "accounts.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["config.api.renderers.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.api.parsers.JsonParser"],
    "EXCEPTION_HANDLER": "config.api.problems.handler",
    "DEFAULT_SCHEMA_CLASS": "config.api.openapi.Schema",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Manipulation Rummy",
    "DESCRIPTION": (
        "Manipulation Rummy for programs. Cards are rank and suit (`7D`, `TS`), `*` is a joker. "
        "[A guide](/api/docs/api.md) leads from nothing to a whole game, every request of it ready to run; "
        "[changes](/api/docs/changes.md) says what is new, and what will never be taken away unannounced; "
        "[problems](/api/docs/problems) explains every refusal. Also: [webhooks](/api/docs/webhooks.md), "
        "[shuffles](/api/docs/shuffles.md)."
    ),
    "EXTERNAL_DOCS": {"url": "/api/docs/api.md", "description": "A guide with requests to run"},
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": True,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.api.finish.finish",
    ],
    "WEBHOOKS": [
        f"games.api.webhook_types.{name}"
        for name in ("your_turn", "move", "round_scored", "game", "invitation", "test")
    ],
    "ENUM_NAME_OVERRIDES": {
        "PlayerKindEnum": ["human", "guest", "bot"],
        "GameStatusEnum": ["open", "active", "finished", "cancelled"],
        "SeatStatusEnum": ["playing", "left"],
        "BotLevelEnum": "games.services.terms.BOT_LEVELS",
    },
}
API_REFUSALS = "games.api.refusals.examples"  # a document of each refusal, for the same
API_COMPONENTS = ["games.api.by_hand.components"]  # shapes that are written out, for the OpenAPI document
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# Bytes, where a file is handed in: of four million at the most, and what comes with it.
LONG_BODIES = {"/replay/": 4_300_000}

# --- static files -------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site needs our files
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.Storage"},
}

# --- security -----------------------------------------------------------------------------------------------
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=SECURE)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # whoever watches the service asks it directly
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000 if SECURE else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE
if env.flag("BEHIND_TLS_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.errors.form_too_old"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- logs: what happened, never what was in it --------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.level("LOG_LEVEL", default="WARNING")},
    # The listener's library writes down the mails themselves, which hold hands, where it is asked for details.
    "loggers": {"mail": {"level": "WARNING"}},
}
