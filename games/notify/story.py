"""What happened in a game, as sentences for one reader: made from the log as that reader may see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.notify.cards import in_prose

Entry = Mapping[str, Any]


def since_last(entries: Sequence[Entry], seat: int) -> list[Entry]:
    """What happened between the reader's last own move and the opening of their present turn.

    Moves that the clock or their plan made for the reader count as news to them.
    """
    opened = max((n for n, entry in enumerate(entries) if _opens(entry, seat)), default=len(entries) - 1)
    own = [n for n, entry in enumerate(entries[:opened]) if entry["seat"] == seat and not _unseen(entry)]
    return list(entries[own[-1] + 1 if own else 0 : opened + 1])


def told(entries: Sequence[Entry], seat: int | None, names: Mapping[int, str]) -> list[str]:
    """One sentence a turn or event. `names` by seat, ready for text; `seat` is the reader's."""
    return list(_Teller(seat, names).tell(entries))


def _unseen(entry: Entry) -> bool:
    """Whether it was made without its player."""
    return bool(entry["timed_out"] or entry.get("planned"))


def _opens(entry: Entry, seat: int) -> bool:
    return any(event["type"] == "turn_opened" and event["seat"] == seat for event in entry["events"])


class _Teller:
    """Gathers the draws of a turn until it is clear how the turn went on."""

    def __init__(self, seat: int | None, names: Mapping[int, str]) -> None:
        self.seat = seat
        self.names = names
        self.drawer: int | None = None
        self.drawn: list[str | None] = []
        self.timed_out = False
        self.planned = False  # the line that is told was played by the reader's plan

    def tell(self, entries: Sequence[Entry]) -> Iterator[str]:
        for entry in entries:
            self.planned = bool(entry.get("planned"))
            for event in entry["events"]:
                if event["type"] == "drawn":
                    yield from self._draw(event, entry["timed_out"])
                elif event["type"] == "melded":
                    yield self._meld(event)
                else:
                    sentence = self._other(event, entry["timed_out"])
                    if sentence:
                        yield from self._flush()
                        yield sentence
        yield from self._flush()

    def _draw(self, event: Entry, timed_out: bool) -> Iterator[str]:
        if event["seat"] == self.seat and not timed_out and not self.planned:
            return  # the reader's own draw: they saw it, or the mail begins with it
        if event["seat"] != self.drawer:
            yield from self._flush()
        self.drawer = event["seat"]
        self.drawn.append(event["card"])
        self.timed_out |= timed_out

    def _flush(self) -> Iterator[str]:
        count, who, cards = len(self.drawn), self.drawer, self.drawn
        late = self.timed_out
        self.drawer, self.drawn, self.timed_out = None, [], False
        if not count or who is None:
            return
        if who == self.seat and not late:
            yield _("As you had planned, you drew %(cards)s.") % {
                "cards": in_prose(card for card in cards if card)
            }
            return
        if who == self.seat:
            yield _("Your time ran out, so the turn was played for you: you drew %(cards)s.") % {
                "cards": in_prose(card for card in cards if card)
            }
            return
        words = {"name": self.names[who], "count": count}
        if late:
            yield (
                ngettext(
                    "%(name)s ran out of time and drew a card.",
                    "%(name)s ran out of time and drew %(count)d cards.",
                    count,
                )
                % words
            )
        else:
            yield ngettext("%(name)s drew a card.", "%(name)s drew %(count)d cards.", count) % words

    def _meld(self, event: Entry) -> str:
        count = len(self.drawn) if self.drawer == event["seat"] else 0
        drawn = [card for card in self.drawn[:count] if card]
        self.drawer, self.drawn, self.timed_out = None, [], False
        words = {
            "name": self.names[event["seat"]],
            "count": count,
            "cards": in_prose(event["played"]),
        }
        if event["seat"] == self.seat and self.planned:
            if not drawn:
                return _("As you had planned, you laid %(cards)s.") % words
            return _("As you had planned, you drew %(drawn)s and laid %(cards)s.") % {
                **words,
                "drawn": in_prose(drawn),
            }
        if event["seat"] == self.seat:
            return _("You laid %(cards)s.") % words
        if not count:
            return _("%(name)s laid %(cards)s.") % words
        return (
            ngettext(
                "%(name)s drew a card and laid %(cards)s.",
                "%(name)s drew %(count)d cards and laid %(cards)s.",
                count,
            )
            % words
        )

    def _other(self, event: Entry, timed_out: bool) -> str:
        kind = event["type"]
        if kind in ("dealt", "round_scored", "stock_exhausted"):
            return self._of_round(event)
        if "seat" not in event or kind == "turn_opened":
            return ""
        words = {"name": self.names[event["seat"]]}
        if event["seat"] == self.seat and self.planned and kind == "knocked":
            return _("As you had planned, you knocked.")
        if event["seat"] == self.seat:
            return _("Your time ran out: it was passed for you.") if kind == "passed" and timed_out else ""
        return {
            "passed": _("%(name)s passed."),
            "knocked": _("%(name)s knocked."),
            "went_out": _("%(name)s went out: the last card is played."),
            "left": _("%(name)s has left the game: too many turns ran out of time.")
            if event.get("by") == "timeout"
            else _("%(name)s has resigned."),
        }.get(kind, "") % words

    def _of_round(self, event: Entry) -> str:
        if event["type"] == "dealt":
            words = {"number": event["round"], "name": self.names[event["dealer"]]}
            if event["dealer"] == self.seat:
                return _("Round %(number)d began; you dealt.") % words
            return _("Round %(number)d began; %(name)s dealt.") % words
        if event["type"] == "stock_exhausted":
            return _("The stock is empty: everyone has one last turn.")
        scores = _(", ").join(f"{self.names[seat]} {event['scores'][seat]}" for seat in event["winners"])
        return _("Round %(number)d was scored: %(scores)s.") % {"number": event["number"], "scores": scores}
