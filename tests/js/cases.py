"""Random arrangements and what the engine makes of them: the data that the page's script is held against.

`DJANGO_SETTINGS_MODULE=config.settings python -m tests.js.cases` writes the two files anew, the same at every run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from games.engine.arrange import apply_op
from games.engine.cards import JOKER, Card, card, declared
from games.engine.draft import ArrangeError, Draft, draft_from, labels, problems, to_table
from games.engine.melds import Meld, kind_of, ordered
from games.engine.ops import encode_op
from games.engine.placing import HAND, declare, joker_values, place, take_back, untouched
from games.web.board import played_cards
from tests.engine.arrangements import case, random_ops

HERE = Path(__file__).parent
SEED = 20260517
ARRANGEMENTS, PLACINGS = 320, 320
Row = dict[str, Any]


def arrangements() -> Iterator[Row]:
    """Sequences of operations, most of which can be done; what each refused one says, and what they lead to."""
    chance = Random(SEED)
    for number in range(ARRANGEMENTS):
        draft = full(chance) if number % 16 == 0 else usual(chance)
        row = begun(draft)
        for op in list(random_ops(chance, draft, chance.randint(4, 10))):
            draft, refusal = tried(draft, lambda before, op=op: apply_op(before, op))  # type: ignore[misc]
            row["steps"].append([encode_op(op), refusal])
        yield row | {"end": told(draft)}


def placings() -> Iterator[Row]:
    """Cards chosen here and there that go to one place, go back, and jokers that are asked what they stand for."""
    chance = Random(SEED + 1)
    for number in range(PLACINGS):
        draft = full(chance) if number % 16 == 0 else usual(chance)
        row = begun(draft)
        for _step in range(chance.randint(3, 8)):
            action = chosen_action(chance, draft)
            draft, refusal = tried(draft, lambda before, action=action: done(before, action))  # type: ignore[misc]
            row["steps"].append([action, refusal])
            if refusal and refusal["code"] == "which_value":
                action = {**action, "values": chance.choice(refusal["options"])}
                draft, refusal = tried(draft, lambda before, action=action: done(before, action))  # type: ignore[misc]
                row["steps"].append([action, refusal])
        yield row | {"end": told(draft)}


def usual(chance: Random) -> Draft:
    """Some melds and ten cards, jokers among them."""
    found = case(chance)
    table, hand = list(found.table), list(found.hand)
    while hand.count(JOKER) < 2 and chance.random() < 0.6:
        hand.append(JOKER)
    if table and chance.random() < 0.5:  # a card of the table is held, a joker lies in its place
        meld = table.pop(place_ := chance.randrange(len(table)))
        at = chance.randrange(len(meld.cards))
        if not meld.cards[at].joker:
            hand.append(meld.cards[at])
            meld = replace(meld, cards=(*meld.cards[:at], declared(meld.cards[at]), *meld.cards[at + 1 :]))
        table.insert(place_, meld)
    return draft_from(table, hand)


def full(chance: Random) -> Draft:
    """Two decks on the table but for a few cards; a joker lies there, another is held."""
    parts = ("A23", "4567", "89T", "JQK")
    runs = [[card(rank + suit) for rank in part] for suit in "CCDDHHSS" for part in parts]
    held = runs.pop(chance.randrange(len(runs)))
    run = chance.choice(runs)
    at = chance.randrange(len(run))
    held.append(run[at])
    run[at] = declared(run[at])
    table = [Meld(number, kind_of(run), ordered(run)) for number, run in enumerate(runs, 1)]
    return draft_from(table, [*held, JOKER])


def chosen_action(chance: Random, draft: Draft) -> Row:
    """What somebody might choose on the page, and where they put it."""
    lying = [each for each in draft.melds if each.cards]
    chosen: dict[str, list[str]] = {}
    pool = [*draft.hand, *draft.loose]
    if pool and chance.random() < 0.7:
        bare = [each for each in pool if each is JOKER]
        chosen[HAND] = ["*"] if bare and chance.random() < 0.4 else some(chance, pool)
    for meld in chance.sample(lying, min(len(lying), chance.choice((0, 0, 1, 1, 2)))):
        jokers = [each for each in meld.cards if each.joker]
        chosen[meld.label] = (
            [jokers[0].text] if jokers and chance.random() < 0.5 else some(chance, meld.cards)
        )
    asked = [(each.label, joker_values(draft, each.label)) for each in lying]
    asked = [(label, values) for label, values in asked if values]
    kind = chance.randrange(6)
    if kind == 0 and asked:
        label, values = chance.choice(asked)
        return {"do": "declare", "meld": label, "values": [each.text for each in chance.choice(values)]}
    if kind == 1:
        return {"do": "back", "chosen": chosen}
    return {
        "do": "place",
        "chosen": chosen,
        "to": chance.choice(["new", *(each.label for each in draft.melds)]),
    }


def some(chance: Random, cards: Any) -> list[str]:
    return [each.text for each in chance.sample(list(cards), chance.randint(1, min(3, len(cards))))]


def done(draft: Draft, action: Mapping[str, Any]) -> Draft:
    """The action as the forms of the page do it."""
    values = cards(action.get("values", ()))
    if action["do"] == "declare":
        return declare(draft, action["meld"], values)
    chosen = {source: cards(texts) for source, texts in action["chosen"].items()}
    return take_back(draft, chosen) if action["do"] == "back" else place(draft, chosen, action["to"], values)


def cards(texts: Any) -> tuple[Card, ...]:
    return tuple(map(card, texts))


def tried(draft: Draft, step: Callable[[Draft], Draft]) -> tuple[Draft, Row | None]:
    try:
        return step(draft), None
    except ArrangeError as error:
        return draft, {"code": error.code, **error.members}


def begun(draft: Draft) -> Row:
    table = [[each.label, text(each.cards)] for each in draft.table]
    return {"table": table, "hand": text(draft.dealt), "steps": []}


def told(draft: Draft) -> Row:
    """All that the page shows of it."""
    _after, refusal = tried(draft, lambda before: to_table(before) and before)
    played = played_cards(draft)
    return {
        "melds": [[each.label, text(each.cards)] for each in draft.melds],
        "hand": text(draft.hand),
        "loose": text(draft.loose),
        "made": draft.made,
        "problems": problems(draft),
        "labels": list(labels(draft)),
        "untouched": untouched(draft),
        "refusal": refusal,
        "jokers": {
            each.label: len(found) for each in draft.melds if (found := joker_values(draft, each.label))
        },
        "played": {label: len(list(found.elements())) for label, found in sorted(played.items()) if found},
    }


def text(found: Any) -> str:
    return " ".join(each.text for each in found)


def lines(rows: Iterator[Row]) -> str:
    return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


if __name__ == "__main__":
    (HERE / "arrangements.jsonl").write_text(lines(arrangements()))
    (HERE / "placings.jsonl").write_text(lines(placings()))
