"""The addresses under /api/v1/ that concern accounts."""

from django.urls import path

from accounts.api import archive, mails, programs, tokens, vacations, views

urlpatterns = [
    path("accounts/", views.AccountsView.as_view(), name="api-accounts"),
    path("accounts/confirm/", views.ConfirmView.as_view(), name="api-confirm"),
    path("tokens/", tokens.TokensView.as_view(), name="api-tokens"),
    path("tokens/<int:token_id>/", tokens.TokenView.as_view(), name="api-token"),
    path("bots/", programs.BotsView.as_view(), name="api-bots"),
    path("bots/<str:username>/", programs.BotView.as_view(), name="api-bot"),
    path("bots/<str:username>/tokens/", programs.BotTokensView.as_view(), name="api-bot-tokens"),
    path("bots/<str:username>/tokens/<int:token_id>/", programs.BotTokenView.as_view(), name="api-bot-token"),
    path("me/mails/", mails.MyMailsView.as_view(), name="api-my-mails"),
    path("me/vacations/", vacations.VacationsView.as_view(), name="api-my-vacations"),
    path("me/vacations/<int:vacation_id>/", vacations.VacationView.as_view(), name="api-my-vacation"),
    path("me/archive/", archive.ArchiveView.as_view(), name="api-archive"),
    path("me/", views.MeView.as_view(), name="api-me"),
]
