"""The addresses of the pages of accounts."""

from django.urls import path

from accounts.web import entering, mailed, own, preferences, programs, vacation

urlpatterns = [
    path("language/", preferences.language, name="language"),
    path("suits/", preferences.suits, name="suits"),
    path("accounts/login/", entering.log_in, name="login"),
    path("accounts/logout/", entering.log_out, name="logout"),
    path("accounts/register/", entering.register, name="register"),
    path("accounts/keep/", entering.keep, name="keep"),
    path("accounts/confirm/", mailed.confirm, name="confirm"),
    path("accounts/reset/", mailed.ask_reset, name="password-reset"),
    path("accounts/reset/sent/", mailed.reset_sent, name="password-reset-sent"),
    path("accounts/reset/new/", mailed.reset, name="password-reset-new"),
    path("settings/", own.settings, name="settings"),
    path("settings/address/", own.address, name="settings-address"),
    path("settings/confirm/", own.confirm_again, name="settings-confirm"),
    path("settings/mail-again/", own.mail_again, name="settings-mail-again"),
    path("settings/away/", vacation.away, name="away"),
    path("settings/away/<int:vacation_id>/", vacation.end, name="away-end"),
    path("settings/night/", vacation.night, name="night"),
    path("settings/password/", own.password, name="password-change"),
    path("settings/programs/", programs.overview, name="programs"),
    path("settings/programs/<int:program_id>/end/", programs.end, name="program-end"),
    path("settings/tokens/", programs.make_token, name="token-make"),
    path("settings/tokens/<int:token_id>/", programs.revoke, name="token-revoke"),
    path("settings/delete/", own.delete, name="account-delete"),
]
