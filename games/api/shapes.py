"""The shapes of what the games' calls take and give, for the OpenAPI document only; nothing is parsed by them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.by_hand import GREATEST, Card, Clock, Event, SentCard
from games.bots import Why
from games.engine.codec_moves import MOST_MELDS
from games.engine.codec_values import MOST_CARDS
from games.services.terms import BOT_LEVELS, LONGEST_CONTRIBUTION


class Shape(serializers.Serializer[Any]):
    """What is described, never parsed."""


def _cards() -> serializers.ListField:
    return serializers.ListField(child=Card())


def _table() -> serializers.ListField:
    return serializers.ListField(child=_cards(), help_text="a list of melds, a meld a list of cards")


class Options(Shape):
    players = serializers.IntegerField(min_value=2, max_value=5)
    visibility = serializers.ChoiceField(["public", "private"], default="public")
    target = serializers.IntegerField(min_value=50, max_value=500, default=150)
    rounds = serializers.IntegerField(
        min_value=1,
        max_value=1,
        allow_null=True,
        default=None,
        help_text="1: a single round; null: to the target",
    )
    clock = Clock(required=False)
    timeouts_to_leave = serializers.IntegerField(min_value=1, max_value=10, default=2)
    replace_left = serializers.ChoiceField(BOT_LEVELS, allow_null=True, default=None)
    hints = serializers.BooleanField(default=False, help_text="whoever is to move may ask for a hint")
    weekends = serializers.BooleanField(
        default=False, help_text="Saturday and Sunday do not count, where the player to move lives"
    )
    vacation_allowed = serializers.BooleanField(
        default=True, help_text="the clock stands still while the player to move is on vacation"
    )
    vacation_bot = serializers.ChoiceField(
        BOT_LEVELS,
        allow_null=True,
        default=None,
        help_text="a house player of this level plays for who is on vacation; null: they are waited for",
    )


class NewGame(Options):
    bots = serializers.ListField(child=serializers.ChoiceField(BOT_LEVELS), required=False, max_length=4)
    invite = serializers.ListField(
        child=serializers.CharField(max_length=254),
        required=False,
        max_length=20,
        help_text="user names or addresses",
    )
    contribution = serializers.CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=LONGEST_CONTRIBUTION,
        help_text="your words for the shuffle; public from the start on, for good",
    )


class Player(Shape):
    username = serializers.CharField()
    kind = serializers.ChoiceField(["human", "guest", "bot"])
    owner = serializers.CharField(
        required=False, help_text="whose program it is; a `bot` without one is a house player"
    )


REASONS = ["vacation", "weekend", "moderator", "night", "outage", "change"]


class SeatClock(Shape):
    deadline = serializers.DateTimeField(allow_null=True)
    bank_hours = serializers.FloatField(
        allow_null=True, help_text="as its open turn began; rests use none of it"
    )
    reasons = serializers.ListField(
        child=serializers.ChoiceField(REASONS), help_text="what moved the deadline beyond the allowance"
    )


class VacationTime(Shape):
    """Of a player, as their tables show it."""

    until = serializers.DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        return {"from": serializers.DateTimeField(), **super().get_fields()}


class ClockChange(Shape):
    at = serializers.DateTimeField()
    seat = serializers.IntegerField(help_text="whose turn is open")
    turn = serializers.IntegerField(help_text="the number of that turn in the game")
    why = serializers.ChoiceField(["opened", "vacation", "settings", "moderator", "outage", "looked"])
    before = serializers.DateTimeField(allow_null=True, help_text="null as the turn opens")
    deadline = serializers.DateTimeField()
    reasons = serializers.ListField(child=serializers.ChoiceField(REASONS))
    note = serializers.CharField(allow_blank=True, help_text="a moderator's words")


class ShownSeat(Shape):
    seat = serializers.IntegerField(allow_null=True, help_text="null before the start")
    player = Player()
    score = serializers.IntegerField()
    rounds_won = serializers.IntegerField()
    cards = serializers.IntegerField()
    status = serializers.ChoiceField(["playing", "left"])
    clock = SeatClock(allow_null=True)
    vacations = VacationTime(many=True, help_text="this player's, but for those that were over before")


class Turn(Shape):
    seat = serializers.IntegerField()
    phase = serializers.ChoiceField(["meld", "knock", "last"])
    drawn = serializers.IntegerField()
    deadline = serializers.DateTimeField(allow_null=True)


class ShownMeld(Shape):
    id = serializers.CharField()
    kind = serializers.ChoiceField(["group", "sequence"])
    cards = _cards()


class ShownRound(Shape):
    number = serializers.IntegerField()
    dealer = serializers.IntegerField()
    turn = Turn(allow_null=True)
    table = ShownMeld(many=True)
    stock = serializers.IntegerField(help_text="how many cards are left")
    last_turns = serializers.BooleanField()


class Invitation(Shape):
    url = serializers.CharField()
    token = serializers.CharField()


class You(Shape):
    seat = serializers.IntegerField(allow_null=True)
    hand = _cards()
    points = serializers.IntegerField()
    can = serializers.ListField(child=serializers.CharField())
    drawn = serializers.ListField(child=Card(), help_text="the cards drawn in the open turn")
    invitation = Invitation(required=False)


class Result(Shape):
    final = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()


class ShuffleCommitment(Shape):
    commitment = serializers.CharField(help_text="end of the chain of hashes that the game is shuffled by")
    algorithm = serializers.CharField()


class View(Shape):
    id = serializers.CharField()
    status = serializers.ChoiceField(["open", "active", "finished", "cancelled"])
    version = serializers.IntegerField()
    options = Options()
    creator = serializers.CharField(allow_null=True)
    created = serializers.DateTimeField()
    updated = serializers.DateTimeField()
    seats = ShownSeat(many=True)
    round = ShownRound(allow_null=True)
    you = You(allow_null=True)
    can = serializers.ListField(child=serializers.CharField(), help_text="what the one who asks may send now")
    result = Result(allow_null=True)
    shuffle = ShuffleCommitment(allow_null=True, help_text="null: its shuffles cannot be checked")


class ViewWithEvents(View):
    events = serializers.ListField(child=Event(), help_text="what happened from this move on")


class SummarySeat(Shape):
    seat = serializers.IntegerField(allow_null=True)
    player = Player()
    score = serializers.IntegerField()


class SummaryTurn(Shape):
    seat = serializers.IntegerField()
    deadline = serializers.DateTimeField(allow_null=True)


class Summary(Shape):
    id = serializers.CharField()
    status = serializers.ChoiceField(["open", "active", "finished", "cancelled"])
    version = serializers.IntegerField()
    options = Options()
    seats = SummarySeat(many=True)
    turn = SummaryTurn(allow_null=True)
    created = serializers.DateTimeField()
    updated = serializers.DateTimeField()
    result = Result(allow_null=True)


class SummaryPage(Shape):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = Summary(many=True)


class Join(Shape):
    invitation = serializers.CharField(required=False, allow_null=True, allow_blank=True, max_length=64)
    contribution = serializers.CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=LONGEST_CONTRIBUTION,
        help_text="your words for the shuffle; public from the start on, for good",
    )


class Nothing(Shape):
    pass


class Reason(Shape):
    why = serializers.ChoiceField([why.value for why in Why], help_text="what it went by")
    points = serializers.IntegerField(help_text="in its hand after the move, before a card is drawn")
    ends = serializers.ChoiceField(["", "knock", "out"])
    regrouped = serializers.IntegerField(help_text="melds of the table that it took apart")
    freed = serializers.ListField(
        child=serializers.CharField(), help_text="cards of those that it laid with its own"
    )
    said = serializers.CharField(required=False, help_text="one sentence, in the reader's language")


class LogEntry(Shape):
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    round = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    type = serializers.CharField()
    at = serializers.DateTimeField()
    timed_out = serializers.BooleanField()
    stand_in = serializers.BooleanField(help_text="a house player moved for who is on vacation")
    reason = Reason(
        allow_null=True,
        help_text="why a house player made it; null until the round is scored, and for people",
    )
    events = serializers.ListField(child=Event())
    dealer = serializers.IntegerField(required=False, help_text="of a deal")
    hands = serializers.ListField(
        child=serializers.ListField(child=Card(), allow_null=True),
        required=False,
        help_text="of a deal, by seat: the own one, the others null; all of them once the round is scored",
    )
    stock = serializers.ListField(
        child=Card(),
        required=False,
        allow_null=True,
        help_text="of a deal: the next card first; null until the round is scored",
    )
    card = Card(required=False, allow_null=True, help_text="of a draw; null for who may not know it")
    table = serializers.ListField(
        child=serializers.ListField(child=Card()), required=False, help_text="of a meld: the new table"
    )
    played = serializers.ListField(
        child=Card(), required=False, help_text="of a meld: what came from the hand"
    )
    knock = serializers.BooleanField(required=False, allow_null=True, help_text="of a meld, as it was sent")


class LogPage(Shape):
    results = LogEntry(many=True)
    next = serializers.URLField(allow_null=True)


class Legal(Shape):
    legal = serializers.BooleanField()


class ScoredRound(Shape):
    number = serializers.IntegerField()
    dealer = serializers.IntegerField()
    knocker = serializers.IntegerField(allow_null=True)
    went_out = serializers.ListField(child=serializers.IntegerField())
    stock_exhausted = serializers.BooleanField()
    hands = _table()
    points = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    scores = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())


class DraftBody(Shape):
    table = _table()
    loose = _cards()
    version = serializers.IntegerField()


class SentDraft(Shape):
    table = serializers.ListField(
        child=serializers.ListField(child=SentCard(), max_length=MOST_CARDS),
        max_length=MOST_MELDS,
        help_text="a list of melds, a meld a list of cards",
    )
    loose = serializers.ListField(
        child=SentCard(), max_length=MOST_CARDS, required=False, help_text="cards that lie in no meld"
    )
    version = serializers.IntegerField(min_value=0, max_value=GREATEST, help_text="that you saw")


class KeptDraft(DraftBody):
    stale = serializers.BooleanField(help_text="the table has changed since")
