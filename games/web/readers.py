"""Who reads a page, and the key of a form that may count only once."""

from __future__ import annotations

import secrets

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from accounts.services import guests
from config.api import throttles
from config.typed import leave_only

SEEN = "seen"  # in a guest's session: the day of their last visit
_BACKEND = "django.contrib.auth.backends.ModelBackend"
_LONGEST_KEY = 64


def reader(request: HttpRequest) -> User | None:
    """Who is logged in. A guest's visit is noted once a day, and their session goes on with it."""
    user = request.user
    if not isinstance(user, User):
        return None
    if user.kind == User.Kind.GUEST:
        now = timezone.now()
        if request.session.get(SEEN) != now.date().isoformat():
            _keep_session(request)
            guests.seen(guest=user, now=now)
    return user


def reader_or_guest(request: HttpRequest) -> User:
    """Who is logged in, or a new guest who is from now on. Only for a form that was sent with its key.

    Raises Throttled where too many guests come from one address.
    """
    user = reader(request)
    if user is not None:
        return user
    throttles.hit("login", f"guest {throttles.address_of(request)}")
    guest = guests.make_guest(seed=_seed(request), language=get_language() or "en", zone=_zone(request))
    login(request, guest, backend=_BACKEND)
    leave_only(request, guest)
    _keep_session(request)
    return guest


def new_key() -> str:
    """For the hidden field `key` of a form: what it makes, it makes once."""
    return secrets.token_urlsafe(12)


def key_of(request: HttpRequest) -> str:
    """The key that came with the form; a new one where none did."""
    return request.POST.get("key", "")[:_LONGEST_KEY] or new_key()


def _seed(request: HttpRequest) -> str:
    """Known to this browser and its form only: the same for a form that is sent twice."""
    browser = request.META.get("CSRF_COOKIE", "")
    return f"{browser}:{key_of(request)}" if browser and request.POST.get("key") else ""


def _zone(request: HttpRequest) -> str:
    """Where the browser says that it is; a page without its script does not."""
    return request.POST.get("timezone", "")[:_LONGEST_KEY]


def _keep_session(request: HttpRequest) -> None:
    request.session[SEEN] = timezone.now().date().isoformat()
    request.session.set_expiry(guests.IDLE)
