"""The call that lets everybody check how a game was shuffled."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.api.views import ApiView
from games import selectors
from games.api import shuffle_schema
from games.services import shuffles


class ShuffleView(ApiView):
    """`/games/{id}/shuffle/`: the end of the chain, the players' words, and the seed of each scored round."""

    @shuffle_schema.get_shuffle
    def get(self, request: Request, code: str) -> Response:
        user = self.user_or_none(request)
        game, _seats = selectors.find(
            code=code, user=user, invitation=request.query_params.get("invitation", "")
        )
        return Response(shuffles.told(game))
