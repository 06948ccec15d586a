#!/usr/bin/env python3
"""A complete player over `lastcard engine`: `python3 bench/enginebot.py lastcard uno-classic yaniv`.

Plays a whole match of every preset that is named, thinking for itself in seat 0 and the engine's `medium` in the
other seats, and prints who has won. The requests and answers are those of docs/engine.md.
"""

import json
import subprocess
import sys


class Engine:
    """A running `lastcard engine`: one request, one answer."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "engine"], stdin=pipe, stdout=pipe, text=True)

    def ask(self, cmd, **fields):
        print(json.dumps({"cmd": cmd, **fields}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        return answer if answer["ok"] else sys.exit(f"{cmd} {fields}: {answer['message']}")


def worth(view, move):
    """The worth of a move: the best one is made."""
    verb, *words = move.split()
    if verb in ("say", "catch"):
        right = len(view["hand"]) <= 2 if verb == "say" else int(words[0]) in view["owing"]
        return 100 if right else -100
    cards = sum(word in view["hand"] for word in words)
    return {"slap": 90, "yaniv": 50}.get(verb, 10 * cards) + ("say" in words)


def choose(view):
    """The best of our legal moves; nothing where it is not our turn and a chance is better left alone."""
    best = max(view["legal"], key=lambda move: worth(view, move))
    return best if view["turn"] == view["viewer"] or worth(view, best) > 0 else None


def play(engine, preset, seed):
    """Plays one match and returns how it ended."""
    at = engine.ask("new", preset=preset, seed=seed)
    while not at["match_over"]:
        if at["over"]:
            at = engine.ask("next")
        for seat in sorted(at["to_act"], key=lambda seat: seat == at["turn"]):  # Reactions first.
            advice = {"seat": seat, "level": "medium"}
            move = engine.ask("advise", **advice)["move"] if seat else choose(engine.ask("view", seat=0))
            if move:
                at = engine.ask("play", seat=seat, move=move)
                break
    return engine.ask("state")


for preset in sys.argv[2:]:
    end = play(Engine(sys.argv[1]), preset, seed=1)
    print(f"{preset}: won by seats {end['match_winners']}, scores {end['scores']}")
