"""The addresses under /api/v1/ that concern accounts."""

from django.urls import path

from accounts.api import mails, tokens, vacations, views

urlpatterns = [
    path("accounts/", views.AccountsView.as_view(), name="api-accounts"),
    path("accounts/confirm/", views.ConfirmView.as_view(), name="api-confirm"),
    path("tokens/", tokens.TokensView.as_view(), name="api-tokens"),
    path("tokens/<int:token_id>/", tokens.TokenView.as_view(), name="api-token"),
    path("me/mails/", mails.MyMailsView.as_view(), name="api-my-mails"),
    path("me/vacations/", vacations.VacationsView.as_view(), name="api-my-vacations"),
    path("me/vacations/<int:vacation_id>/", vacations.VacationView.as_view(), name="api-my-vacation"),
    path("me/", views.MeView.as_view(), name="api-me"),
]
