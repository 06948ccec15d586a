#!/usr/bin/env python3
"""A complete player in Python: `lastcard lab play uno-classic --bots medium,"cmd:python3 bench/mybot.py"`.

Each line of input is what the seat may know, as the answer to `view` of `lastcard engine` has it
(docs/engine.md). Each is answered with one line: the move to make, one of `legal`, or null to let
a chance to react go by.
"""

import json
import sys


def shed(move):
    """How many cards a move gets rid of."""
    words = move.split()
    if words[0] == "throw":
        return words.index("take") - 1
    if words[0] != "play":
        return 0
    stops = [words.index(word) for word in ("call", "with", "say") if word in words]
    return min(stops, default=len(words)) - 1


def suit(card):
    """The suit of a card in notation: `8H` and `red-7` both say it."""
    return card.split("-")[0] if "-" in card else card[-1].lower()


def worth(view, move):
    """The worth of a move: the best one is made."""
    words = move.split()
    if words[0] in ("say", "catch", "slap"):
        return 100 if words[0] != "catch" or int(words[1]) in view["owing"] else -100
    if words[0] == "yaniv":
        others = [count for seat, count in enumerate(view["counts"]) if seat != view["viewer"]]
        return 100 if view["points"] <= 3 or min(others) >= 4 else -1
    value = 10 * shed(move)
    if "say" in words:
        value += 5
    if "call" in words:  # A calling card is kept while anything else fits; if not, call what we hold.
        called = words[words.index("call") + 1]
        held = sum(suit(card) in (called, called[0]) for card in view["hand"])
        value += held / 10 - 5
    if words[0] == "throw":  # Rather high cards than low ones, and an open card only if it is low.
        ranks = [card[:-1] for card in words[1 : words.index("take")]]
        value += sum(10 if rank in "JQK" else int(rank) if rank.isdigit() else 1 for rank in ranks)
        value += 4 if words[-1][:-1] in ("A", "2", "3") or words[-1] == "JK" else 0
    return value


for line in sys.stdin:
    view = json.loads(line)
    best = max(view["legal"], key=lambda move: worth(view, move))
    react = view["turn"] == view["viewer"] or worth(view, best) > 0
    print(json.dumps({"cmd": "play", "move": best if react else None}), flush=True)
