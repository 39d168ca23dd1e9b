"""The addresses of the pages of games."""

from django.urls import include, path

from games.web import door, home, lobby, mail_in, mails, making, next, replied, ways, wishes

urlpatterns = [
    path("", home.page, name="home"),
    path("rules/", home.rules, name="rules"),
    path("play/", making.play_now, name="play-now"),
    path("games/", lobby.page, name="lobby"),
    path("games/new/", making.new_table, name="game-new"),
    path("games/next/", next.page, name="next-game"),
    path("games/<slug:code>/", door.page, name="game"),
    path("games/<slug:code>/join/", door.join, name="game-join"),
    path("games/<slug:code>/invite/", door.invite, name="game-invite"),
    path("games/<slug:code>/leave/", door.leave, name="game-leave"),
    path("games/<slug:code>/resign/", door.resign, name="game-resign"),
    path("games/<slug:code>/rematch/", door.rematch, name="game-rematch"),
    path("games/<slug:code>/mails/", wishes.of_game, name="game-mails"),
    path("settings/mails/", wishes.page, name="mail-wishes"),
    path("", include("games.web.webhook_urls")),
    path("mails/", mails.page, name="mails"),
    path("mails/<int:pk>/again/", mails.again, name="mail-again"),
    path("m/<str:token>/", ways.play, name="way"),
    path("m/stop/<str:token>/", ways.stop, name="way-stop"),
    path("m/move/<str:token>/", replied.confirm, name="replied"),
    path("mail/in/", mail_in.post, name="mail-in"),
    path("", include("games.web.table_urls")),
    path("", include("games.web.staff.urls")),
]
