#!/usr/bin/env python3
"""Random play of two-player crazy eights: OpenSpiel, a loop that knows only this game, and lastcard.

Whole games, deal included, in decisions per second of CPU time. OpenSpiel's games run inside its C++:
Python calls `evaluate_bots` once a game, with two of its own uniform random bots. A decision is a
choice of a player, forced ones included, and never a chance node; naming the suit of an eight is a
decision of its own in OpenSpiel, and part of the play in the other two.

Needs Linux, cargo and rustc. Without OpenSpiel in the Python that runs it, the script makes a virtual
environment under target/ and installs it there.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "target" / "openspiel"
PACKAGE = "open_spiel==2.0.2"
GAME = "crazy_eights(players=2)"  # Its own default is five players.
RULES = "bench/openspiel.toml"
REPEATS = 3


def ensure_openspiel():
    """Restarts this script in a virtual environment with OpenSpiel, unless this Python has it."""
    if find_spec("pyspiel"):
        return
    python = TARGET / "venv" / "bin" / "python"
    if Path(sys.prefix) == python.parents[1]:
        sys.exit(f"{PACKAGE} is installed, but pyspiel cannot be imported")
    if not python.exists():
        venv.create(python.parents[1], with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], check=True)
    os.execv(python, [python, *sys.argv])


def openspiel(games, seed):
    import pyspiel

    game = pyspiel.load_game(GAME)
    bots = [pyspiel.make_uniform_random_bot(seat, 2 * seed + seat) for seat in range(2)]
    start = time.process_time()
    states = [game.new_initial_state() for _ in range(games)]
    for number, state in enumerate(states):
        pyspiel.evaluate_bots(state, bots, seed * games + number)
    seconds = time.process_time() - start
    # A chance node's player is negative.
    decisions = sum(step.player >= 0 for state in states for step in state.full_history())
    return {"games": games, "decisions": decisions, "cpu_seconds": seconds}


def build_loop():
    binary = TARGET / "loop"
    TARGET.mkdir(parents=True, exist_ok=True)
    options = "-C opt-level=3 -C target-cpu=x86-64-v2 -C codegen-units=1".split()
    subprocess.run(["rustc", *options, ROOT / "bench/loop.rs", "-o", binary], check=True)
    return binary


def run_json(command):
    """The JSON in the last line that a command prints; None, with a reason on stderr, if there is none."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    try:
        if done.returncode == 0:
            return json.loads(done.stdout.splitlines()[-1])
    except (IndexError, json.JSONDecodeError):
        pass
    reason = (done.stderr.strip().splitlines() or ["no line of JSON"])[-1]
    print(f"left out, because `{' '.join(map(str, command))}` failed: {reason}", file=sys.stderr)
    return None


def rate(run):
    return run["decisions"] / run["cpu_seconds"]


def table(best):
    """One row for each program, with the ratios to the two yardsticks."""
    header = ["program", "decisions/CPU s", "decisions/game", "x OpenSpiel", "x loop"]
    rows = [header]
    for name, run in best.items():
        ratios = [rate(run) / rate(best[other]) if other in best else None for other in ("OpenSpiel", "loop")]
        rows.append(
            [name, f"{rate(run):,.0f}", f"{run['decisions'] / run['games']:.2f}"]
            + ["-" if ratio is None else f"{ratio:.3f}" for ratio in ratios]
        )
    widths = [max(map(len, column)) for column in zip(*rows)]
    for name, *figures in rows:
        print(name.ljust(widths[0]), *(f.rjust(w) for f, w in zip(figures, widths[1:])), sep="  ")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, help="OpenSpiel's games in each repeat")
    parser.add_argument("--factor", type=int, default=100, help="games of the other two for each of those")
    args = parser.parse_args()
    ensure_openspiel()

    games = str(args.games * args.factor)
    loop = build_loop()
    lastcard = "cargo run --release -q -p lastcard -- bench playout".split() + [RULES, "--games", games]
    programs = {
        "OpenSpiel": lambda repeat: openspiel(args.games, repeat + 1),
        "loop": lambda _: run_json([loop, games]),
        "lastcard": lambda _: run_json(lastcard),
    }
    # In turns, so that a busy spell of the machine falls on all; the best run is the least disturbed.
    best = {}
    for repeat in range(REPEATS):
        for name, measure in list(programs.items()):
            run = measure(repeat)
            if run is None:
                del programs[name]
            elif name not in best or rate(run) > rate(best[name]):
                best[name] = run
    table(best)


if __name__ == "__main__":
    main()
