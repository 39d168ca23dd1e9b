"""The calls that let everybody check how a game was shuffled, and let a player give their words to it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from config.api.views import ApiView
from games import selectors
from games.api import shuffle_schema
from games.api.views import texts
from games.services import contributions, shuffles
from games.services.terms import LONGEST_CONTRIBUTION


class ShuffleView(ApiView):
    """`/games/{id}/shuffle/`: the end of the chain, the players' words, and the seed of each scored round."""

    @shuffle_schema.get_shuffle
    def get(self, request: Request, code: str) -> Response:
        user = self.user_or_none(request)
        game, _seats = selectors.find(
            code=code, user=user, invitation=request.query_params.get("invitation", "")
        )
        return Response(shuffles.told(game))


class ContributionView(ApiView):
    """`/games/{id}/contribution/`: the words that the one who asks gave to the shuffle."""

    writes = Scope.PLAY

    @shuffle_schema.get_contribution
    def get(self, request: Request, code: str) -> Response:
        return Response({"contribution": contributions.own(code=code, user=self.require_user(request))})

    @shuffle_schema.put_contribution
    def put(self, request: Request, code: str) -> Response:
        given = texts(request.data, {"contribution": LONGEST_CONTRIBUTION})
        user = self.require_user(request)
        text = contributions.put(code=code, user=user, text=given.get("contribution", ""))
        return Response({"contribution": text})
