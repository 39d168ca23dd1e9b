"""The rules as the page teaches them: chapters with pictures of melds, every rule of docs/rules.md by its id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Picture:
    """Some melds side by side, what they show, and whether they are legal (None: nothing is judged)."""

    melds: tuple[str, ...]
    caption: Any
    legal: bool | None = None

    @property
    def rows(self) -> list[list[str]]:
        return [meld.split() for meld in self.melds]


@dataclass(frozen=True, slots=True)
class Chapter:
    """What belongs together: a lead, pictures, and the rules as (id, sentence)."""

    slug: str
    title: Any
    lead: Any
    rules: tuple[tuple[str, Any], ...]
    pictures: tuple[Picture, ...] = ()


CHAPTERS = (
    Chapter(
        "players",
        _("Players, deck, deal"),
        _("Two to five people, ten cards each, and the rest as the stock in the middle."),
        (
            ("R1", _("Two to five players, best with three to five. The aim is to have the most points.")),
            ("R2", _("Two players use one deck of 52 cards and a joker; three to five use two such decks.")),
            ("R3", _("Chance names the first dealer.")),
            ("D3a", _("The deal passes clockwise from round to round.")),
            (
                "D3b",
                _("The order of the seats is drawn when the game starts: nobody chooses whom to follow."),
            ),
            (
                "R4",
                _("The deck is shuffled and everybody gets ten cards. The rest, face down, is the stock."),
            ),
            ("D4a", _("Where somebody has left, the deck follows the number of players who are dealt in.")),
            ("D4b", _("There is no discard pile.")),
            ("D4c", _("The deal passes over those who left.")),
            ("R5", _("The player to the dealer’s left begins; play goes clockwise.")),
        ),
    ),
    Chapter(
        "turn",
        _("A turn"),
        _(
            "Draw a card; then lay, or draw again. The third card is the last, and after it nothing can be laid."
        ),
        (
            (
                "R6",
                _(
                    "Draw a card; then you may meld. If not, draw a second; then you may meld. If not, draw a third,"
                    " after which nothing can be melded in that turn."
                ),
            ),
            (
                "D6a",
                _("While the stock lasts, a turn ends by a meld or by the third card; there is no pass."),
            ),
            (
                "D6b",
                _(
                    "Cards are laid once a turn: one new arrangement of the table, with as much in it as you like."
                ),
            ),
            ("D6c", _("A draw stands. An arrangement that was not laid can be changed and dropped.")),
            ("D6d", _("The first card of a turn is drawn for you when your turn opens.")),
            ("D6e", _("If the stock ends before the third card, a player who does not meld passes.")),
            (
                "R7",
                _(
                    "After the meld or the third card you may knock, if your hand is low; else the turn passes."
                ),
            ),
        ),
    ),
    Chapter(
        "melds",
        _("Melds"),
        _("Three cards or more: a group of one rank, or a sequence of one suit."),
        (
            ("R8", _("A meld has at least three cards and is a group or a sequence.")),
            ("R9", _("A group: three or four cards of one rank, each suit at most once.")),
            ("R10", _("A sequence: three or more cards that follow each other.")),
            ("D10a", _("All cards of a sequence have one suit.")),
            ("R11", _("An ace is low or high: A-2-3 and Q-K-A are sequences, K-A-2 is none.")),
            ("D11a", _("An ace is not both at once: at most 13 cards in a sequence, and no rank twice.")),
        ),
        (
            Picture(("7C 7D 7H 7S",), _("A group: one rank, every suit once."), True),
            Picture(("4H 5H 6H 7H",), _("A sequence: one suit, without a gap."), True),
            Picture(("AS 2S 3S", "QD KD AD"), _("An ace is low or high."), True),
            Picture(("KC AC 2C",), _("It never goes around the corner."), False),
            Picture(("9C 9C 9D",), _("Clubs twice: no group."), False),
            Picture(("5H 6H 7D",), _("Two suits: no sequence."), False),
        ),
    ),
    Chapter(
        "manipulation",
        _("The heart of it: regroup the table"),
        _(
            "The melds belong to everybody. On your turn take them apart and build them anew, if you add a card."
        ),
        (
            (
                "R12",
                _(
                    "Melding plays at least one card from the hand. Who melds first in a round therefore lays a whole"
                    " meld."
                ),
            ),
            (
                "R13",
                _(
                    "The table’s melds may be extended, taken apart and regrouped, if a card from the hand is added,"
                    " no card leaves the table, and in the end every card is in a legal meld."
                ),
            ),
            ("D13a", _("Only the end of the turn is judged: on the way the table may look as it likes.")),
        ),
        (
            Picture(
                ("3H 4H 5H 6H 7H",), _("On the table: one long sequence. You hold a second 5 of hearts.")
            ),
            Picture(("3H 4H 5H", "5H 6H 7H"), _("Split it around your card: two sequences."), True),
            Picture(("8C 8D 8H 8S",), _("On the table: four eights. You hold the 6 and 7 of diamonds.")),
            Picture(("8C 8H 8S", "6D 7D 8D"), _("Take one eight away: three are still a group."), True),
        ),
    ),
    Chapter(
        "jokers",
        _("Jokers"),
        _("A joker stands for any card. It keeps that value until the card itself is laid; then it is free."),
        (
            (
                "R14",
                _(
                    "A joker stands for any card, rank and suit, as its player declares, and counts as that card."
                ),
            ),
            (
                "D14a",
                _("It may stand for a card that is in sight already, and may be the last card of a hand."),
            ),
            (
                "R15",
                _(
                    "The declared value stays, wherever the joker is moved, until the actual card takes its place;"
                    " that card may come from the hand or from the table."
                ),
            ),
            ("R16", _("A joker that lost its place stays on the table and is used at once, with any value.")),
            (
                "D16a",
                _(
                    "For each value that a joker loses in a turn, at least one actual such card lies on the table."
                    " One card can free several jokers of its value."
                ),
            ),
            ("D16b", _("Jokers are alike, and a meld may hold more than one.")),
        ),
        (
            Picture(
                ("6D *7D 8D", "QC QH KC"),
                _("The joker stands for the 7 of diamonds. You hold that card."),
                None,
            ),
            Picture(("6D 7D 8D", "QC QH *QS"), _("It takes its place, and the joker becomes a queen."), True),
        ),
    ),
    Chapter(
        "end",
        _("End of a round"),
        _("Knock when your hand counts five points or fewer, or play your last card and go out."),
        (
            (
                "R17",
                _(
                    "After the turn a player with five points or fewer may knock: the round ends and is scored."
                ),
            ),
            ("R18", _("A joker in hand counts 25; king, queen, jack 10; 2 to 10 their number; an ace 1.")),
            ("R19", _("Who plays the last card of the hand goes out.")),
            ("D19a", _("Going out ends the round at once, as a knock does.")),
            (
                "R20",
                _(
                    "When the stock is exhausted and nobody has knocked, everybody has one more turn to meld, the one"
                    " who took the last card included. Then the lowest hand wins."
                ),
            ),
            (
                "D20a",
                _(
                    "Who takes the last card finishes that turn as usual. The last turns begin with the next player"
                    " and end with that one."
                ),
            ),
            (
                "D20b",
                _(
                    "In a last turn nothing is drawn and nobody knocks: meld or pass; going out ends no round."
                ),
            ),
            ("D20c", _("A player who has left has no last turn.")),
        ),
        (
            Picture(("AC 2H 2S",), _("1 + 2 + 2 = 5 points: low enough to knock."), True),
            Picture(("KD 3C *",), _("10 + 3 + 25 = 38 points: far too many."), False),
        ),
    ),
    Chapter(
        "scoring",
        _("Scoring a round"),
        _(
            "The lowest hand wins and scores what the others hold more; beating the knocker and going out score extra."
        ),
        (
            ("R21", _("The lowest hand wins, whoever knocked.")),
            ("R22", _("The winner scores the differences between the other hands and their own.")),
            ("R23", _("A winner who is not the knocker scores 10 more: an undercut.")),
            ("D23a", _("The undercut counts only where somebody knocked.")),
            (
                "R24",
                _("A knocker who ties for lowest loses to the other, who scores as winner, with the 10."),
            ),
            ("D24a", _("The same with two, three or four others who tie with the knocker: each scores so.")),
            ("D24b", _("Players who tie for lowest without the knocker among them all score as winners.")),
            ("R25", _("A winner without cards scores 25 more.")),
            ("D25a", _("Who scores as a winner has won that round.")),
        ),
        (
            Picture(
                ("AC 2H 2S", "KD 3C", "9H 8D"),
                _("Hands of 5, 13 and 17. The first knocked and wins: (13 − 5) + (17 − 5) = 20 points."),
            ),
            Picture(
                ("2C 3H", "AD 2S", "9H 8D"),
                _("The first knocked with 5, but the second holds 3: (5 − 3) + (17 − 3) + 10 = 26 points."),
            ),
        ),
    ),
    Chapter(
        "game",
        _("End of the game"),
        _("At 150 points the game ends, bonuses are given, and the most points win."),
        (
            ("R26", _("When somebody has 150 or more after a round, the game ends; each who has gets 100.")),
            ("R27", _("Every other player gets 25 for each round won.")),
            ("R28", _("The most points win, so the winner need not have had 150.")),
            ("D28a", _("A tie is a shared win.")),
            (
                "D28b",
                _(
                    "The target can be set from 50 to 500. Or the game is a single round, without the bonuses."
                ),
            ),
        ),
    ),
    Chapter(
        "leaving",
        _("Leaving, and the clock"),
        _("Games last for days, so every turn has a time. For who does not come, the clock plays."),
        (
            (
                "D29",
                _(
                    "A player may resign. If one player is left, that one wins at once. If more are left, the game"
                    " goes on: the leaver’s hand counts as an opponent’s in that round, the score stands but cannot"
                    " win. Without a person left the game is cancelled."
                ),
            ),
            ("D29a", _("If the table chose so, a house player takes over seat, hand and score.")),
            ("D29b", _("Leaving amid one’s turn ends it: an arrangement that was not laid is dropped.")),
            (
                "D30",
                _(
                    "A turn whose time has run out is played: it draws to the third card, or passes; it never melds,"
                    " never knocks. Until then the player can still move. Who misses as many turns in a row as the"
                    " table says has left."
                ),
            ),
        ),
    ),
)
