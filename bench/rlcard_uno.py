#!/usr/bin/env python3
"""Our player inside RLCard's own UNO environment, against its bundled agent `uno-rule-v1`.

Needs `rlcard==1.2.0` in the Python that runs it, and `lastcard` built. Every deal is played twice, with seats
changed; what our player may know is told to `lastcard engine` with `advise`: its hand, the top card, the discards
and how many cards the other holds. The rules it thinks by are bench/rlcard.toml, which says where they differ.
"""

import argparse
import json
import math
import subprocess
import time
from pathlib import Path

import numpy as np
import rlcard
from rlcard.models.uno_rule_models import UNORuleAgentV1

ROOT = Path(__file__).resolve().parents[1]
COLOURS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}


def card(name):
    """RLCard's `r-draw_2` in our notation; a wild has no colour of its own."""
    colour, trait = name.split("-")
    if trait.startswith("wild"):
        return "wild" if trait == "wild" else "draw4"
    return f"{COLOURS[colour]}-{trait.replace('_', '')}"


def move(action):
    """RLCard's action in our notation."""
    if action == "draw":
        return "draw"
    called = f" call {COLOURS[action[0]]}" if "wild" in action else ""
    return f"play {card(action)}{called}"


def in_force(hand, actions):
    """The colour that was called: RLCard's target keeps the name it had before, but what is legal tells."""
    fits = [action[0] for action in actions if "wild" not in action and action != "draw"]
    held = {name[0] for name in hand if "wild" not in name}
    return fits[0] if fits else next((colour for colour in COLOURS if colour not in held), "r")


class Lastcard:
    """An agent for RLCard that asks `lastcard engine`."""

    use_raw = True

    def __init__(self, program, level):
        self.engine = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.level, self.rules = level, (ROOT / "bench" / "rlcard.toml").read_text()
        self.asked = self.puzzled = 0

    def step(self, state):
        actions, seen = state["raw_legal_actions"], state["raw_obs"]
        if len(actions) == 1:
            return actions[0]
        self.asked += 1
        me, target = seen["current_player"], seen["target"]
        request = {
            "cmd": "advise", "level": self.level, "seed": self.asked, "rules_toml": self.rules,
            "hand": [card(name) for name in seen["hand"]],
            "counts": [seen["num_cards"][me], seen["num_cards"][1 - me]],
            "top": card(target),
            "pile": [card(name) for name in seen["played_cards"][:-1]],
            # The last card of a hand is played without a call.
            "moves": [text for action in actions for text in (move(action), move(action).split(" call")[0])],
        }
        if "wild" in target:
            request["called"] = COLOURS[in_force(seen["hand"], actions)]
        self.engine.stdin.write(json.dumps(request) + "\n")
        self.engine.stdin.flush()
        answer = json.loads(self.engine.stdout.readline())
        if not answer["ok"]:  # After a reshuffle RLCard can have the top card a second time in a hand.
            self.puzzled += 1
            return actions[0]
        return next(action for action in actions if answer["move"] in (move(action), move(action).split(" call")[0]))

    def eval_step(self, state):
        return self.step(state), []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--program", default=str(ROOT / "target" / "release" / "lastcard"))
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after so long with what is known")
    args = parser.parse_args()
    ours, theirs = Lastcard(args.program, args.level), UNORuleAgentV1()
    start, pairs = time.monotonic(), []
    while len(pairs) * 2 < args.games and time.monotonic() - start < args.seconds:
        won = 0
        for seat in (0, 1):
            env = rlcard.make("uno", config={"seed": len(pairs)})
            np.random.seed(len(pairs))
            env.set_agents([ours, theirs] if seat == 0 else [theirs, ours])
            _, payoffs = env.run(is_training=False)
            won += payoffs[seat] > 0
        pairs.append(won / 2)
    share, count = float(np.mean(pairs)), len(pairs)
    half = 1.96 * float(np.std(pairs, ddof=1)) / math.sqrt(count)
    print(json.dumps({"level": args.level, "games": 2 * count, "share": round(share, 4),
                      "low": round(share - half, 4), "high": round(share + half, 4),
                      "asked": ours.asked, "puzzled": ours.puzzled}))


if __name__ == "__main__":
    main()
