"""The rules of Manipulation Rummy: pure, immutable, standard library only (RULES.md as code).

What the words mean, here and everywhere in this project:

card      a rank (A 2 … 10 J Q K) and a suit (clubs, diamonds, hearts, spades), or a joker (`cards.Card`).
joker     a card that stands for any card. Bare (`*`) in a hand, declared (`*7D`) on the table (R14).
value     the card that a declared joker stands for.
hand      the cards that one seat holds; hidden from the others until the round is scored.
table     all melds, face up, shared by everyone (`table.Table`).
meld      a group or a sequence of at least three cards (R8).
group     three or four cards of one rank, each suit at most once (R9).
sequence  cards of one suit that follow each other, ace high or low, not both (R10, R11).
to meld   to lay one new arrangement of the whole table, with at least one card from the hand (R12, R13).
stock     the face-down pile that cards are drawn from.
deck      53 or 106 cards (R2); hands, table and stock together are always the deck of the round.
turn      draw, perhaps again, meld or not, perhaps knock (R6, R7). Its phases:
          `meld`  draw or meld; `knock`  knock or not; `last`  a last turn: meld or pass (R20).
round     one deal, to its scoring.
game      rounds, until somebody has the target score (R26), or a single round (D28b).
dealer    the seat that deals; the seat to the left of it takes the first turn (R5).
seat      a place at the table, numbered clockwise from 0.
knock     to end the round, with five points or fewer in hand (R17).
go out    to play the last card of the hand (R19).
undercut  to have the lowest hand when somebody else knocked (R23).
leaver    a seat whose player resigned or missed too many turns (D29, D30).
view      what one seat, or somebody without a seat, may see.
owed      what must happen before a player may move: a deal, or the draw that opens a turn (D6d).

Where to look: cards · melds · table (what an arrangement changes) · arrange (operations on a draft) ·
state · moves · events · rules (`start`, `apply`, `play`, `time_out`) · scoring · view · codec (JSON) ·
notation (text) · shuffle (seats and decks from a seed) · replay · errors (each refusal, with its code and its rule).
"""
