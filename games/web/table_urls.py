"""The addresses of the table's pages."""

from django.urls import path

from games.web import (
    course,
    hinting,
    history,
    importing,
    next,
    plans,
    playing,
    possible,
    replaying,
    rounds,
    shuffles,
)

urlpatterns = [
    path("replay/", importing.page, name="replay"),
    path("replay/<int:number>/", importing.replay, name="replay-round"),
    path("games/<slug:code>/draft/", playing.draft, name="game-draft"),
    path("games/<slug:code>/review/", playing.review, name="game-review"),
    path("games/<slug:code>/move/", playing.move, name="game-move"),
    path("games/<slug:code>/plan/", plans.page, name="game-plan"),
    path("games/<slug:code>/hint/", hinting.page, name="game-hint"),
    path("games/<slug:code>/snooze/", next.snooze, name="game-snooze"),
    path("games/<slug:code>/log/", history.page, name="game-log"),
    path("games/<slug:code>/shuffle/", shuffles.page, name="game-shuffle"),
    path("games/<slug:code>/contribution/", shuffles.words, name="game-contribution"),
    path("games/<slug:code>/course/", course.page, name="game-course"),
    path("games/<slug:code>/rounds/<int:number>/", rounds.page, name="game-round"),
    path("games/<slug:code>/rounds/<int:number>/replay/", replaying.page, name="game-replay"),
    path("games/<slug:code>/rounds/<int:number>/possible/", possible.page, name="game-possible"),
]
