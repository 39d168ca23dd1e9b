"""Tokens and programs: what plays for its owner, made, looked at and ended."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import selectors
from accounts.models import Token, User
from accounts.services import passwords, programs, tokens
from accounts.web.forms import Form
from accounts.web.limits import counted
from accounts.web.program_forms import NewProgram, NewToken
from accounts.web.shown import filled, page, user_of, users_only
from config.posted import form_only
from config.typed import typed_into

GREATEST_ID = 2**63 - 1


@typed_into(NewProgram)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def overview(request: HttpRequest) -> HttpResponse:
    """Tokens and programs; makes a program."""
    user = user_of(request)
    if user.kind != User.Kind.HUMAN:
        return redirect("settings")
    if request.method != "POST":
        return _page(request, user)
    form = NewProgram(request.POST)
    if form.is_valid() and counted(request, form, f"programs {user.pk}"):
        try:
            made = programs.make(owner=user, username=form.cleaned_data["username"])
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            said = _("%(name)s is there. Make a token for it: by that it plays.")
            messages.success(request, said % {"name": made.username})
            return redirect("programs")
    return _page(request, user, form)


@sensitive_post_parameters("password")
@typed_into(NewToken)
@form_only("programs")
@users_only
def make_token(request: HttpRequest) -> HttpResponse:
    """A token for oneself or for a program, shown once. It can do what a password can: that is asked for."""
    user = user_of(request)
    if user.kind != User.Kind.HUMAN:
        return redirect("settings")
    owned = selectors.programs_of(user)
    form = NewToken(request.POST, programs=owned)
    if form.is_valid() and counted(request, form, f"account {user.username_key}"):
        given = form.cleaned_data
        if user.check_password(given["password"]):
            whose = next((each for each in owned if str(each.pk) == given["whose"]), user)
            token, text = tokens.create_token(
                user=whose, name=given["name"], scopes=given["scopes"], days=given["days"]
            )
            return _page(request, user, made={"token": token, "text": text, "whose": whose})
        form.refuse(passwords.wrong_password("password"))
    return _page(request, user, form)


@form_only("programs")
@users_only
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Ends one token; again does no harm."""
    user = user_of(request)
    whose = (user, *selectors.programs_of(user)) if token_id <= GREATEST_ID else ()
    if any(tokens.revoke_token(user=each, token_id=token_id) for each in whose):
        messages.success(request, _("The token is ended: what used it can play no more."))
    return redirect("programs")


@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def end(request: HttpRequest, program_id: int) -> HttpResponse:
    """Ends a program, after a look at what that means."""
    owned = {each.pk: each for each in selectors.programs_of(user_of(request))}
    program = owned.get(program_id)
    if program is None:
        raise Http404
    if request.method != "POST":
        return page(request, "accounts/program_end.html", Form(), program=program)
    name = program.username
    programs.end(program=program)
    messages.success(request, _("%(name)s is ended.") % {"name": name})
    return redirect("programs")


def _page(request: HttpRequest, user: User, form: Form | None = None, **more: Any) -> HttpResponse:
    owned = selectors.programs_of(user)
    full, new_program = len(owned) >= programs.MOST, form if isinstance(form, NewProgram) else None
    if new_program is None and not full:
        new_program = filled(request, NewProgram(), reverse("programs"))
    by_user: dict[int, list[Token]] = {}
    for token in selectors.tokens_of_owner(user):
        by_user.setdefault(token.user_id, []).append(token)
    context = {
        "tokens": by_user.get(user.pk, []),
        "programs": [(each, by_user.get(each.pk, [])) for each in owned],
        "full": full,
        "new_token": form
        if isinstance(form, NewToken)
        else filled(request, NewToken(programs=owned), reverse("token-make")),
        "new_program": new_program,
        "opened": form is not None,
    }
    return page(request, "accounts/programs.html", form, **context, **more)
