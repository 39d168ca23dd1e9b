"""The addresses of the staff's pages."""

from django.urls import path

from games.web.staff import clock, host, lists, mails, one

urlpatterns = [
    path("host/", host.page, name="host"),
    path("admin/", host.admin, name="admin"),
    path("admin/users/", lists.users, name="admin-users"),
    path("admin/users/<int:pk>/", one.user, name="admin-user"),
    path("admin/games/", lists.games, name="admin-games"),
    path("admin/games/<slug:code>/", one.game, name="admin-game"),
    path("admin/games/<slug:code>/clock/", clock.page, name="admin-clock"),
    path("admin/outbox/", lists.outbox, name="admin-outbox"),
    path("outbox/", mails.page, name="outbox"),
    path("outbox/<str:name>/", mails.mail, name="outbox-mail"),
    path("outbox/<str:name>/html/", mails.as_shown, name="outbox-html"),
]
