"""The addresses under /api/v1/ that concern games."""

from django.urls import include, path

from games.api import arranging, events, exporting, hinting, live, mails, plans, playing, shuffles, views

urlpatterns = [
    path("games/", views.GamesView.as_view(), name="api-games"),
    path("games/<str:code>/", views.GameView.as_view(), name="api-game"),
    path("games/<str:code>/join/", views.JoinView.as_view(), name="api-game-join"),
    path("games/<str:code>/leave/", views.LeaveView.as_view(), name="api-game-leave"),
    path("games/<str:code>/resign/", views.ResignView.as_view(), name="api-game-resign"),
    path("games/<str:code>/moves/", playing.MovesView.as_view(), name="api-game-moves"),
    path("games/<str:code>/moves/check/", playing.CheckView.as_view(), name="api-game-check"),
    path("games/<str:code>/rounds/", playing.RoundsView.as_view(), name="api-game-rounds"),
    path("games/<str:code>/clock/", playing.ClockView.as_view(), name="api-game-clock"),
    path("games/<str:code>/draft/", playing.DraftView.as_view(), name="api-game-draft"),
    path("games/<str:code>/draft/ops/", arranging.OpsView.as_view(), name="api-game-ops"),
    path("games/<str:code>/table/", arranging.TableView.as_view(), name="api-game-table"),
    path("games/<str:code>/hand/", arranging.HandView.as_view(), name="api-game-hand"),
    path("games/<str:code>/seen/", arranging.SeenView.as_view(), name="api-game-seen"),
    path("games/<str:code>/plan/", plans.PlanView.as_view(), name="api-game-plan"),
    path("games/<str:code>/hint/", hinting.HintView.as_view(), name="api-game-hint"),
    path("games/<str:code>/export/", exporting.ExportView.as_view(), name="api-game-export"),
    path("games/<str:code>/contribution/", shuffles.ContributionView.as_view(), name="api-game-contribution"),
    path("games/<str:code>/shuffle/", shuffles.ShuffleView.as_view(), name="api-game-shuffle"),
    path("games/<str:code>/mails/", mails.GameMailsView.as_view(), name="api-game-mails"),
    path("games/<str:code>/events/", events.GameEventsView.as_view(), name="api-game-events"),
    path("events/", events.OwnEventsView.as_view(), name="api-events"),
    path("", include("games.api.webhook_urls")),
    path("events/token/", live.TokenView.as_view(), name="api-events-token"),
]
